/**
 * The files of an archive, `.tgz` or `.zip`, in memory. Links, and names that lead out of it, are left out; its size
 * is bounded before and after it is unpacked.
 */
import * as Effect from "effect/Effect"
import { gunzip, inflateRaw } from "node:zlib"
import * as LeftOut from "./LeftOut.ts"
import { readable } from "./Reading.ts"
import { type Files, type Listing, maxEntries } from "./Files.ts"
import { SourceError } from "./Source.ts"

/** Maximum bytes of an archive, and of a `.tgz` unpacked. */
export const maxBytes = 256 * 1_048_576
export const maxUnpacked = 512 * 1_048_576

/**
 * Lists the files of an archive that may be documentation of a package or of a folder, and the manifest. Fails if it
 * is damaged or too large: a `.tgz` is unpacked up to `most` bytes.
 */
export const list = (bytes: Uint8Array, most = maxUnpacked): Effect.Effect<Listing, SourceError> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length >= 4 && buffer.readUInt32LE(0) === zipMark) return Effect.suspend(() => listZip(buffer))
  if (isTar(bytes)) return listTar(buffer)
  return Effect.flatMap(inflate(gunzip, buffer, most), listTar)
}

/** Whether bytes are a tar archive: a `.tgz` whose compression was undone on its way. */
export const isTar = (bytes: Uint8Array): boolean =>
  new TextDecoder("latin1").decode(bytes.subarray(257, 262)) === "ustar"

// --- private --------------------------------------------------------------------------

const damaged = new SourceError({ message: "The archive is damaged, or no .tgz or .zip. Get it again." })
const tooLarge = new SourceError({ message: "The archive is too large. Unpack it, and add a folder of it." })

type Unpack = typeof gunzip

const inflate = (unpack: Unpack, bytes: Buffer, maxOutputLength: number): Effect.Effect<Buffer, SourceError> =>
  Effect.callback((resume) => {
    unpack(bytes, { maxOutputLength }, (error, output) => {
      if (error === null) return resume(Effect.succeed(output))
      resume(Effect.fail("code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? tooLarge : damaged))
    })
  })

/** Collects entries under safe names that may be documentation. */
class Collected {
  readonly files: Array<Files[number]> = []
  readonly #leftOut = LeftOut.make()

  leave(what: string): void {
    this.#leftOut.leave(what)
  }

  add(name: string, size: number, read: Files[number]["read"]): void {
    const path = name.replace(/^\.\//, "")
    const isSafe = path !== "" && !/^(?:\/|[a-z]:)|\\|\0/i.test(path) && !path.split("/").includes("..")
    if (!isSafe) this.leave("names that lead out of the archive")
    else if (
      (readable(path, false) || readable(path, true) || isManifest(path)) &&
      !/(?:^|\/)(?:node_modules|\.[^/]*)\//.test(path)
    )
      this.files.push({ path, size, read })
  }

  /** The files, without the folder that all of them are in. */
  listing(): Listing {
    const top = /^[^/]+\//.exec(this.files[0]?.path ?? "")?.[0] ?? ""
    const isShared = top !== "" && this.files.every(({ path }) => path.startsWith(top))
    const files = this.files.map((file) => ({ ...file, path: isShared ? file.path.slice(top.length) : file.path }))
    return { files, leftOut: this.#leftOut.counts }
  }
}

/** The manifest of a packed package, which has all in one folder. */
const isManifest = (path: string): boolean => path.split("/").slice(1).join("/") === "package.json"

/** A tar archive (POSIX.1-2001): blocks of 512 bytes, long names in entries of `x` (pax) and `L` (GNU). */
const listTar = Effect.fnUntraced(function* (tar: Buffer) {
  const collected = new Collected()
  let [long, entries] = ["", 0]
  for (let at = 0; at + 512 <= tar.length;) {
    const head = tar.subarray(at, at + 512)
    if (head[0] === 0) break
    const size = Number.parseInt(textOf(head.subarray(124, 136)).trim() || "0", 8)
    if (!Number.isInteger(size) || size < 0 || at + 512 + size > tar.length) return yield* damaged
    if (++entries > maxEntries) return yield* tooLarge
    const content = tar.subarray(at + 512, at + 512 + size)
    const type = String.fromCharCode(head[156] ?? 0)
    if (type === "x") long = /(?:^|\n)\d+ path=([^\n]*)/.exec(content.toString())?.[1] ?? ""
    else if (type === "L") long = textOf(content)
    else {
      const prefix = textOf(head.subarray(345, 500))
      const name = long === "" ? `${prefix === "" ? "" : `${prefix}/`}${textOf(head.subarray(0, 100))}` : long
      long = ""
      if (type === "0" || type === "\0") collected.add(name, size, Effect.succeed(content))
      else if (type === "1" || type === "2") collected.leave("links")
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
  return collected.listing()
})

const zipMark = 0x04034b50

/** A zip archive (PKWARE's APPNOTE 4.3): its central directory names the entries. */
const listZip = Effect.fnUntraced(function* (zip: Buffer) {
  const collected = new Collected()
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"))
  if (end === -1 || end + 22 > zip.length) return yield* damaged
  const count = zip.readUInt16LE(end + 10)
  let [at, total] = [zip.readUInt32LE(end + 16), 0]
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) return yield* damaged
    const [method, packed, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const name = zip.toString("utf8", at + 46, at + 46 + (nameLength ?? 0))
    const isLink = zip.readUInt32LE(at + 38) >>> 28 === 0xa
    const start = zip.readUInt32LE(at + 42)
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
    // Entries that share their bytes would unpack to many times the archive.
    total += packed
    if (total > zip.length) return yield* damaged
    if (isLink) collected.leave("links")
    else if (!name.endsWith("/") && (method === 0 || method === 8)) {
      if (start + 30 > zip.length || (method === 0 && packed !== size)) return yield* damaged
      const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
      const bytes = zip.subarray(data, data + packed)
      collected.add(name, size, method === 0 ? Effect.succeed(bytes) : inflate(inflateRaw, bytes, size + 1))
    }
  }
  return collected.listing()
})

/** A field of a tar archive: up to its first zero. */
const textOf = (field: Buffer): string => {
  const end = field.indexOf(0)
  return field.toString("utf8", 0, end === -1 ? field.length : end)
}
