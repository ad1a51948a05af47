/** Cuts the bytes of the pipe into messages, which end with a NUL. It holds at most one message, of bounded size. */
import * as Result from "effect/Result"
import { CdpError } from "./CdpError.ts"

/** Reads the next bytes: the messages that they complete, or the failure after which nothing can be read. */
export type MessageReader = (bytes: Uint8Array) => Result.Result<ReadonlyArray<string>, CdpError>

/** Makes a reader of messages of at most `maxBytes`. */
export const make = (maxBytes: number): MessageReader => {
  let begun: Array<Uint8Array> = []
  let size = 0

  return (bytes) => {
    const messages: Array<string> = []
    let from = 0
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, from)) {
      if (size + end - from > maxBytes) return Result.fail(tooLong(maxBytes))
      messages.push(Buffer.concat([...begun, bytes.subarray(from, end)]).toString("utf8"))
      begun = []
      size = 0
      from = end + 1
    }
    size += bytes.length - from
    if (size > maxBytes) return Result.fail(tooLong(maxBytes))
    if (from < bytes.length) begun.push(bytes.subarray(from))
    return Result.succeed(messages)
  }
}

// --- private --------------------------------------------------------------------------

const tooLong = (maxBytes: number): CdpError =>
  new CdpError({ reason: "oversized", method: "", detail: `a message has more than ${maxBytes} bytes` })
