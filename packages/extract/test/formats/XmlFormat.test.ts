import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type DocumentOptions, bytesOf, readAny } from "../support.ts"

const read = (text: string, requested: DocumentOptions = {}) =>
  readAny(bytesOf(text), { contentType: "application/xml", ...requested })

describe("XML", () => {
  it.effect("is shown unchanged, and its links are listed", () =>
    Effect.gen(function* () {
      const source =
        '<?xml version="1.0"?><tides year="2026"><!-- c --><at>10:00</at>\n<note>See https://a.test/n#1</note></tides>'
      assert.deepStrictEqual(yield* read(source), {
        title: "",
        content: `\`\`\`xml\n${source}\n\`\`\``,
        links: ["https://a.test/n"],
        text_length: source.length,
        is_data: true,
      })
      assert.strictEqual((yield* read(source, { mode: "text", contentType: "text/xml" })).content, source)
      assert.include((yield* read(source, { mode: "html" })).content, "&lt;at&gt;10:00&lt;/at&gt;")
    }),
  )

  it.effect("neither expands nor fetches declared entities", () =>
    Effect.gen(function* () {
      const lol = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("")
      const { content } = yield* read(
        `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "lol"><!ENTITY f SYSTEM "file:///etc/passwd">${lol}]><rss><item><title>&l9;</title></item><item><title>&f;</title></item></rss>`,
        { mode: "text" },
      )
      assert.strictEqual(content, "&l9;\n\n&f;")
    }),
  )

  it.effect.each([
    `<!DOCTYPE rss [<!ENTITY a "<html>no</html>"><!-- it's ] > --><?p ]> <p>?><!ELEMENT note (#PCDATA)>]>`,
    `<!DOCTYPE rss SYSTEM 'a.dtd' [<!ENTITY x "1 > 2 <html>no</html>">]>`,
    `<?xml version="1.0"?><?php echo "<html>"; ?><!-- <html> -->`,
  ])("begins with its root, after anything that looks like elements: %s", (prolog) =>
    Effect.gen(function* () {
      const { content } = yield* read(`${prolog}<rss><item><title>Real.</title></item></rss>`, { mode: "text" })
      assert.strictEqual(content, "Real.")
    }),
  )

  it.effect("has its links listed unescaped, without the names of its namespaces", () =>
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

  it.effect("that is a sitemap is shown unchanged, too", () =>
    Effect.gen(function* () {
      const map = "<urlset><url><loc>https://a.test/1</loc><lastmod>2026-01-01</lastmod></url></urlset>"
      const { content, links } = yield* read(map, { mode: "text" })
      assert.deepStrictEqual([content, links], [map, ["https://a.test/1"]])
    }),
  )

  it.effect("without an element is text", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read("no markup & none <")).content, "no markup & none <")
    }),
  )
})
