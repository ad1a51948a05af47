/** Tests how the bytes of the pipe become messages. */
import { assert, describe, it } from "vitest"
import { Result } from "effect"
import * as MessageReader from "../../src/cdp/MessageReader.ts"

const bytes = (text: string): Uint8Array => Buffer.from(text)

describe("the reader of messages", () => {
  it("reads messages however the pipe cuts them, in the middle of a character too", () => {
    const text = Buffer.from('{"a":"é"}\0{"b":2}\0{"c"')
    for (let at = 0; at <= text.length; at++) {
      const read = MessageReader.make(100)
      const first = Result.getOrThrow(read(text.subarray(0, at)))
      const second = Result.getOrThrow(read(text.subarray(at)))
      assert.deepStrictEqual([...first, ...second], ['{"a":"é"}', '{"b":2}'])
      assert.deepStrictEqual(Result.getOrThrow(read(bytes(":3}\0"))), ['{"c":3}'])
    }
  })

  it("fails for a message that is too long, whether it ends or not", () => {
    assert.isTrue(Result.isSuccess(MessageReader.make(4)(bytes("1234\0"))))
    for (const text of ["12345\0", "12345", `1\0${"2345678"}`]) {
      const got = MessageReader.make(4)(bytes(text))
      assert.strictEqual(Result.isFailure(got) && got.failure.reason, "oversized", text)
    }
    const read = MessageReader.make(4)
    assert.isTrue(Result.isSuccess(read(bytes("123"))))
    assert.isTrue(Result.isFailure(read(bytes("45"))))
  })
})
