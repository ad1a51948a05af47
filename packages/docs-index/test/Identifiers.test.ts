/** Tests the words of identifiers. */
import { assert, describe, it } from "vitest"
import { expand, partsOf, wholeOf } from "../src/Identifiers.ts"

describe("an identifier", () => {
  it.each([
    ["retryOrElse", ["retry", "or", "else"]],
    ["JSONSchema", ["json", "schema"]],
    ["toJSONSchema", ["to", "json", "schema"]],
    ["max_connections", ["max", "connections"]],
    ["UND_ERR_TIMEOUT", ["und", "err", "timeout"]],
    ["http2", ["http2"]],
    ["größeÄndern", ["größe", "ändern"]],
  ])("%s has the parts %j", (name, parts) => assert.deepStrictEqual(partsOf(name), parts))

  it("is also one word without its separators", () => assert.strictEqual(wholeOf("$max_Connections"), "maxconnections"))

  it("is found in a text, whole and in parts, unless it is a plain word", () => {
    assert.strictEqual(expand("Use `retryOrElse` or retry, or retryOrElse."), "retryorelse retry or else")
    assert.strictEqual(expand("plain words, A constant"), "")
  })
})
