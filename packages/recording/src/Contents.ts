/** What a file holds, for a person: each record without its block, and whether its digests are right. */
import * as Effect from "effect/Effect"
import type { FileHandle } from "node:fs/promises"
import * as Exchange from "./Exchange.ts"
import { RecordingError } from "./RecordingError.ts"
import * as Signature from "./Signature.ts"
import * as WarcFile from "./WarcFile.ts"
import * as WarcRecord from "./WarcRecord.ts"

/** A record without its block. */
export interface Listed {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly date: string
  /** Bytes of the block. */
  readonly bytes: number
  readonly digest: string
  /**
   * Whether the block, and the body of an HTTP message, have the digests that the record names; that of a `revisit` is
   * an earlier one.
   */
  readonly isRight: boolean
}

/** A file's records, and why they end before the file does, if they do. */
export interface Contents {
  readonly records: ReadonlyArray<Listed>
  readonly signatures: ReadonlyArray<Signature.Checked>
  /** The number of records after the last signature; 0 without a signature. */
  readonly unsigned: number
  readonly fault: string | undefined
}

/** Reads a whole file. */
export const read = (file: string): Effect.Effect<Contents, RecordingError> =>
  using(
    file,
    Effect.fnUntraced(function* (handle) {
      const records: Array<Listed> = []
      const payloads = new Set<string>()
      const claims: Array<Signature.Claim> = []
      let weight = 0
      let unsigned = 0
      const { fault } = yield* WarcFile.walk(handle, (located) => {
        if (weight > maxRecords) return
        const record = listed(located.record, payloads)
        records.push(record)
        weight += WarcRecord.weightOf([record.digest, record.id, record.target, record.type, record.date])
        const claim = Signature.read(located)
        unsigned = claim === undefined ? unsigned + 1 : 0
        if (claim !== undefined && claims.length < maxSignatures) claims.push(claim)
      })
      if (weight > maxRecords)
        return yield* new RecordingError({ message: `The recording ${file} has more than ${maxRecords} records.` })
      const signatures = yield* Signature.check(handle, claims)
      return { records, fault, signatures, unsigned: signatures.length === 0 ? 0 : unsigned }
    }),
  )

/** A record with its block: its named fields, the head of an HTTP message, and its text, if it is one. */
export interface Shown {
  readonly fields: WarcRecord.WarcRecord["fields"]
  readonly head: string
  /** Decoded, and at most 1 MiB of it; absent if it is no text. */
  readonly text?: string
}

/** The record with an id, with or without its `<urn:uuid:` and `>`; `undefined` if there is none. */
export const show = (file: string, id: string): Effect.Effect<Shown | undefined, RecordingError> =>
  using(
    file,
    Effect.fnUntraced(function* (handle) {
      let found: WarcRecord.WarcRecord | undefined
      const name = bareId(id)
      yield* WarcFile.walk(handle, ({ record }) => {
        if (bareId(WarcRecord.fieldOf(record, "WARC-Record-ID") ?? "") === name) found ??= record
      })
      return found === undefined ? undefined : shown(found)
    }),
  )

// --- private --------------------------------------------------------------------------

/** Maximum number of records that are listed; one with a long URL counts as several. */
const maxRecords = 3_000_000

/** Maximum number of signatures that are checked; more would be a flood. */
const maxSignatures = 100

const using = <A>(
  file: string,
  use: (handle: FileHandle) => Effect.Effect<A, RecordingError>,
): Effect.Effect<A, RecordingError> =>
  Effect.acquireUseRelease(WarcFile.open(file, "r"), use, (handle) =>
    Effect.ignore(Effect.tryPromise(() => handle.close())),
  )

const bareId = (id: string): string => id.replace(/^<?(?:urn:uuid:)?/, "").replace(/>$/, "")

const maxShown = 1_048_576

const shown = ({ block, fields }: WarcRecord.WarcRecord): Shown => {
  const isHttp = fields.some(([name, value]) => /^content-type$/i.test(name) && value.startsWith("application/http"))
  const http = isHttp ? WarcRecord.httpOf(block) : undefined
  if (http === undefined) return { fields, head: "", text: new TextDecoder().decode(block.subarray(0, maxShown)) }
  const field = (name: string) => http.fields.find(([each]) => each.toLowerCase() === name)?.[1] ?? ""
  const body = Exchange.isChunked(http.fields) ? (Exchange.dechunked(http.body) ?? http.body) : http.body
  const decoded = Exchange.decoded(body, field("content-encoding"), maxShown)
  const isText = body.length === 0 || /^text\/|json|xml|javascript/i.test(field("content-type"))
  return {
    fields,
    head: [http.first, ...http.fields.map(([name, value]) => `${name}: ${value}`)].join("\n"),
    ...(isText && decoded !== undefined ? { text: new TextDecoder().decode(decoded.subarray(0, maxShown)) } : {}),
  }
}

const listed = (record: WarcRecord.WarcRecord, payloads: Set<string>): Listed => {
  const field = (name: string): string => WarcRecord.fieldOf(record, name) ?? ""
  const payload = WarcRecord.fieldOf(record, "WARC-Payload-Digest")
  const isRight =
    Exchange.fits(WarcRecord.fieldOf(record, "WARC-Block-Digest"), record.block) &&
    (field("WARC-Type") === "revisit" ? payload === undefined || payloads.has(payload) : hasPayload(record, payload))
  if (isRight && payload !== undefined) payloads.add(payload)
  return {
    id: field("WARC-Record-ID"),
    type: field("WARC-Type"),
    target: field("WARC-Target-URI"),
    date: field("WARC-Date"),
    bytes: record.block.length,
    digest: payload ?? field("WARC-Block-Digest"),
    isRight,
  }
}

/** A body with a transfer coding has the digest of the body without it, or with it, as its maker understood WARC. */
const hasPayload = (record: WarcRecord.WarcRecord, digest: string | undefined): boolean => {
  const body = WarcRecord.httpOf(record.block)?.body
  return body === undefined || Exchange.fits(digest, body) || Exchange.fits(digest, Exchange.dechunked(body) ?? body)
}
