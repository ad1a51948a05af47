import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Asked, bytesOf, readAny } from "../support.ts"

const read = (text: string, asked: Asked = {}) => readAny(bytesOf(text), { contentType: "application/xml", ...asked })

describe("XML", () => {
  it.effect("is laid out, an element a line, text with what stands in it on one", () =>
    Effect.gen(function* () {
      const source = `<?xml version="1.0"?><!DOCTYPE tides SYSTEM "https://a.test/x.dtd"><tides year='2026'><!-- c --><tide><at>10:00</at>
        <note>Spring <b>tide</b>,
        see https://a.test/n#1</note><empty></empty></tide><![CDATA[ ]]></tides><second/>`
      const expected = `<tides year="2026">
  <tide>
    <at>10:00</at>
    <note>Spring <b>tide</b>, see https://a.test/n#1</note>
    <empty/>
  </tide>
</tides>`
      const page = yield* read(source)
      assert.deepStrictEqual(page, {
        title: "",
        content: `\`\`\`xml\n${expected}\n\`\`\``,
        links: ["https://a.test/n"],
        text_length: expected.length,
      })
      assert.strictEqual((yield* read(source, { mode: "text", contentType: "text/xml" })).content, expected)
      assert.include((yield* read(source, { mode: "html" })).content, "&lt;at&gt;10:00&lt;/at&gt;")
    }),
  )

  it.effect("has no entity expanded that it declares, and none fetched", () =>
    Effect.gen(function* () {
      const lol = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("")
      const { content } = yield* read(
        `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol"><!ENTITY f SYSTEM "file:///etc/passwd">${lol}]><x><a>&l9;</a><b>&f;</b></x>`,
        { mode: "text" },
      )
      assert.strictEqual(content, "<x>\n  <a>&amp;l9;</a>\n  <b>&amp;f;</b>\n</x>")
    }),
  )

  it.effect.each([
    `<!DOCTYPE note [<!ENTITY a "<html>no</html>"><!-- it's ] > --><?p ]> <p>?><!ELEMENT note (#PCDATA)>]>`,
    `<!DOCTYPE note SYSTEM 'a.dtd' [<!ENTITY x "1 > 2 <rss>no</rss>">]>`,
    `<?xml version="1.0"><?php echo "<html>"; ?><!-- <rss> -->`,
    "<!DOCTYPE note [ <never> closed ",
  ])("begins with its root, whatever looks like elements before it: %s", (prolog) =>
    Effect.gen(function* () {
      const { content } = yield* read(`${prolog}<note>Real.</note>`, { mode: "text" })
      assert.include(content, "<note>Real.</note>")
      assert.notMatch(content, /no<|<p>/)
    }),
  )

  it.effect("has its links listed as they are meant, and the names of its namespaces not", () =>
    Effect.gen(function* () {
      const { links } = yield* read(
        `<a:r xmlns:a="https://names.test/a" xmlns="https://names.test/"><b href="https://a.test/?x=1&amp;y=2"/>https://a.test/z?x&amp;y</a:r>`,
      )
      assert.deepStrictEqual(links, ["https://a.test/?x=1&y=2", "https://a.test/z?x&y"])
    }),
  )

  it.effect("with the root of a page is a page", () =>
    Effect.gen(function* () {
      const page = yield* read(
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p>Words.</p></body></html>',
      )
      assert.deepStrictEqual([page.title, page.content], ["T", "Words."])
    }),
  )

  it.effect("that lists a site's pages is a list of links", () =>
    Effect.gen(function* () {
      const map = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc> https://a.test/1 </loc><lastmod>2026-01-01</lastmod></url>
        <url><loc>https://a.test/2?x=1&amp;y=2</loc></url><url><loc>javascript:alert(1)</loc></url></urlset>`
      const page = yield* read(map)
      assert.strictEqual(page.content, "- <https://a.test/1> (2026-01-01)\n- <https://a.test/2?x=1&y=2>")
      assert.deepStrictEqual(page.links, ["https://a.test/1", "https://a.test/2?x=1&y=2"])
      assert.strictEqual(
        (yield* read(map, { mode: "text" })).content,
        "https://a.test/1 (2026-01-01)\nhttps://a.test/2?x=1&y=2",
      )
      assert.include((yield* read(map, { mode: "html" })).content, '<li><a href="https://a.test/2?x=1&amp;y=2">')
      const lists = yield* read("<sitemapindex><sitemap><loc>https://a.test/map1.xml</loc></sitemap></sitemapindex>", {
        contentType: "",
      })
      assert.strictEqual(lists.content, "- <https://a.test/map1.xml>")
    }),
  )

  it.effect("that lists pages with their pictures has the addresses of the pages", () =>
    Effect.gen(function* () {
      const { content } = yield* read(
        "<urlset><url><image:loc>https://a.test/1.png</image:loc><loc>https://a.test/1</loc><image:loc>https://a.test/2.png</image:loc></url>" +
          "<s:url><s:loc>https://a.test/2</s:loc></s:url></urlset>",
      )
      assert.strictEqual(content, "- <https://a.test/1>\n- <https://a.test/2>")
    }),
  )

  it.effect("that lists no page that has an address is data", () =>
    Effect.gen(function* () {
      const { content } = yield* read("<urlset><url><loc>/tides</loc></url></urlset>", { mode: "text" })
      assert.strictEqual(content, "<urlset>\n  <url>\n    <loc>/tides</loc>\n  </url>\n</urlset>")
    }),
  )

  it.effect("that lists very many pages is read up to the ten thousandth", () =>
    Effect.gen(function* () {
      const urls = Array.from({ length: 12_000 }, (_, at) => `<url><loc>https://a.test/${at + 1}</loc></url>`).join("")
      const { links, reduced } = yield* read(`<urlset>${urls}</urlset>`)
      assert.deepStrictEqual([links.length, reduced], [10_000, [{ part: "entries", read: 10_000, of: 12_000 }]])
    }),
  )

  it.effect("that lists pages with very much beside them says how many of them are read", () =>
    Effect.gen(function* () {
      const url = `<url><loc>https://a.test/</loc>${"<x:link/>".repeat(58)}</url>`
      const { reduced } = yield* read(`<urlset>${url.repeat(2_000)}</urlset>`)
      assert.deepStrictEqual(reduced, [{ part: "entries", read: 1_667, of: 2_000 }])
    }),
  )

  it.effect("of very many elements is read up to a hundred thousand", () =>
    Effect.gen(function* () {
      const { content, reduced } = yield* read(`<r>${"<a>x</a>".repeat(120_000)}</r>`, { mode: "text" })
      assert.deepStrictEqual(reduced, [{ part: "values", read: 100_000, of: 120_001 }])
      assert.isTrue(content.endsWith("<a>x</a>\n</r>"), content.slice(-40))
    }),
  )

  it.effect("without an element is text", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read("no markup & none <")).content, "no markup & none <")
    }),
  )

  it.effect("that isn't well-formed is read as far as it goes", () =>
    Effect.gen(function* () {
      const { content } = yield* read("<a><b>1</c><b x=1 x=2>2</a>", { mode: "text" })
      assert.strictEqual(content, '<a>\n  <b>1<b x="1">2</b></b>\n</a>')
    }),
  )
})
