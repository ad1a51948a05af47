/** Tests the terminal layout of Markdown, for each kind of block. */
import { assert, describe, it } from "vitest"
import * as MarkdownLayout from "../../src/view/MarkdownLayout.ts"
import { style } from "../../src/view/View.ts"
import * as Width from "../../src/view/Width.ts"
import { layoutTests } from "./LayoutTests.ts"

const lay = (markdown: string, width = 24) => MarkdownLayout.of(style(false), width, markdown)

describe("Markdown on a terminal", () => {
  it.each([
    ["a heading keeps its marks, so that it shows without colours", "## The tides", "## The tides"],
    ["a paragraph is wrapped", "one two three four five six", "one two three four five\nsix"],
    ["a list hangs", "- one two three four five six", "• one two three four\n  five six"],
    ["a nested, numbered list hangs", "  10. one two three four", "  10. one two three four"],
    ["a quote has a bar on each line", "> one two three four five six", "│ one two three four\n│ five six"],
    ["a table is laid out", "| a | b |\n|---|--:|\n| 1 | 22 |", "a │ b\n──┼───\n1 │ 22"],
    [
      "a table's cells are wrapped, its links are their text",
      `| [port](https://example.com/${"x".repeat(400)}) | what |\n| --- | --- |\n| Bremen | the tide comes in late |`,
      "port   │ what\n───────┼────────────────\nBremen │ the tide comes\n       │ in late",
    ],
    [
      "a table of words that are too long is a list",
      "| name | address |\n| - | - |\n| a | https://example.com/a/long/path |\n| b\\|c | d |",
      "name: a\naddress:\n  https://example.com/a/long/path\n\nname: b|c\naddress: d",
    ],
    ["indented code stays", "    a very long line of code, kept", "    a very long line of code, kept"],
    [
      "fenced code stays",
      "```js\nconst a = [b](c) **d** and more of it\n```",
      "```js\nconst a = [b](c) **d** and more of it\n```",
    ],
    [
      "an inner fence of another kind stays",
      "~~~\n```\n# no heading\n~~~\n# one",
      "~~~\n```\n# no heading\n~~~\n# one",
    ],
    ["links and images are their text", "[a](http://b) ![c](d) ![](e)", "a [c]"],
    ["code between backticks stays", "`[a](b)` \\*c\\*", "`[a](b)` *c*"],
    ["a long word isn't broken", "https://example.com/a/long/path", "https://example.com/a/long/path"],
    ["a rule is as wide as the text", "---", "─".repeat(24)],
    ["commands of a terminal are taken out", "a\u001b[2Jb", "a[2Jb"],
  ])("%s", (_, markdown, expected) => {
    assert.strictEqual(lay(markdown), expected)
  })

  it("loses no word of a paragraph", () => {
    const text = Array.from({ length: 200 }, (_, at) => `word${at}`).join(" ")
    assert.deepStrictEqual(lay(text).split(/\s+/), text.split(" "))
    for (const line of lay(text).split("\n")) assert.isAtMost(line.length, 24)
  })
})

describe("a link", () => {
  it.each([
    ["[a](https://x.test/b_(c)) d", "a d"],
    ['[a](https://x.test/ "b") c', "a c"],
    ["[a \\[b\\]](https://x.test/)", "a [b]"],
    ["\\[a](b)", "[a](b)"],
    ["[a [b](https://x.test/)", "[a b"],
    ["![a](b.png) ![](c.png)d", "[a] d"],
  ])("%s", (text, expected) => {
    assert.strictEqual(lay(text), expected)
  })
})

layoutTests(100_000)

describe("the width of text", () => {
  it.each([
    ["abc", 3],
    ["潮汐", 4],
    ["e\u0301", 1],
    ["\u001b[1mabc\u001b[22m", 3],
    ["🌊", 2],
  ])("%j takes %i columns", (text, width) => {
    assert.strictEqual(Width.of(text), width)
  })

  it("breaks a script without spaces between its characters, and keeps punctuation", () => {
    const lines = Width.wrap("潮汐表每天更新两次，请注意。", 10).split("\n")
    assert.strictEqual(lines.join(""), "潮汐表每天更新两次，请注意。")
    for (const line of lines) {
      assert.isAtMost(Width.of(line), 12)
      assert.notMatch(line, /^[，。]/)
    }
  })
})
