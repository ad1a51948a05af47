/**
 * The end of a library's file. SQLite ignores what follows its last page, so one file has the database, then its
 * details as JSON, then this: a SHA-256 of the details, a mark, the version of the format, the length of the details,
 * and a SHA-256 of all before. A file without a whole end, or with another sum, isn't served.
 */
import * as Result from "effect/Result"
import { createHash } from "node:crypto"
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from "node:fs"
import type { DocsIndex, Library } from "@porthole/core"

/** The version of the format: of the tables, of how text is cut and indexed, and of this end. */
export const format = 2

/** Why a file isn't whole. */
export type Fault = Extract<DocsIndex.Reason, "damaged" | "newer">

/** Appends the end to a database, and waits for the disk. */
export const append = (file: string, info: Omit<Library.Indexed, "bytes">): void => {
  const fd = openSync(file, "r+")
  const { size } = fstatSync(fd)
  const details = Buffer.from(JSON.stringify(info))
  const head = Buffer.alloc(headLength)
  createHash("sha256").update(details).digest().copy(head)
  head.write(mark, markAt, "latin1")
  head.writeUInt32LE(format, formatAt)
  head.writeUInt32LE(details.length, lengthAt)
  const sum = hashOf(fd, size).update(details).update(head).digest()
  writeSync(fd, Buffer.concat([details, head, sum]), 0, undefined, size)
  fsyncSync(fd)
  closeSync(fd)
}

/** The details of a file, from its end alone, with its size. Their schema is checked by the reader. */
export const read = (file: string): Result.Result<unknown, Fault> =>
  withFile(file, (fd, size) => Result.map(endOf(fd, size), ({ info }) => Object.assign({}, info, { bytes: size })))

/** Whether the whole file is as it was written. */
export const verify = (file: string): Result.Result<void, Fault> =>
  withFile(file, (fd, size) =>
    Result.flatMap(endOf(fd, size), ({ bytes, sum }) =>
      hashOf(fd, size - bytes.length - sum.length)
        .update(bytes)
        .digest()
        .equals(sum)
        ? Result.void
        : Result.fail<Fault>("damaged"),
    ),
  )

// --- private --------------------------------------------------------------------------

const mark = "porthole-docs"
const sumLength = 32
const markAt = sumLength
const formatAt = markAt + mark.length
const lengthAt = formatAt + 4
const headLength = lengthAt + 4

/** Maximum bytes of the details. */
const maxDetails = 65_536

const withFile = <A>(file: string, use: (fd: number, size: number) => A): A => {
  const fd = openSync(file, "r")
  const used = Result.try(() => use(fd, fstatSync(fd).size))
  closeSync(fd)
  return Result.getOrThrow(used)
}

interface End {
  readonly info: unknown
  /** The details and the head. */
  readonly bytes: Buffer
  readonly sum: Buffer
}

const endOf = (fd: number, size: number): Result.Result<End, Fault> => {
  const end = bytesAt(fd, size - headLength - sumLength, headLength + sumLength)
  if (end === undefined || end.toString("latin1", markAt, formatAt) !== mark) return Result.fail("damaged")
  const written = end.readUInt32LE(formatAt)
  if (written !== format) return Result.fail(written > format ? "newer" : "damaged")
  const length = end.readUInt32LE(lengthAt)
  const details = length > maxDetails ? undefined : bytesAt(fd, size - headLength - sumLength - length, length)
  if (details === undefined || !createHash("sha256").update(details).digest().equals(end.subarray(0, sumLength)))
    return Result.fail("damaged")
  return Result.mapBoth(
    Result.try((): unknown => JSON.parse(details.toString())),
    {
      onFailure: (): Fault => "damaged",
      onSuccess: (info) => ({
        info,
        bytes: Buffer.concat([details, end.subarray(0, headLength)]),
        sum: end.subarray(headLength),
      }),
    },
  )
}

const bytesAt = (fd: number, start: number, length: number): Buffer | undefined => {
  if (start < 0) return undefined
  const bytes = Buffer.alloc(length)
  return readSync(fd, bytes, 0, length, start) === length ? bytes : undefined
}

const hashOf = (fd: number, size: number) => {
  const hash = createHash("sha256")
  const chunk = Buffer.alloc(1_048_576)
  for (let at = 0; at < size;) {
    const read = readSync(fd, chunk, 0, Math.min(chunk.length, size - at), at)
    if (read === 0) break
    hash.update(chunk.subarray(0, read))
    at += read
  }
  return hash
}
