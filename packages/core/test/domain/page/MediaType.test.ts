import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { MediaType } from "@porthole/core"

const little = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "utf16le"))
const big = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "utf16le").swap16())

const russian =
  "<p>\u041b\u043e\u0434\u043a\u0438 \u0432\u044b\u0445\u043e\u0434\u044f\u0442 \u0443\u0442\u0440\u043e\u043c</p>"

describe("UTF-16", () => {
  it.each(["<!doctype html>\r\n\t<p>x", russian, `${russian}${"\u8239".repeat(6)}`])(
    "reads both orders of %j",
    (text) => {
      assert.deepStrictEqual(
        [MediaType.utf16OrderOf(little(text)), MediaType.utf16OrderOf(big(text))],
        ["utf-16le", "utf-16be"],
      )
    },
  )

  it.each([
    ["text of one byte a character", new TextEncoder().encode("<p>A boat is steered from the stern</p>")],
    ["a few bytes", little("<p>x")],
    ["zeros", new Uint8Array(100)],
    ["small numbers of two bytes", Uint8Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? at >> 1 : 0))],
    ["letters with a NUL among them", little(`a boat and its oars${"\0"}`)],
    ["letters with a control character among them", little("a boat and its oars\u0007")],
    ["zeros on either side", Uint8Array.of(...little("<p>A boat"), ...big("<p>A boat"), 1, 0, 0, 1)],
  ])("finds none in %s", (_name, bytes) => {
    assert.isUndefined(MediaType.utf16OrderOf(bytes))
  })

  it("finds none in bytes at random", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 200, maxLength: 400 }),
        (bytes) => MediaType.utf16OrderOf(bytes) === undefined,
      ),
    )
  })
})

describe("a Content-Type", () => {
  it.each([
    ["text/html, text/html", "text/html"],
    ["text/plain, text/html", "text/html"],
    ["text/html;charset=gbk, text/html", "text/html"],
    ["text/html, nonsense", "text/html"],
    ["text/html, */*", "text/html"],
    ['text/plain;x="a, image/png"', "text/plain"],
    [" Text/HTML ; charset=x", "text/html"],
    ["html", ""],
    ["text/", ""],
    ["text/html/x", ""],
    ["text/html charset=utf-8", ""],
    ["*/*", ""],
    ["unknown/unknown", ""],
    ["application/unknown", ""],
    ["application/x-unknown", "application/x-unknown"],
    ["www/unknown", ""],
    ["none", ""],
    [", ,", ""],
    ["binary/octet-stream", "binary/octet-stream"],
    ["application/x-tide", "application/x-tide"],
  ])("%j is of type %j", (header, type) => assert.strictEqual(MediaType.essence(header), type))

  it("keeps an earlier charset of the same type", () => {
    const declared = MediaType.declaredIn("text/html; charset=gbk, text/html")
    assert.strictEqual(declared, "text/html; charset=gbk")
    assert.include(MediaType.declaredIn("text/html; charset=gbk, text/html; charset=big5"), "big5")
    assert.strictEqual(MediaType.declaredIn("text/html; charset=gbk, text/plain").trim(), "text/plain")
  })
})
