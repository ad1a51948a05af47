/** Tests how the bytes of the pipe become messages. */
import { assert, describe, it } from "vitest"
import * as MessageReader from "../../src/cdp/MessageReader.ts"

const bytes = (text: string): Uint8Array => Buffer.from(text)

const textsOf = (messages: ReadonlyArray<MessageReader.Message>): ReadonlyArray<string> =>
  messages.map(({ isCut, text }) => (isCut ? `${text}…` : text))

describe("the reader of messages", () => {
  it("reads messages however the pipe cuts them, in the middle of a character too", () => {
    const text = Buffer.from('{"a":"é"}\0{"b":2}\0{"c"')
    for (let at = 0; at <= text.length; at++) {
      const read = MessageReader.make(100)
      const messages = [...read(text.subarray(0, at)), ...read(text.subarray(at))]
      assert.deepStrictEqual(textsOf(messages), ['{"a":"é"}', '{"b":2}'])
      assert.deepStrictEqual(textsOf(read(bytes(":3}\0"))), ['{"c":3}'])
    }
  })

  it("gives the beginning of a message that is too long, once, and reads the next one", () => {
    assert.deepStrictEqual(textsOf(MessageReader.make(4)(bytes("1234\0"))), ["1234"])
    const text = bytes(`1\0${"2345678"}\0${"5".repeat(300)}\0${"9"}\0`)
    for (let at = 0; at <= text.length; at++) {
      const read = MessageReader.make(4)
      const got = textsOf([...read(text.subarray(0, at)), ...read(text.subarray(at))])
      assert.lengthOf(got, 4)
      assert.deepStrictEqual([got[0], got[3]], ["1", "9"])
      assert.match(got[1] ?? "", /^23456(?:7|78)?…$/)
      assert.match(got[2] ?? "", /^5{5,100}…$/)
    }
  })

  it("gives that beginning before the message ends", () => {
    const read = MessageReader.make(4)
    assert.deepStrictEqual(textsOf(read(bytes("123"))), [])
    assert.deepStrictEqual(textsOf(read(bytes("45"))), ["12345…"])
    assert.deepStrictEqual(textsOf(read(bytes("678"))), [])
  })
})
