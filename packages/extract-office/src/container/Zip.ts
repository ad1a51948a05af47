/**
 * The files of a ZIP archive (PKWARE's APPNOTE 4.3), by its central directory. Each limit holds before memory is
 * allocated. Nothing is written anywhere, so a name is only a key.
 */
import type { WebError } from "@porthole/core"
import * as Result from "effect/Result"
import { inflateRawSync } from "node:zlib"
import { damaged, encrypted, tooLarge } from "./Damage.ts"

/** The files of an archive. */
export interface Zip {
  /** The names of the files and their declared sizes in bytes, in the archive's order. */
  readonly entries: ReadonlyMap<string, number>
  /** Unpacks a file; `undefined` if there is none of this name. Fails if it is damaged, too large or encrypted. */
  readonly read: (name: string) => Result.Result<Uint8Array | undefined, WebError.WebError>
}

/** Opens an archive. */
export const open = (bytes: Uint8Array): Result.Result<Zip, WebError.WebError> =>
  Result.gen(function* () {
    const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const files = yield* directoryOf(zip)
    let left = limits.together
    const read = (name: string): Result.Result<Uint8Array | undefined, WebError.WebError> => {
      const entry = files.get(name)
      if (entry === undefined) return Result.succeed(undefined)
      if (entry.isEncrypted) return Result.fail(encrypted)
      const most = Math.min(limits.each, left)
      if (entry.size > most) return Result.fail(tooLarge)
      return Result.map(unpack(zip, entry, most), (unpacked) => {
        left -= unpacked.length
        return unpacked
      })
    }
    return { entries: new Map(Array.from(files, ([name, { size }]) => [name, size])), read }
  })

// --- private --------------------------------------------------------------------------

const limits = {
  entries: 10_000,
  /** Bytes of a name. */
  name: 1_024,
  /** Unpacked bytes of a file, and of all that are read. */
  each: 48 * 1_048_576,
  together: 128 * 1_048_576,
  /** How many times a file larger than `small` bytes may unpack to its packed size. */
  ratio: 500,
  small: 1_048_576,
} as const

interface Entry {
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly start: number
  readonly isEncrypted: boolean
}

const directoryOf = (zip: Buffer): Result.Result<ReadonlyMap<string, Entry>, WebError.WebError> => {
  const end = zip.lastIndexOf(endMark)
  if (end === -1 || end + 22 > zip.length) return Result.fail(damaged)
  const count = zip.readUInt16LE(end + 10)
  if (count > limits.entries) return Result.fail(tooLarge)
  const files = new Map<string, Entry>()
  let [at, total] = [zip.readUInt32LE(end + 16), 0]
  for (let index = 0; index < count; index++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) return Result.fail(damaged)
    const packed = zip.readUInt32LE(at + 20)
    const nameLength = zip.readUInt16LE(at + 28)
    const nameEnd = at + 46 + nameLength
    if (nameLength > limits.name || nameEnd > zip.length) return Result.fail(damaged)
    // Entries that share their bytes would unpack to many times the archive.
    total += packed
    if (total > zip.length) return Result.fail(damaged)
    const name = zip.toString("utf8", at + 46, nameEnd).replaceAll("\\", "/")
    if (!name.endsWith("/") && !files.has(name))
      files.set(name, {
        isEncrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
        method: zip.readUInt16LE(at + 10),
        packed,
        size: zip.readUInt32LE(at + 24),
        start: zip.readUInt32LE(at + 42),
      })
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return Result.succeed(files)
}

const endMark = Buffer.from("PK\u0005\u0006", "latin1")

const unpack = (
  zip: Buffer,
  { method, packed, size, start }: Entry,
  most: number,
): Result.Result<Uint8Array, WebError.WebError> => {
  if (start + 30 > zip.length || zip.readUInt32LE(start) !== 0x04034b50) return Result.fail(damaged)
  const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
  if (data + packed > zip.length) return Result.fail(damaged)
  const bytes = zip.subarray(data, data + packed)
  if (method === 0) return packed === size ? Result.succeed(bytes) : Result.fail(damaged)
  if (method !== 8) return Result.fail(damaged)
  if (size > limits.small && size > limits.ratio * packed) return Result.fail(tooLarge)
  const maxOutputLength = Math.max(1, Math.min(size, most))
  return Result.try({ try: () => inflateRawSync(bytes, { maxOutputLength }), catch: () => damaged })
}
