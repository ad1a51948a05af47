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
  /** Whether the block, and the body of an HTTP message, have the digests that the record names. */
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
      return Effect.map(
        WarcFile.walk(handle, ({ record }) => void records.push(listed(record))),
        ({ fault }) => ({ records, fault }),
      )
    },
    (handle) => Effect.ignore(Effect.tryPromise(() => handle.close())),
  )

// --- private --------------------------------------------------------------------------

const listed = (record: WarcRecord.WarcRecord): Listed => {
  const field = (name: string): string => WarcRecord.fieldOf(record, name) ?? ""
  const payload = WarcRecord.fieldOf(record, "WARC-Payload-Digest")
  const body = WarcRecord.httpOf(record.block)?.body
  return {
    id: field("WARC-Record-ID"),
    type: field("WARC-Type"),
    target: field("WARC-Target-URI"),
    date: field("WARC-Date"),
    bytes: record.block.length,
    digest: payload ?? field("WARC-Block-Digest"),
    // A body with a transfer coding has the digest of the body without it, or with it, as its maker understood WARC.
    isRight:
      Exchange.fits(WarcRecord.fieldOf(record, "WARC-Block-Digest"), record.block) &&
      (body === undefined || Exchange.fits(payload, body) || Exchange.fits(payload, Exchange.dechunked(body) ?? body)),
  }
}
