/**
 * Signatures in a recording: a `metadata` record signs all bytes before it, with Ed25519 (RFC 8032). It shows that the
 * key's owner had these bytes at its date, and that nobody has changed them since; it doesn't show who sent them.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { createHash, createPublicKey, type Hash, verify } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import * as FileLock from "./FileLock.ts"
import { RecordingError } from "./RecordingError.ts"
import * as TapeWriter from "./TapeWriter.ts"
import * as WarcFile from "./WarcFile.ts"
import * as WarcRecord from "./WarcRecord.ts"

/** A key's signature of a text, in base64url. */
export const Signed = Schema.Struct({
  /** The public key: its thumbprint (RFC 7638), and its 32 bytes in base64url. */
  kid: Schema.String,
  x: Schema.String,
  signature: Schema.String,
})
export type Signed = typeof Signed.Type

/** Signs a text. */
export type Sign<E> = (text: string) => Effect.Effect<Signed, E>

/** A signature of a file: by which key, when, of how many bytes from the begin, and whether it is right. */
export interface Checked {
  readonly key: string
  readonly date: string
  readonly bytes: number
  readonly isRight: boolean
}

/** Signs a whole recording, and returns the key's name. */
export const add = <E>(file: string, sign: Sign<E>): Effect.Effect<string, E | RecordingError> =>
  Effect.scoped(
    Effect.gen(function* () {
      yield* FileLock.hold(file)
      const handle = yield* Effect.acquireRelease(WarcFile.open(file, "r+"), (handle) =>
        Effect.ignore(Effect.tryPromise(() => handle.close())),
      )
      const { fault, offset } = yield* WarcFile.walk(handle, () => {})
      if (fault !== undefined || offset === 0)
        return yield* new RecordingError({ message: `The recording ${file} isn't whole, so it can't be signed.` })
      const [hash] = yield* hashesUntil(handle, [offset])
      const date = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
      const statement = { bytes: offset, sha256: hash ?? "", date }
      const signed = yield* sign(textOf(statement))
      const [record] = TapeWriter.recordsOf([draftOf({ ...statement, ...signed })], date)
      const isPacked = (yield* bytesAt(handle, 0, 1))[0] === 0x1f
      const bytes = record === undefined ? new Uint8Array() : WarcRecord.encode(record)
      const member = isPacked && record !== undefined ? yield* WarcFile.memberOf(record) : bytes
      yield* Effect.tryPromise({
        try: () => handle.write(member, 0, member.length, offset),
        catch: WarcFile.unwritable,
      })
      return signed.kid
    }),
  )

/** The signature that a record of a file is; `undefined` for any other record. */
export const read = ({ offset, record }: WarcFile.Located): Claim | undefined => {
  if (WarcRecord.fieldOf(record, "WARC-Target-URI") !== scheme) return undefined
  const statement = Option.getOrUndefined(decode(new TextDecoder().decode(record.block)))
  return statement === undefined ? undefined : { offset, statement }
}

/** A signature that isn't checked yet, and the offset of its record. */
export interface Claim {
  readonly offset: number
  readonly statement: typeof Statement.Type
}

/** Checks signatures in their order: each must sign all bytes before it. */
export const check = (
  handle: FileHandle,
  claims: ReadonlyArray<Claim>,
): Effect.Effect<ReadonlyArray<Checked>, RecordingError> =>
  Effect.map(
    hashesUntil(
      handle,
      claims.map(({ offset }) => offset),
    ),
    (hashes) =>
      claims.map(({ offset, statement }, at) => {
        const { bytes, date, kid, sha256 } = statement
        const isOfBytes = bytes === offset && sha256 === hashes[at]
        return { key: kid, date, bytes, isRight: isOfBytes && isSigned(statement) }
      }),
  )

// --- private --------------------------------------------------------------------------

const scheme = "porthole-signature:"

const Statement = Schema.Struct({
  bytes: Schema.Natural,
  sha256: Schema.String,
  date: Schema.String,
  ...Signed.fields,
})
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Statement))

const draftOf = (statement: typeof Statement.Type): TapeWriter.Draft => ({
  type: "metadata",
  target: scheme,
  contentType: "application/json",
  block: new TextEncoder().encode(JSON.stringify(statement)),
})

/** The text that is signed. */
const textOf = ({ bytes, date, sha256 }: Pick<typeof Statement.Type, "bytes" | "date" | "sha256">): string =>
  `porthole recording\nbytes: ${bytes}\nsha256: ${sha256}\ndate: ${date}\n`

const isSigned = (statement: typeof Statement.Type): boolean => {
  const { kid, signature, x } = statement
  const thumbprint = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url")
  return Effect.runSync(
    Effect.orElseSucceed(
      Effect.try(() => {
        const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" })
        return (
          kid === thumbprint && verify(null, Buffer.from(textOf(statement)), key, Buffer.from(signature, "base64url"))
        )
      }),
      () => false,
    ),
  )
}

/** The SHA-256 of a file's bytes before each of these offsets, which rise. */
const hashesUntil = Effect.fnUntraced(function* (
  handle: FileHandle,
  offsets: ReadonlyArray<number>,
): Effect.fn.Return<ReadonlyArray<string>, RecordingError> {
  const hash: Hash = createHash("sha256")
  const hashes: Array<string> = []
  let at = 0
  for (const end of offsets) {
    while (at < end) {
      const bytes = yield* bytesAt(handle, at, Math.min(window, end - at))
      if (bytes.length === 0) break
      hash.update(bytes)
      at += bytes.length
    }
    hashes.push(hash.copy().digest("hex"))
  }
  return hashes
})

const window = 1_048_576

const bytesAt = (handle: FileHandle, at: number, length: number): Effect.Effect<Uint8Array, RecordingError> =>
  Effect.tryPromise({
    try: () => handle.read(new Uint8Array(length), 0, length, at),
    catch: (cause) => new RecordingError({ message: "The recording can't be read.", cause }),
  }).pipe(Effect.map(({ buffer, bytesRead }) => buffer.subarray(0, bytesRead)))
