/**
 * Splits a stream of bytes into lines, for JSON lines. A line ends at a line feed (a carriage return before it is
 * removed too); a final line feed starts no further line. Memory is bounded: a line that is too long is dropped and
 * reported as unreadable, like invalid UTF-8.
 */
import { isUtf8 } from "node:buffer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** Maximum length of a line, unless the caller has a lower one. */
export const maxBytes = 16 * 1024 * 1024

/** Splits bytes into lines: the text, or `None` for an unreadable one. */
export const split = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  maxLength: number = maxBytes,
): Stream.Stream<Option.Option<string>, E, R> =>
  Stream.mapAccumArray(
    bytes,
    (): Open => ({ parts: [], size: 0, maxLength, begun: false }),
    (open, chunks) => {
      const lines: Array<Option.Option<string>> = []
      for (const chunk of chunks) {
        let from = 0
        for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
          append(open, chunk.subarray(from, at))
          lines.push(close(open))
          from = at + 1
        }
        if (from < chunk.length) append(open, chunk.subarray(from))
      }
      return [open, lines]
    },
    { onHalt: (open) => (open.begun ? [close(open)] : []) },
  )

// --- private --------------------------------------------------------------------------

/** The current incomplete line; its size still grows after its parts were dropped. */
interface Open {
  parts: Array<Uint8Array>
  size: number
  readonly maxLength: number
  begun: boolean
}

const lineFeed = 0x0a

const append = (open: Open, part: Uint8Array): void => {
  open.begun = true
  open.size += part.length
  if (open.size > open.maxLength) open.parts = []
  else open.parts.push(part)
}

const close = (open: Open): Option.Option<string> => {
  const line = open.size > open.maxLength ? Option.none() : textOf(open.parts)
  open.parts = []
  open.size = 0
  open.begun = false
  return line
}

const textOf = (parts: ReadonlyArray<Uint8Array>): Option.Option<string> => {
  const bytes = Buffer.concat(parts)
  return isUtf8(bytes) ? Option.some(bytes.toString("utf8").replace(/\r$/, "")) : Option.none()
}
