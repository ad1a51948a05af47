/**
 * A WARC file: its records one after the other, and appending. A file of gzip has a member for each record, so that a
 * record can be read alone and a torn last one can be cut off. A window of the file is in memory, never the file.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type FileHandle, open as openFile } from "node:fs/promises"
import * as Zlib from "node:zlib"
import { RecordingError } from "./RecordingError.ts"
import * as WarcRecord from "./WarcRecord.ts"

/** A record, and the offset of the member, or record, that holds it; `at` is its offset in the member. */
export interface Located {
  readonly record: WarcRecord.WarcRecord
  readonly offset: number
  readonly at: number
}

/** The end of the last whole record, and why there isn't a further one; `undefined` at the file's end. */
export interface End {
  readonly offset: number
  readonly fault: string | undefined
}

/** Calls `each` for every record in order, and returns where and why the records end. */
export const walk = (handle: FileHandle, each: (located: Located) => void): Effect.Effect<End, RecordingError> =>
  Effect.gen(function* () {
    let offset = 0
    for (;;) {
      const member = yield* memberAt(handle, offset)
      if (member.fault !== undefined || member.bytes.length === 0) return { offset, fault: member.fault }
      let at = 0
      while (at < member.bytes.length) {
        const parsed = WarcRecord.parse(member.bytes, at)
        if (Result.isFailure(parsed)) return { offset, fault: parsed.failure }
        each({ record: parsed.success.record, offset, at })
        at = parsed.success.end
      }
      offset = member.end
    }
  })

/** Reads one record again. */
export const readAt = (
  handle: FileHandle,
  { at, offset }: Pick<Located, "at" | "offset">,
): Effect.Effect<WarcRecord.WarcRecord, RecordingError> =>
  Effect.flatMap(memberAt(handle, offset), ({ bytes }) => {
    const parsed = WarcRecord.parse(bytes, at)
    return Result.isSuccess(parsed)
      ? Effect.succeed(parsed.success.record)
      : Effect.fail(new RecordingError({ message: "A record of the recording can't be read any more." }))
  })

/** A gzip member with one record. */
export const memberOf = (record: WarcRecord.WarcRecord): Effect.Effect<Uint8Array, RecordingError> =>
  Effect.callback((resume) => {
    Zlib.gzip(WarcRecord.encode(record), { level: isDense(record) ? 0 : 1 }, (cause, bytes) =>
      resume(cause === null ? Effect.succeed(bytes) : Effect.fail(unwritable(cause))),
    )
  })

/** Whether the body is compressed already: to try it once more would only cost time. */
const isDense = ({ block }: WarcRecord.WarcRecord): boolean =>
  /^content-(?:encoding: *(?:br|deflate|gzip|zstd)|type: *(?:image\/(?!svg|x-icon)|application\/pdf))/im.test(
    Buffer.from(block.buffer, block.byteOffset, Math.min(block.length, 4_096))
      .toString("latin1")
      .split("\r\n\r\n", 1)[0] ?? "",
  )

/** Opens a file; `a+` makes it if it is missing. */
export const open = (path: string, flags: "r" | "r+" | "a+"): Effect.Effect<FileHandle, RecordingError> =>
  Effect.tryPromise({
    try: () => openFile(path, flags, 0o600),
    catch: (cause) =>
      new RecordingError({ message: `The recording ${path} can't be opened${reasonOf(cause)}.`, cause }),
  })

/** The error for a file that can't be written. */
export const unwritable = (cause: unknown): RecordingError =>
  new RecordingError({ message: `The recording can't be written${reasonOf(cause)}.`, cause })

/** The system's reason, in brackets behind a space; nothing if it gave none. */
export const reasonOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : ""

// --- private --------------------------------------------------------------------------

interface Member {
  readonly bytes: Uint8Array
  readonly end: number
  readonly fault?: string | undefined
}

/** Bytes of the first window; it doubles up to {@link maxWindow} for a longer member. */
const firstWindow = 65_536
const maxMember = WarcRecord.maxBlockBytes + 2 * WarcRecord.maxFieldBytes

/** The member, or plain record, at an offset. */
const memberAt = Effect.fnUntraced(function* (
  handle: FileHandle,
  offset: number,
): Effect.fn.Return<Member, RecordingError> {
  for (let size = firstWindow; ; size *= 2) {
    const window = yield* readWindow(handle, offset, Math.min(size, maxMember))
    if (window.length === 0) return { bytes: window, end: offset }
    const isWhole = window.length < size
    const member = window[0] === 0x1f ? yield* gunzip(window, offset) : plain(window, offset)
    if (member.fault !== "short") return member
    if (isWhole || size >= maxMember) return { ...member, fault: isWhole ? "short" : "a record that is too long" }
  }
})

const plain = (window: Uint8Array, offset: number): Member => {
  const parsed = WarcRecord.parse(window, 0)
  if (Result.isSuccess(parsed))
    return { bytes: window.subarray(0, parsed.success.end), end: offset + parsed.success.end }
  return { bytes: window, end: offset, fault: parsed.failure }
}

/** Unpacks the one member at the begin of a window, within a bound. */
const gunzip = (window: Uint8Array, offset: number): Effect.Effect<Member> => {
  const start = headerLength(window)
  const broken = (fault: string): Member => ({ bytes: window, end: offset, fault })
  if (start === undefined) return Effect.succeed(broken(window.length < 512 ? "short" : "no WARC record"))
  return Effect.callback((resume) => {
    const inflate = Zlib.createInflateRaw()
    const chunks: Array<Uint8Array> = []
    let size = 0
    const finish = (member: Member): void => {
      inflate.removeAllListeners().on("error", () => {})
      inflate.destroy()
      resume(Effect.succeed(member))
    }
    inflate.on("data", (chunk: Uint8Array) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxMember) finish(broken("a record that is too long"))
    })
    inflate.on("error", (error: NodeJS.ErrnoException) =>
      finish(broken(error.code === "Z_BUF_ERROR" ? "short" : "a damaged record")),
    )
    inflate.on("end", () => {
      const end = start + inflate.bytesWritten
      if (window.length < end + 8) return finish(broken("short"))
      const bytes = Buffer.concat(chunks)
      const trailer = new DataView(window.buffer, window.byteOffset + end, 8)
      const isSame = trailer.getUint32(0, true) === Zlib.crc32(bytes) && trailer.getUint32(4, true) === size % 2 ** 32
      finish(isSame ? { bytes, end: offset + end + 8 } : broken("a damaged record"))
    })
    inflate.end(window.subarray(start))
  })
}

/** The length of a member's header (RFC 1952 section 2.3). */
const headerLength = (window: Uint8Array): number | undefined => {
  if (window[0] !== 0x1f || window[1] !== 0x8b || window[2] !== 8) return undefined
  const flags = window[3] ?? 0
  let at = 10
  if ((flags & 4) !== 0) at += 2 + (window[at] ?? 0) + 256 * (window[at + 1] ?? 0)
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue
    const zero = window.indexOf(0, at)
    if (zero === -1) return undefined
    at = zero + 1
  }
  if ((flags & 2) !== 0) at += 2
  return at < window.length ? at : undefined
}

const readWindow = (handle: FileHandle, offset: number, size: number): Effect.Effect<Uint8Array, RecordingError> =>
  Effect.tryPromise({
    try: () => handle.read(new Uint8Array(size), 0, size, offset),
    catch: (cause) => new RecordingError({ message: `The recording can't be read${reasonOf(cause)}.`, cause }),
  }).pipe(Effect.map(({ buffer, bytesRead }) => buffer.subarray(0, bytesRead)))
