import { assert, describe, it } from "@effect/vitest"
import { bytesOf, readBytes } from "../support.ts"

const read = (markdown: string, mode: "markdown" | "html" = "markdown") =>
  readBytes(bytesOf(markdown), { contentType: "text/markdown", url: "https://site.test/docs/page.md", mode })

describe("the links of Markdown", () => {
  it.each([
    ["[a](b.md)", "[a](https://site.test/docs/b.md)"],
    ["[a](/b#c 'title')", "[a](https://site.test/b#c 'title')"],
    ["![a](../i.png) and [b](?q=1)", "![a](https://site.test/i.png) and [b](https://site.test/docs/page.md?q=1)"],
    ["[a](<b c.md>)", "[a](<https://site.test/docs/b%20c.md>)"],
    ["[a](b_(c).md)", "[a](https://site.test/docs/b_%28c%29.md)"],
    ["[a]: b.md 'title'", "[a]: https://site.test/docs/b.md 'title'"],
    ["[a]: <b.md>", "[a]: <https://site.test/docs/b.md>"],
    ["- [a](b)\n    - [c](d)", "- [a](https://site.test/docs/b)\n    - [c](https://site.test/docs/d)"],
    ["[a](//other.test/x)", "[a](https://other.test/x)"],
    ["1. a\n\n    [b](c)", "1. a\n\n    [b](https://site.test/docs/c)"],
    ["words\n    [a](b)", "words\n    [a](https://site.test/docs/b)"],
    ["[^1]: A [note](b).", "[^1]: A [note](https://site.test/docs/b)."],
  ])("are made absolute: %s", (written, expected) => {
    assert.strictEqual(read(written).content, expected)
  })

  it.each([
    "[a](https://site.test/b)",
    "[a](mailto:a@b.test) [b](javascript:alert(1))",
    "`[a](b)` and ``[a](b) ` [c](d)``",
    "```\n[a](b)\n```",
    "~~~md\n[a](b)\n```\n[c](d)\n~~~",
    "> ```\n> [a](b)\n> ```",
    "- ```\n  [a](b)\n  ```",
    "1. a\n\n    ```\n    [b](c)\n    ```",
    "[^1]: See the manual.",
    "[Note]: This isn't a definition.",
    "[a] (b) and a](",
  ])("stay unchanged: %s", (written) => {
    assert.strictEqual(read(written).content, written)
  })

  it("are listed absolutely, without fragment, once each, in order of appearance", () => {
    const { links } = read(
      "https://x.test/ [a](b#c) [d](b) [e](mailto:x@y.test) [w](https://w.test/A_(b))\n\n[f]: /g\n",
    )
    assert.deepStrictEqual(links, [
      "https://x.test/",
      "https://site.test/docs/b",
      "https://w.test/A_(b)",
      "https://site.test/g",
    ])
  })

  it("are listed in html mode, too", () => {
    assert.deepStrictEqual(read("[a](b)", "html").links, ["https://site.test/docs/b"])
  })

  it("are made absolute up to a large number", () => {
    const { content, links } = read("[a](b)\n".repeat(25_000) + "[c](d)")
    assert.deepStrictEqual([content.split("https:").length - 1, links], [20_000, ["https://site.test/docs/b"]])
  })

  it("cost time in proportion to their length", () => {
    for (const written of ["](", "](a", "`", "``` `", "[a](b) ", "[a](\\", "((", "[a]: ", "\\", "](<"]) {
      const long = Array.from({ length: 50 }, () => written.repeat(1_000)).join("\n")
      assert.isAtLeast(read(long).content.length, 50_000)
      assert.isAtLeast(read(written.repeat(50_000)).content.length, 50_000)
    }
  })
})

describe("the title of Markdown", () => {
  it.each([
    ["# One #\n\n# Two", "One"],
    ["---\ntitle: Matter\n---\n# Heading", "Heading"],
    ["Words\n\n## No", ""],
    ["# C#", "C#"],
    ["```sh\n# no\n```\n# Yes", "Yes"],
    ["<!-- # no\n# no -->\n# Yes", "Yes"],
    ["Yes\n===\n\n# No", "Yes"],
    ["# ![logo](l.png) The [**big** guide](https://a.test/) to `code` {#big}", "The big guide to code"],
    ["# Tides [![Built](b.svg)](https://a.test/ci) [![Version][v]][n]", "Tides"],
    ["# ![Tides](l.png)", "Tides"],
  ])("is its first heading: %j", (written, title) => {
    assert.strictEqual(read(written).title, title)
  })
})

describe("the comments of Markdown", () => {
  it.each([
    ["a <!-- no --> b", "a  b"],
    ["a\n\n<!-- no\n\n```\nno -->\n\nb", "a\n\n\nb"],
    ["a\n<!-- no -->\nb", "a\n\nb"],
    ["<!-- no --><!-- no -->\na", "a"],
    ["> ```\n> a\n\n<!-- no -->\nb", "> ```\n> a\n\nb"],
    ["        ```\na <!-- no -->", "        ```\na"],
    ["- ```\n  a\n\n<!-- no --> b", "- ```\n  a\n\n b"],
    ["a\n\n[//]: # (no)\n[comment]: <> (no)\n\nb", "a\n\n\nb"],
  ])("are left out, and reported: %j", (written, content) => {
    const page = read(written)
    assert.deepStrictEqual([page.content, (page.removed?.hidden_elements ?? 0) > 0], [content, true])
  })

  it.each([
    "`<!-- a -->` and ``<!-- ` -->``",
    "```html\n<!-- a -->\n```",
    "a <!-- without an end",
    "a\n\n\n\nb --> c",
    "> ```\n> <!-- a -->\n> ```",
    "1. a\n\n    ```\n    <!-- b -->\n    ```",
  ])("stay where they are shown: %j", (written) => {
    assert.deepStrictEqual([read(written).content, read(written).removed], [written, undefined])
  })

  it("cost time in proportion to their length", () => {
    for (const written of ["<!--", "<!-- -->", "<!-- `", "-->", "`<!--", "[//]: # ("]) {
      for (const end of ["", "-->", "\n"]) read((written + end).repeat(25_000))
      read(`${written.repeat(50_000)}-->`)
    }
  })
})
