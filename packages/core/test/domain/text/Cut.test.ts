import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Cut from "../../../src/domain/text/Cut.ts"

const fences = ["```", "````", "~~~", "~~~~~~", "`".repeat(21), "```js", "   ```", "    ```", "> ```"]
const words = ["\n", "\n", "\n\n", "\r\n", " ", "word", "é", "潮", "😀", "x".repeat(30)]
const piece = fc.constantFrom(...fences, ...words)
const text = fc.array(piece, { minLength: 1, maxLength: 120 }).map((pieces) => pieces.join(""))
const bytesOf = (value: string) => new TextEncoder().encode(value).length

describe("a cut", () => {
  it("by length fits, is well formed, and reports whether something is missing", () => {
    fc.assert(
      fc.property(text, fc.nat(300), (whole, maxLength) => {
        const { cut, text } = Cut.toLength(whole, maxLength)
        assert.isAtMost(text.length, maxLength)
        assert.isTrue(text.isWellFormed())
        assert.strictEqual(cut, whole.length > maxLength)
        assert.isTrue(whole.startsWith(text) || /^(?:`{3,16}|~{3,16})$/.test(text.slice(text.lastIndexOf("\n") + 1)))
      }),
      { numRuns: 5_000 },
    )
  })

  it("by bytes fits, is well formed, and reports whether something is missing", () => {
    fc.assert(
      fc.property(text, fc.nat(300), (whole, maxBytes) => {
        const { cut, text } = Cut.toBytes(whole, maxBytes)
        assert.isAtMost(bytesOf(text), maxBytes)
        assert.isTrue(text.isWellFormed())
        assert.strictEqual(cut, bytesOf(whole) > maxBytes)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    ["backticks", "```"],
    ["a longer run", "`````"],
    ["tildes", "~~~~"],
  ])("within a code block closes its fence of %s", (_, fence) => {
    const code = `Intro.\n\n${fence}js\n${"let x = 1\n".repeat(100)}${fence}\n`
    const { text } = Cut.toLength(code, 300)
    assert.isTrue(text.endsWith(`\n${fence}`))
    assert.isAbove(text.length, 200)
  })

  it("behind a code block adds no fence", () => {
    const { text } = Cut.toLength(`\`\`\`\ncode\n\`\`\`\n${"word ".repeat(200)}`, 300)
    assert.isTrue(text.endsWith("word"))
  })

  it("of one line without a space is at the end of the budget, but for a split character", () => {
    assert.strictEqual(Cut.toLength("x".repeat(1_000), 200).text.length, 200)
    assert.strictEqual(Cut.toLength(`${"x".repeat(199)}😀${"x".repeat(100)}`, 200).text.length, 199)
  })
})
