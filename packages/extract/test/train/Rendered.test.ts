import { assert, describe, it } from "@effect/vitest"
import { textOf, withoutNotation } from "../../train/corpora/Rendered.ts"

describe("an output as text", () => {
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== "")

  it("of Markdown has neither addresses nor alternative texts", () => {
    const markdown =
      '# Log\n\n- a [link](https://a.test/path "title")\n- ![alt](/b.png)\n\n| x | y |\n| - | - |\n| 1 | 2 |\n'
    assert.deepStrictEqual(words(textOf({ markdown })), ["Log", "a", "link", "x", "y", "1", "2"])
  })

  it("of Markdown has no labels of footnotes, as that of HTML has no numbers of lists", () => {
    assert.deepStrictEqual(words(textOf({ markdown: "A log[^1]\n\n[^1]: Of a ship\n" })), [
      "A",
      "log[^1]",
      "Of",
      "a",
      "ship",
    ])
  })

  it("of Markdown has no braces around raised and lowered text", () => {
    assert.deepStrictEqual(words(textOf({ markdown: "E_{ij} = mc^{2}" })), ["Eij", "=", "mc2"])
  })

  it.each([
    ["TeX", { markdown: "So $x^2 \\$ y$ is\n\n$$\n\\frac{1}{2}\n$$\n\nfor $5 and $6." }, "So is for $5 and $6."],
    ["MathML", { html: "<p>So <math><mi>x</mi></math> is</p>" }, "So is"],
    ["a bare address", { markdown: "A [b.test](https://b.test/x) and [b](https://b.test/c)" }, "A and b"],
    [
      "one in HTML",
      { html: 'A <a class=x href="https://b.test/x">b.test</a> and <a href="https://b.test">be</a>' },
      "A and be",
    ],
  ])("without notation lacks %s", (_, output, expected) => {
    assert.strictEqual(words(textOf(withoutNotation(output))).join(" "), expected)
  })

  it("of HTML sets blocks apart and keeps words whole", () => {
    const html =
      "<p>one</p><p>t<b>w</b>o</p><ul><li>three<li>four</ul>five<br>six<script>x()</script><style>y{}</style>"
    assert.deepStrictEqual(words(textOf({ html })), ["one", "two", "three", "four", "five", "six"])
  })

  it("reads trees deeper than the stack", () => {
    assert.strictEqual(textOf({ html: `${"<i>".repeat(20_000)}deep` }).trim(), "deep")
  })
})
