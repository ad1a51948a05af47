/**
 * The bytes around the DEFLATE data of gzip (RFC 1952) and zlib (RFC 1950).
 *
 * DEFLATE marks its own end (RFC 1951 section 3.2.3). So the checksum behind it isn't required, and like a browser we
 * don't compare it: servers cut it off, or append other bytes.
 */

/** Reads the header of a frame, which may arrive in parts. */
export interface FrameHeader {
  /** The bytes behind the header, perhaps none; `incomplete` if it goes on, `invalid` if there is no header. */
  readonly read: (bytes: Uint8Array) => Uint8Array | "incomplete" | "invalid"
}

/** The header of gzip's first member, or of a later one behind a checksum. */
export const ofGzip = (isFirst: boolean): FrameHeader => {
  const parts: Array<Part> = [...(isFirst ? [] : [skip(checksumLength)]), { left: 3, kept: [], onEnd: fixedPartOfGzip }]
  return { read: (bytes) => readParts(parts, bytes) }
}

/** The header of zlib; data without one are bare DEFLATE, which some servers send (RFC 9110 section 8.4.1.2). */
export const ofDeflate = (): FrameHeader => {
  let first: number | undefined
  return {
    read: (bytes) => {
      const [one = 0, two] = first === undefined ? bytes : [first, bytes[0]]
      if (two === undefined) {
        first ??= one
        return "incomplete"
      }
      const isZlib = (one & 0x0f) === 8 && (one * 256 + two) % 31 === 0 && (two & 0x20) === 0
      if (isZlib) return bytes.subarray(first === undefined ? 2 : 1)
      return first === undefined ? bytes : Uint8Array.of(one, ...bytes)
    },
  }
}

/** No header of our own to read: the decoder reads it. */
export const none: FrameHeader = { read: (bytes) => bytes }

/** Whether bytes begin like gzip. */
export const isGzip = ([one, two, three]: Uint8Array): boolean => one === 0x1f && two === 0x8b && three === 8

// --- private --------------------------------------------------------------------------

/** The length of gzip's checksum and size, in bytes. */
const checksumLength = 8

/** A part of a header: a text up to its NUL, or a number of bytes. `onEnd` names the parts after it, if it is valid. */
type Part =
  | "text"
  | {
      left: number
      readonly kept: Array<number>
      readonly onEnd: (kept: ReadonlyArray<number>) => ReadonlyArray<Part> | undefined
    }

/** Bytes that a part keeps for its `onEnd`. */
const maxKept = 7

const skip = (length: number): Part => ({ left: length, kept: [], onEnd: () => [] })

const fixedPartOfGzip = (mark: ReadonlyArray<number>): ReadonlyArray<Part> | undefined =>
  isGzip(Uint8Array.from(mark)) ? [{ left: 7, kept: [], onEnd: optionalPartsOfGzip }] : undefined

/** The optional parts of gzip's header, by its flags (RFC 1952 section 2.3.1). */
const optionalPartsOfGzip = ([flags = 0]: ReadonlyArray<number>): ReadonlyArray<Part> | undefined => {
  if ((flags & 0xe0) !== 0) return undefined
  const has = (flag: number, part: Part): ReadonlyArray<Part> => ((flags & flag) === 0 ? [] : [part])
  const extra: Part = { left: 2, kept: [], onEnd: ([low = 0, high = 0]) => [skip(low + high * 256)] }
  return [...has(4, extra), ...has(8, "text"), ...has(16, "text"), ...has(2, skip(2))]
}

const readParts = (parts: Array<Part>, bytes: Uint8Array): ReturnType<FrameHeader["read"]> => {
  let at = 0
  for (let part = parts[0]; part !== undefined; part = parts[0]) {
    if (part === "text") {
      const end = bytes.indexOf(0, at)
      if (end === -1) return "incomplete"
      at = end + 1
      parts.shift()
      continue
    }
    const taken = bytes.subarray(at, at + part.left)
    at += taken.length
    part.left -= taken.length
    part.kept.push(...taken.subarray(0, maxKept - part.kept.length))
    if (part.left > 0) return "incomplete"
    const next = part.onEnd(part.kept)
    if (next === undefined) return "invalid"
    parts.splice(0, 1, ...next)
  }
  return bytes.subarray(at)
}
