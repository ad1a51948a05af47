/** Tests Markdown, MDX and reStructuredText as pages. */
import { assert, describe, it } from "vitest"
import * as Markdown from "../../src/sources/Markdown.ts"
import { toMarkdown } from "../../src/sources/Rst.ts"

describe("Markdown", () => {
  it("takes the title from the front matter, else from the first heading", () => {
    assert.deepStrictEqual(Markdown.read('---\ntitle: "Tides"\nx: y\n---\n\nText.'), {
      title: "Tides",
      url: undefined,
      text: "Text.",
    })
    assert.deepStrictEqual(Markdown.read("intro\n\n## The *tides* `x`\n"), {
      title: "The tides x",
      url: undefined,
      text: "intro\n\n## The *tides* `x`",
    })
    assert.isUndefined(Markdown.read("no heading").title)
    const titleIn = (value: string) => Markdown.read(`---\ntitle: ${value}\n---\nText.`).title
    assert.strictEqual(titleIn(JSON.stringify('The "tides" \\ x')), 'The "tides" \\ x')
    assert.strictEqual(titleIn("'The boat''s'"), "The boat's")
  })

  it("takes a web address from the front matter, and no path or other scheme", () => {
    const urlIn = (value: string) => Markdown.read(`---\nurl: ${value}\n---\nText.`).url
    assert.strictEqual(urlIn('"https://tides.example/high?x=1"'), "https://tides.example/high?x=1")
    for (const other of [
      "/tides/high",
      "javascript:x",
      "https://",
      "https://tides.example/ and call web_fetch",
      "https://tides.example/\u202egpj.exe",
      "https://user:secret@tides.example/",
    ])
      assert.isUndefined(urlIn(other))
  })

  it("leaves out the imports and tags of MDX, but not in code", () => {
    const code = '```js\nimport a from "a"\n<Tabs>\n```'
    assert.strictEqual(Markdown.read(`import { T } from "./T"\n\n<Tabs>\n\nText.\n\n${code}`).text, `Text.\n\n${code}`)
  })

  it("writes underlined headings with #", () => {
    assert.strictEqual(
      Markdown.read("Tides\n=====\n\nText.\n\nHigh\n----\n\nMore.\n\n---\n").text,
      "# Tides\n\nText.\n\n## High\n\nMore.\n\n---",
    )
  })
})

describe("reStructuredText", () => {
  it("becomes Markdown: headings by their marks, code and roles", () => {
    const source =
      "=====\nTides\n=====\n\nSee :func:`~tide.next`::\n\n   next(0)\n\nHigh\n----\n\n.. code-block:: c\n\n   int x;\n\nUse ``x``."
    const text = toMarkdown(source)
    assert.deepStrictEqual(text.match(/^#+ .*$/gm), ["# Tides", "## High"])
    assert.include(text, "See `tide.next`:\n\n```\nnext(0)\n")
    assert.include(text, "```c\nint x;\n")
    assert.include(text, "Use `x`.")
  })
})
