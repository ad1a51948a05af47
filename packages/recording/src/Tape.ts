/**
 * The recording behind the ports: an index of its exchanges by the requests that they answer, and appending. The
 * exchanges of one request come in their order, the last one again and again. Bodies stay in the file.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { Bound, type Recorded, VERSION } from "@porthole/core"
import { randomUUID } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import * as Exchange from "./Exchange.ts"
import { RecordingError } from "./RecordingError.ts"
import * as WarcFile from "./WarcFile.ts"
import * as WarcRecord from "./WarcRecord.ts"

/** Maximum number of exchanges that are indexed. */
export const maxExchanges = 1_000_000

/** A record to append. */
export interface Draft {
  readonly type: "metadata" | "request" | "response"
  readonly target: string
  readonly contentType: string
  readonly block: Uint8Array
  /** The payload, if it is only a part of the block. */
  readonly payload?: Uint8Array
  readonly extra?: ReadonlyArray<readonly [name: string, value: string]>
}

/** A recorded exchange. */
export interface Found extends Recorded.Recorded {
  readonly record: WarcRecord.WarcRecord
}

/** An open recording. */
export interface Tape {
  /**
   * Appends records that belong together, in one write, and returns the first of them; nothing if the recording is full
   * or can't be written.
   */
  readonly append: (drafts: ReadonlyArray<Draft>) => Effect.Effect<Recorded.Recorded | undefined>
  /** The next exchange of the first of these keys that the recording has. */
  readonly next: (...keys: ReadonlyArray<string>) => Effect.Effect<Found | undefined, RecordingError>
  /** Whether the recording has an exchange of a key. */
  readonly has: (key: string) => boolean
  /** The time of the first record in ms since the epoch; `undefined` without a record. */
  readonly begunAt: number | undefined
}

/** How to open a recording. */
export interface Options {
  readonly file: string
  readonly mode: "record" | "replay"
  /** Maximum bytes of the file. */
  readonly maxBytes: number
}

/** Opens a recording. To record, a torn last record is cut off; to replay, it ends the recording. */
export const open = ({ file, maxBytes, mode }: Options): Effect.Effect<Tape, RecordingError, Scope.Scope> =>
  Effect.gen(function* () {
    const handle = yield* Effect.acquireRelease(WarcFile.open(file, mode === "record" ? "a+" : "r"), (opened) =>
      Effect.ignore(Effect.tryPromise(() => opened.close())),
    )
    const index = yield* indexOf(handle, file, mode)
    const write = writer(handle, index.end, maxBytes)
    if (mode === "record" && index.end === 0) yield* write([infoDraft])
    return {
      append: mode === "record" ? write : () => Effect.undefined,
      next: (...keys) => nextOf(handle, index, keys),
      has: (key) => index.entries.has(key),
      begunAt: index.begunAt,
    }
  })

/** The key of a host's addresses. */
export const addressKey = (host: string): string => Exchange.keyOf(`dns:${host}`, "")

/** The key of a page in a file of another maker, which doesn't tell requests apart. */
export const foreignKey = (url: string): string => Exchange.keyOf(url, "")

// --- private --------------------------------------------------------------------------

interface Entry {
  readonly offset: number
  readonly at: number
}

interface Index {
  readonly entries: Map<string, Array<Entry>>
  readonly served: Map<string, number>
  readonly end: number
  readonly begunAt: number | undefined
}

const indexOf = Effect.fnUntraced(function* (
  handle: FileHandle,
  file: string,
  mode: "record" | "replay",
): Effect.fn.Return<Index, RecordingError> {
  const entries = new Map<string, Array<Entry>>()
  let count = 0
  let begunAt: number | undefined
  const end = yield* WarcFile.walk(handle, ({ at, offset, record }) => {
    begunAt ??= Option.getOrUndefined(DateTime.make(WarcRecord.fieldOf(record, "WARC-Date") ?? ""))?.epochMilliseconds
    const key = keyIn(record)
    if (key === undefined || ++count > maxExchanges) return
    entries.set(key, [...(entries.get(key) ?? []), { offset, at }])
  })
  if (count > maxExchanges)
    return yield* new RecordingError({ message: `The recording ${file} has more than ${maxExchanges} exchanges.` })
  const isTorn = end.fault === "short" && end.offset > 0
  if (end.fault !== undefined && !isTorn)
    return yield* new RecordingError({
      message: `The recording ${file} can't be read: ${end.fault} at byte ${end.offset}.`,
    })
  if (isTorn && mode === "record")
    yield* Effect.tryPromise({ try: () => handle.truncate(end.offset), catch: WarcFile.unwritable })
  if (isTorn) yield* Effect.logWarning(`The recording's last record is torn; it ends at byte ${end.offset}.`)
  return { entries, served: new Map(), end: end.offset, begunAt }
})

/** The key under which a record answers; `undefined` for one that answers nothing. */
const keyIn = (record: WarcRecord.WarcRecord): string | undefined => {
  const type = WarcRecord.fieldOf(record, "WARC-Type")
  const target = WarcRecord.fieldOf(record, "WARC-Target-URI")?.replace(/^<(.*)>$/, "$1")
  if (target === undefined || (type !== "response" && type !== "metadata")) return undefined
  const vary = WarcRecord.fieldOf(record, "Porthole-Vary")
  if (vary !== undefined || type === "metadata") return vary === undefined ? undefined : Exchange.keyOf(target, vary)
  const url = URL.parse(target)
  if (url === null) return undefined
  url.hash = ""
  return foreignKey(url.href)
}

const nextOf = Effect.fnUntraced(function* (
  handle: FileHandle,
  { entries, served }: Index,
  keys: ReadonlyArray<string>,
): Effect.fn.Return<Found | undefined, RecordingError> {
  const key = keys.find((each) => entries.has(each))
  const all = key === undefined ? undefined : entries.get(key)
  if (key === undefined || all === undefined) return undefined
  const turn = Math.min(served.get(key) ?? 0, all.length - 1)
  served.set(key, turn + 1)
  const entry = all[turn]
  if (entry === undefined) return undefined
  const record = yield* WarcFile.readAt(handle, entry)
  if (!Exchange.fits(WarcRecord.fieldOf(record, "WARC-Block-Digest"), record.block))
    return yield* new RecordingError({ message: "A record of the recording doesn't have its digest." })
  return { ...recordedOf(record), replayed: true, record }
})

const recordedOf = (record: WarcRecord.WarcRecord): Recorded.Recorded => ({
  id: WarcRecord.fieldOf(record, "WARC-Record-ID") ?? "",
  digest: WarcRecord.fieldOf(record, "WARC-Payload-Digest") ?? WarcRecord.fieldOf(record, "WARC-Block-Digest") ?? "",
  date: WarcRecord.fieldOf(record, "WARC-Date") ?? "",
})

const writer = (handle: FileHandle, end: number, maxBytes: number): Tape["append"] => {
  const turn = Bound.semaphore("records of a recording")
  let size = end
  let isOver = false
  const write = Effect.fnUntraced(function* (drafts: ReadonlyArray<Draft>) {
    const now = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
    const records = recordsOf(drafts, now)
    const members = yield* Effect.forEach(records, WarcFile.memberOf)
    const bytes = WarcRecord.join(members)
    if (isOver || size + bytes.length > maxBytes) {
      if (!isOver) yield* Effect.logWarning("The recording is full; further answers aren't recorded.")
      isOver = true
      return undefined
    }
    yield* Effect.tryPromise({ try: () => handle.appendFile(bytes), catch: WarcFile.unwritable })
    size += bytes.length
    return records[0] === undefined ? undefined : recordedOf(records[0])
  })
  return (drafts) =>
    // What was answered must be in the file, also if the caller has left meanwhile.
    Effect.uninterruptible(turn.withPermits(1)(write(drafts))).pipe(
      Effect.catch(({ message }) =>
        Effect.suspend(() => {
          isOver = true
          return Effect.as(Effect.logWarning(`${message} Further answers aren't recorded.`), undefined)
        }),
      ),
    )
}

const recordsOf = (drafts: ReadonlyArray<Draft>, date: string): ReadonlyArray<WarcRecord.WarcRecord> => {
  const ids = drafts.map(() => `<urn:uuid:${randomUUID()}>`)
  return drafts.map(({ block, contentType, extra = [], payload, target, type }, at) => ({
    block,
    fields: [
      ["WARC-Type", target === infoDraft.target ? "warcinfo" : type],
      ["WARC-Record-ID", ids[at] ?? ""],
      ["WARC-Date", date],
      ...(target === infoDraft.target ? [] : [["WARC-Target-URI", target] as const]),
      ...(at === 0 || ids[0] === undefined ? [] : [["WARC-Concurrent-To", ids[0]] as const]),
      ["Content-Type", contentType],
      ["WARC-Block-Digest", Exchange.digestOf(block)],
      ...(payload === undefined ? [] : [["WARC-Payload-Digest", Exchange.digestOf(payload)] as const]),
      ...extra,
    ],
  }))
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
