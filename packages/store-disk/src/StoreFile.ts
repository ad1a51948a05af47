/**
 * One entry as a file: its name, and its bytes.
 * The name contains digests of the store id and key, so that any string is a key and none is a path. The bytes repeat
 * both in full, after a checksum over all of them: anything other than exactly the bytes written for that store id and
 * key (torn, half overwritten, of another program, or with an equal digest) reads as nothing.
 * ```text
 * porthole 1 <SHA-256 of the rest, in hex>\n
 * {"store":"pages","key":"…","expires":1790000000000,"value":{…}}
 * ```
 */
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { TimeSlice } from "@porthole/core"
import { BoundedMemory } from "@porthole/stores"

/** The store id and key of an entry. */
export interface EntryId {
  readonly storeId: string
  readonly key: string
}

/** The contents of a file. */
export interface Content {
  readonly value: object
  /** In ms since the epoch; `undefined` if it never expires. */
  readonly expires: number | undefined
}

/** The name of a file: 16 hex digits of the store id's digest, and the 64 of the digest of store id and key. */
export const nameOf = ({ storeId, key }: EntryId): string =>
  `${prefixOf(storeId)}${digest(Buffer.from(`${storeId.length}:${storeId}${key}`, "utf16le"))}`

/** The common prefix of all file names of a store id. */
export const prefixOf = (storeId: string): string => `${digest(Buffer.from(storeId, "utf16le")).slice(0, 16)}-`

/** Whether a file's name is one of ours. */
export const isName = (text: string): boolean => /^[0-9a-f]{16}-[0-9a-f]{64}$/.test(text)

/** The subfolder of a file: 2 hex digits of its name, so that files spread over 256 subfolders. */
export const subfolderOf = (name: string): string => name.slice(17, 19)

/** The bytes of an entry, in slices of time; `text` is its value in JSON. */
export const encode = Effect.fnUntraced(function* (
  { storeId, key }: EntryId,
  text: string,
  expires: number | undefined,
): Effect.fn.Return<Uint8Array> {
  const place = `"store":${JSON.stringify(storeId)},"key":${JSON.stringify(key)}`
  const body = Buffer.from(`{${place},"expires":${expires ?? "null"},"value":${text}}`, "utf8")
  return Buffer.concat([Buffer.from(`${magic}${yield* checksumOf(body)}\n`, "latin1"), body])
})

/** The content of a file, in slices of time; none unless its bytes are complete and belong to this store id and key. */
export const decode = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  { storeId, key }: EntryId,
): Effect.fn.Return<Option.Option<Content>> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const body = buffer.subarray(headLength)
  if (buffer.toString("latin1", 0, headLength) !== `${magic}${yield* checksumOf(body)}\n`) return Option.none()
  return (yield* BoundedMemory.decode(body.toString("utf8"))).pipe(
    Option.flatMap(readBody),
    Option.filter((it) => it.store === storeId && it.key === key),
    Option.flatMap(({ value, expires }) =>
      Predicate.isObjectOrArray(value) ? Option.some({ value, expires: expires ?? undefined }) : Option.none(),
    ),
  )
})

// --- private --------------------------------------------------------------------------

const magic = "porthole 1 "
const headLength = magic.length + 64 + 1

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** The bytes that are hashed in one step, about a millisecond. */
const maxHashedLength = 524_288

/** The digest of the bytes of a page, which may be some megabytes. */
const checksumOf = Effect.fnUntraced(function* (bytes: Uint8Array): Effect.fn.Return<string> {
  const hash = createHash("sha256")
  for (let start = 0; start < bytes.length; start += maxHashedLength) {
    if (start > 0) yield* TimeSlice.next
    hash.update(bytes.subarray(start, start + maxHashedLength))
  }
  return hash.digest("hex")
})

const readBody = Schema.decodeUnknownOption(
  Schema.Struct({
    store: Schema.String,
    key: Schema.String,
    expires: Schema.NullOr(Schema.Finite),
    value: Schema.Unknown,
  }),
)
