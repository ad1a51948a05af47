/**
 * Appends records to a file, each in a member of its own. A payload that the file has already isn't written again: a
 * `revisit` record refers to it (ISO 28500, profile identical-payload-digest).
 */
import type * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Bound, type BoundedMap, type Recorded, VERSION } from "@porthole/core"
import { randomUUID } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import * as Exchange from "./Exchange.ts"
import type { RecordingError } from "./RecordingError.ts"
import * as WarcFile from "./WarcFile.ts"
import * as WarcRecord from "./WarcRecord.ts"

/** A record to append. */
export interface Draft {
  readonly type: "metadata" | "request" | "response"
  readonly target: string
  readonly contentType: string
  readonly block: Uint8Array
  /** The payload, if it is only the end of the block. */
  readonly payload?: Uint8Array
  readonly extra?: ReadonlyArray<readonly [name: string, value: string]>
}

/** Where the payload of a digest is. */
interface Payload {
  readonly id: string
  readonly target: string
  readonly date: string
}

/** The payloads of a file, by their digests. */
export type Payloads = BoundedMap.BoundedMap<Payload>

/** Forgets the payloads that were used longest ago: they are then written once more. */
export const payloads = (): Payloads =>
  Bound.memory<Payload>("records of a recording", { maxEntries: 20_000, maxWeight: 20_000 })

/** Remembers the payload of a response that is in the file. */
export const remember = (known: Payloads, record: WarcRecord.WarcRecord): void => {
  const [digest, id, target, date] = payloadFields.map((name) => WarcRecord.fieldOf(record, name))
  if (WarcRecord.fieldOf(record, "WARC-Type") !== "response" || digest === undefined || id === undefined) return
  if (WarcRecord.fieldOf(record, "WARC-Truncated") !== undefined) return
  known.set(digest, { id, target: target ?? "", date: date ?? "" }, WarcRecord.weightOf([id, target, date]))
}

/** How to write. */
export interface Options {
  readonly clock: Clock.Clock
  readonly handle: FileHandle
  readonly payloads: Payloads
  /** Where the file ends. */
  readonly end: number
  readonly maxBytes: number
  /** Called for each record that is in the file. */
  readonly written: (located: WarcFile.Located) => void
}

/** Makes the function that appends; it begins an empty file. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const { clock, end, handle, maxBytes, payloads, written } = options
  const turn = Bound.semaphore("records of a recording")
  let size = end
  let isOver = false
  const write = Effect.fnUntraced(function* (
    drafts: ReadonlyArray<Draft>,
  ): Effect.fn.Return<Recorded.Kept | undefined, RecordingError> {
    if (isOver) return undefined
    const now = DateTime.formatIso(DateTime.makeUnsafe(clock.currentTimeMillisUnsafe()))
    const records = recordsOf(drafts, now, payloads)
    const members = yield* Effect.forEach(records, WarcFile.memberOf)
    const bytes = Buffer.concat(members)
    if (size + bytes.length > maxBytes) {
      isOver = true
      yield* Effect.logWarning("The recording is full; further answers aren't recorded.")
      return undefined
    }
    yield* Effect.tryPromise({ try: () => handle.appendFile(bytes), catch: WarcFile.unwritable })
    for (const [at, record] of records.entries()) {
      written({ record, offset: size, at: 0 })
      remember(payloads, record)
      size += members[at]?.length ?? 0
    }
    return records[0] === undefined ? undefined : recordedOf(records[0])
  })
  const append = (drafts: ReadonlyArray<Draft>): Effect.Effect<Recorded.Kept | undefined> =>
    // What was answered must be in the file, also if the caller has left meanwhile.
    Effect.uninterruptible(turn.withPermits(1)(write(drafts))).pipe(
      Effect.catch(({ message }) =>
        Effect.suspend(() => {
          isOver = true
          return Effect.as(Effect.logWarning(`${message} Further answers aren't recorded.`), undefined)
        }),
      ),
    )
  if (end === 0) yield* append([infoDraft])
  return append
})

/** How an answer names its record. */
export const recordedOf = (record: WarcRecord.WarcRecord): Recorded.Kept => ({
  id: WarcRecord.fieldOf(record, "WARC-Record-ID") ?? "",
  digest: WarcRecord.fieldOf(record, "WARC-Payload-Digest") ?? WarcRecord.fieldOf(record, "WARC-Block-Digest") ?? "",
  date: WarcRecord.fieldOf(record, "WARC-Date") ?? "",
})

/** The records of drafts that belong together. Without `known`, every payload is written. */
export const recordsOf = (
  drafts: ReadonlyArray<Draft>,
  date: string,
  known?: Payloads,
): ReadonlyArray<WarcRecord.WarcRecord> => {
  const ids = drafts.map(() => `<urn:uuid:${randomUUID()}>`)
  return drafts.map((draft, at) => {
    const { contentType, extra = [], payload, target } = draft
    const digest = payload === undefined ? undefined : Exchange.digestOf(payload)
    const { block, fields, type } = contentOf(draft, digest, known)
    return {
      block,
      fields: [
        ["WARC-Type", type],
        ["WARC-Record-ID", ids[at] ?? ""],
        ["WARC-Date", date],
        ...(type === "warcinfo" ? [] : [["WARC-Target-URI", target] as const]),
        ...(at === 0 || ids[0] === undefined ? [] : [["WARC-Concurrent-To", ids[0]] as const]),
        ...fields,
        ["Content-Type", contentType],
        ["WARC-Block-Digest", Exchange.digestOf(block)],
        ...(digest === undefined ? [] : [["WARC-Payload-Digest", digest] as const]),
        ...extra,
      ],
    }
  })
}

// --- private --------------------------------------------------------------------------

const payloadFields = ["WARC-Payload-Digest", "WARC-Record-ID", "WARC-Target-URI", "WARC-Date"] as const

/** A payload with fewer bytes takes less than the reference to it. */
const minRevisited = 512

/** The block of a draft and what belongs to its type: a payload that is in the file is left out. */
const contentOf = (
  { block, extra = [], payload, target, type }: Draft,
  digest: string | undefined,
  known: Payloads | undefined,
): Pick<WarcRecord.WarcRecord, "block" | "fields"> & { readonly type: string } => {
  if (target === infoDraft.target) return { type: "warcinfo", block, fields: [] }
  const isWhole = !extra.some(([name]) => name === "WARC-Truncated")
  const before = digest === undefined || !isWhole ? undefined : known?.get(digest)
  if (payload === undefined || payload.length < minRevisited || before === undefined) return { type, block, fields: [] }
  return {
    type: "revisit",
    block: block.subarray(0, block.length - payload.length),
    fields: [
      ["WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"],
      ["WARC-Refers-To", before.id],
      ["WARC-Refers-To-Target-URI", before.target],
      ["WARC-Refers-To-Date", before.date],
    ],
  }
}

const infoDraft: Draft = {
  type: "metadata",
  target: "warcinfo",
  contentType: "application/warc-fields",
  block: new TextEncoder().encode(
    `software: porthole/${VERSION}\r\nformat: WARC File Format 1.1\r\n` +
      "description: Left out are cookies, credentials, signatures, keys of endpoints, and all headers that Porthole " +
      "doesn't read. Exchanges with configured endpoints have the scheme porthole-endpoint.\r\n",
  ),
}
