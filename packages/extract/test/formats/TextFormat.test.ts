import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../support.ts"

const read = (text: string) => readHtml(text, { contentType: "text/plain" })

describe("a terminal's log", () => {
  it.each([
    ["\u001b[1;31mError\u001b[0m: no such file", "Error: no such file"],
    ["\u001b[2K\u001b[1Gdone\u001b[?25h [0m]", "done [0m]"],
    ["\u001b]0;title\u0007\u001b(Bwords", "words"],
    ["\u001b]8;;https://a.test/\u001b\\here\u001b]8;;\u001b\\ there", "here there"],
    ["\u001b]8;;left open\nwords \u001b[", "]8;;left open\nwords ["],
  ])("loses its colour codes: %j", (written, content) => {
    assert.strictEqual(read(written).content, content)
  })

  it("lists no address within a terminal code", () =>
    assert.deepStrictEqual(read("\u001b]8;;https://a.test/\u0007words\u001b]8;;\u0007").links, []))

  it("costs time in proportion to its length", () => {
    for (const code of ["\u001b[", "\u001b]", "\u001b[1", "\u001b", "\u001b]\n"]) read(code.repeat(250_000))
    for (const rest of ["1", " ", "a"]) read(`\u001b[${rest.repeat(1_000_000)}\u001b]${rest.repeat(1_000_000)}`)
  })
})

describe("a short text", () => {
  it("is complete, and a long, cut or empty one isn't reported as that", () => {
    assert.strictEqual(read("High water at six.").is_complete, true)
    for (const text of ["", " \n", "x".repeat(5_000)]) assert.notProperty(read(text), "is_complete")
    const commented = readHtml("<!-- hidden -->\nHigh water at six.", { contentType: "text/markdown" })
    assert.notProperty(commented, "is_complete")
  })
})
