/** Tests the errors of types that no format reads. */
import { assert, describe, it } from "@effect/vitest"
import { DocumentFormat } from "@porthole/core"

const messageOf = (type: string, bytes?: Uint8Array) => DocumentFormat.unsupportedType(type, bytes).wire.message ?? ""

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

describe("the error of a type that no format reads", () => {
  it.each([docx, "application/epub+zip", "application/zip"])("names the package that reads %s", (type) => {
    assert.include(messageOf(type), "`npm install @porthole/extract-office`")
  })

  it("names no package where it would read nothing: an old file with the name of a new one, an image", () => {
    const old = messageOf(docx, Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0))
    assert.include(old, "Office files from before 2007")
    for (const message of [old, messageOf("image/png")]) assert.notInclude(message, "npm install")
  })
})
