/** Tests the JSON output of a terminal. */
import { assert, describe, it } from "vitest"
import * as Json from "../src/Json.ts"

describe("a line of JSON", () => {
  it("escapes characters that reorder, hide or command, and reads back as the same value", () => {
    const value = { url: "https://a.test/\u202eabc\u2066\u200f\u200b\u0085\u2028\u{e0041}" }
    const line = Json.line(value)
    assert.match(line, /^[\x20-\x7e]+\n$/)
    assert.include(line, "\\u202eabc\\u2066\\u200f\\u200b\\u0085\\u2028\\udb40\\udc41")
    assert.deepStrictEqual(JSON.parse(line), value)
  })

  it("leaves letters of any script as they are", () => {
    assert.strictEqual(Json.line("Flut é 潮"), '"Flut é 潮"\n')
  })
})
