/** What a file holds, for a person: each record without its block, and whether its digests are right. */
import * as Effect from "effect/Effect"
import * as Exchange from "./Exchange.ts"
import type { RecordingError } from "./RecordingError.ts"
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
  readonly fault: string | undefined
}

/** Reads a whole file. */
export const read = (file: string): Effect.Effect<Contents, RecordingError> =>
  Effect.acquireUseRelease(
    WarcFile.open(file, "r"),
    (handle) => {
      const records: Array<Listed> = []
      const payloads = new Set<string>()
      return Effect.map(
        WarcFile.walk(handle, ({ record }) => void records.push(listed(record, payloads))),
        ({ fault }) => ({ records, fault }),
      )
    },
    (handle) => Effect.ignore(Effect.tryPromise(() => handle.close())),
  )

// --- private --------------------------------------------------------------------------

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
