import { assert, describe, it } from "@effect/vitest"
import * as AlternateLink from "../../src/alternate/AlternateLink.ts"

const url = "https://a.test/docs/page?x=1"
const offered = (html: string, link?: string): string | undefined =>
  AlternateLink.find({ url, link, bytes: new TextEncoder().encode(html) })?.url
const tag = (attributes: string): string => `<link rel=alternate type=text/markdown ${attributes}>`

describe("an alternate Markdown version", () => {
  it.each([
    ["</docs/page.md>; rel=alternate; type=text/markdown", "https://a.test/docs/page.md"],
    ['<page.md>; rel="nofollow ALTERNATE"; type="Text/Markdown; charset=utf-8"', "https://a.test/docs/page.md"],
    ["<https://a.test:443/p.md#top>; rel=alternate; type=text/markdown", "https://a.test/p.md"],
    [
      "<x.json>; rel=alternate; type=application/json, <p.md>; rel=alternate; type=text/markdown",
      "https://a.test/docs/p.md",
    ],
    [
      "<https://b.test/p.md>; rel=alternate; type=text/markdown, </p.md>; rel=alternate; type=text/markdown",
      "https://a.test/p.md",
    ],
    ['</p.md>; rel=alternate; type=text/markdown; anchor="#part"', "https://a.test/p.md"],
    ['<p.md>; rel="next  alternate"; type=text/markdown', "https://a.test/docs/p.md"],
    ["</my-llms.txt>; rel=alternate; type=text/markdown", "https://a.test/my-llms.txt"],
    ["</llms.txt.md>; rel=alternate; type=text/markdown", "https://a.test/llms.txt.md"],
  ])("is in the header %s", (link, alternate) => assert.strictEqual(offered("", link), alternate))

  it.each([
    [tag("href=page.md"), "https://a.test/docs/page.md"],
    ['<link rel="alternate" type="text/markdown" href="page.md">', "https://a.test/docs/page.md"],
    ["<link rel='alternate home' type=TEXT/MARKDOWN href=/p.md?a=1&amp;b=2>", "https://a.test/p.md?a=1&b=2"],
    [`<base href=/other/>${tag("href=p.md")}`, "https://a.test/other/p.md"],
    [`${tag("hreflang=fr href=fr.md")}${tag("href=p.md")}`, "https://a.test/docs/p.md"],
    [`${tag("href=http://[")}${tag("href=p.md")}`, "https://a.test/docs/p.md"],
    [`<base href=http://[>${tag("href=p.md")}`, "https://a.test/docs/p.md"],
    [`<base href=/other/>${tag("")}${tag("href=")}${tag("href=' '")}${tag("href=p.md")}`, "https://a.test/other/p.md"],
  ])("is in the head %s", (html, alternate) => assert.strictEqual(offered(html), alternate))

  it.each([
    "<https://b.test/p.md>; rel=alternate; type=text/markdown",
    "<http://a.test/p.md>; rel=alternate; type=text/markdown",
    "<https://a.test:8443/p.md>; rel=alternate; type=text/markdown",
    "<//b.test/p.md>; rel=alternate; type=text/markdown",
    "<\\\\b.test\\p.md>; rel=alternate; type=text/markdown",
    "<file:///etc/passwd>; rel=alternate; type=text/markdown",
    "<javascript:alert(1)>; rel=alternate; type=text/markdown",
    "<p.md>; rel=alternate",
    "<p.md>; rel=stylesheet; type=text/markdown",
    "<p.md>; rel=alternate; type=text/plain",
    "<p.md>; rel=alternate; type=text/markdown; hreflang=fr",
    "<p.md>; rel=alternate; type=text/markdown; anchor=/other",
    "</llms.txt>; rel=alternate; type=text/markdown",
    "</docs/llms-full.txt>; rel=alternate; type=text/markdown",
    "</LLMS.TXT?x>; rel=alternate; type=text/markdown",
    '<p.md>; rel=alternate; type=text/markdown; anchor="http://["',
    "<>; rel=alternate; type=text/markdown",
    "<#top>; rel=alternate; type=text/markdown",
    `<https://${"\u00fc".repeat(2_000)}.test/>; rel=alternate; type=text/markdown`,
  ])("isn't one of %s", (link) => assert.isUndefined(offered("", link)))

  it("isn't found through a base of another site", () => {
    assert.isUndefined(offered(`<base href=https://b.test/>${tag("href=p.md")}`))
    assert.isUndefined(offered(`<base href=javascript:x>${tag("href=https://b.test/p.md")}`))
  })

  it("comes from the header before the head, and the base doesn't apply to the header", () => {
    const html = `<base href=/other/>${tag("href=head.md")}`
    assert.strictEqual(offered(html, "<p.md>; rel=alternate; type=text/markdown"), "https://a.test/docs/p.md")
    assert.strictEqual(
      offered(html, "<https://b.test/>; rel=alternate; type=text/markdown"),
      "https://a.test/other/head.md",
    )
  })

  it("rejects an address in another encoding", () => {
    const bytes = Buffer.from(tag("href=b\u00e9t.md") + tag("href=p.md"), "latin1")
    assert.strictEqual(AlternateLink.find({ url, link: undefined, bytes })?.url, "https://a.test/docs/p.md")
  })

  it("comes with the title of its page, unless that is in another encoding", () => {
    const title = (bytes: Uint8Array) => AlternateLink.find({ url, link: undefined, bytes })?.title
    const page = `<title>A boat &amp; oars</title>${tag("href=p.md")}`
    assert.strictEqual(title(new TextEncoder().encode(page)), "A boat & oars")
    assert.strictEqual(title(Buffer.from(page.replace("boat", "b\u00e9t"), "latin1")), "")
  })
})
