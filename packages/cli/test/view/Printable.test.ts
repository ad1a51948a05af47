import { assert, describe, it } from "vitest"
import * as Printable from "../../src/view/Printable.ts"

describe("text", () => {
  it.each([
    ["colour and cursor sequences", "\u001b[31mred\u001b[2J", "[31mred[2J"],
    ["window titles", "\u001b]0;owned\u0007", "]0;owned"],
    ["eight-bit sequences", "\u009b31m\u009d0;x\u009c", "31m0;x"],
    ["overwriting by carriage return", "good\rbad", "good\nbad"],
    ["backspaces and deletes", "a\u0008b\u007fc", "abc"],
    ["reordering", "a\u202eb\u2066c\u200f", "abc"],
  ])("removes %s", (_, untrusted, expected) => {
    assert.strictEqual(Printable.text(untrusted), expected)
  })

  it("keeps readable characters: tabs, lines, emoji sequences", () => {
    const text = "a\tb\n👩‍👩‍👧 é 漢字 عربي\n"
    assert.strictEqual(Printable.text(text), text)
  })
})

describe("line", () => {
  it("is one line for any text", () => {
    assert.strictEqual(Printable.line(" a\n\n b\tc\u2028d "), "a b cd")
  })
})
