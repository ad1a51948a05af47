/**
 * Cuts the bytes of the pipe into messages, which end with a NUL. It holds at most one message, of bounded size: of a
 * longer one it gives the beginning, and drops the rest.
 */

/** A message of the browser. */
export interface Message {
  readonly text: string
  /** Whether the message is longer than the driver reads, and `text` only its first bytes. */
  readonly isCut: boolean
}

/** Reads the next bytes: the messages that they complete, and the beginning of one that is too long. */
export type MessageReader = (bytes: Uint8Array) => ReadonlyArray<Message>

/** Makes a reader of messages of at most `maxBytes`. */
export const make = (maxBytes: number): MessageReader => {
  let begun: Array<Uint8Array> = []
  let size = 0

  return (bytes) => {
    const messages: Array<Message> = []
    const add = (part: Uint8Array): void => {
      const isDropping = size > maxBytes
      size += part.length
      if (isDropping || part.length === 0) return
      begun.push(part)
      if (size <= maxBytes) return
      messages.push({ text: textOf(begun, Math.min(size, headLength)), isCut: true })
      begun = []
    }
    let from = 0
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, from)) {
      add(bytes.subarray(from, end))
      if (size <= maxBytes) messages.push({ text: textOf(begun), isCut: false })
      begun = []
      size = 0
      from = end + 1
    }
    add(bytes.subarray(from))
    return messages
  }
}

// --- private --------------------------------------------------------------------------

/** Bytes of a message that is too long: its number is among them. */
const headLength = 100

const textOf = (parts: ReadonlyArray<Uint8Array>, length?: number): string =>
  Buffer.concat(parts, length).toString("utf8")
