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
import * as FileLock from "./FileLock.ts"
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
  /** The time of the first record in ms since the epoch; `undefined` without a record. */
  readonly begunAt: number | undefined
}

/** How to open a recording. */
export type Options =
  | { readonly mode: "record"; readonly file: string; /** Maximum bytes of the file. */ readonly maxBytes: number }
  | { readonly mode: "replay"; readonly files: ReadonlyArray<string> }

/**
 * Opens a recording. To record, a torn last record is cut off, and no other process may write the file; to replay, it
 * ends the file.
 */
export const open = (options: Options): Effect.Effect<Tape, RecordingError, Scope.Scope> =>
  options.mode === "record" ? openToRecord(options) : openToReplay(options.files)

/** The key of a host's addresses. */
export const addressKey = (host: string): string => Exchange.keyOf(`dns:${host}`, "")

/** The key of a page in a file of another maker, which doesn't tell requests apart. */
export const foreignKey = (url: string): string => Exchange.keyOf(url, "")

// --- private --------------------------------------------------------------------------

interface Entry {
  readonly handle: FileHandle
  readonly offset: number
  readonly at: number
}

interface Index {
  readonly entries: Map<string, Array<Entry>>
  readonly served: Map<string, number>
  count: number
  begunAt: number | undefined
}

const openToRecord = Effect.fnUntraced(function* ({ file, maxBytes }: Extract<Options, { mode: "record" }>) {
  yield* FileLock.hold(file)
  const handle = yield* opened(file, "a+")
  const end = yield* WarcFile.walk(handle, () => {})
  yield* requireWhole(file, end)
  if (end.fault !== undefined)
    yield* Effect.tryPromise({ try: () => handle.truncate(end.offset), catch: WarcFile.unwritable })
  const append = writer(handle, end.offset, maxBytes)
  if (end.offset === 0) yield* append([infoDraft])
  return { append, next: () => Effect.undefined, begunAt: undefined }
})

const openToReplay = Effect.fnUntraced(function* (files: ReadonlyArray<string>) {
  const index: Index = { entries: new Map(), served: new Map(), count: 0, begunAt: undefined }
  for (const file of files) yield* addTo(index, yield* opened(file, "r"), file)
  return {
    append: () => Effect.undefined,
    next: (...keys: ReadonlyArray<string>) => nextOf(index, keys),
    begunAt: index.begunAt,
  }
})

const opened = (file: string, flags: "a+" | "r"): Effect.Effect<FileHandle, RecordingError, Scope.Scope> =>
  Effect.acquireRelease(WarcFile.open(file, flags), (handle) => Effect.ignore(Effect.tryPromise(() => handle.close())))

/** Fails for a file whose records end otherwise than by a torn one. */
const requireWhole = (file: string, { fault, offset }: WarcFile.End): Effect.Effect<void, RecordingError> => {
  if (fault === undefined) return Effect.void
  return fault === "short" && offset > 0
    ? Effect.logWarning(`The last record of ${file} is torn; it ends at byte ${offset}.`)
    : Effect.fail(new RecordingError({ message: `The recording ${file} can't be read: ${fault} at byte ${offset}.` }))
}

const addTo = Effect.fnUntraced(function* (index: Index, handle: FileHandle, file: string) {
  const end = yield* WarcFile.walk(handle, ({ at, offset, record }) => {
    const time = Option.getOrUndefined(DateTime.make(WarcRecord.fieldOf(record, "WARC-Date") ?? ""))?.epochMilliseconds
    if (time !== undefined) index.begunAt = Math.min(index.begunAt ?? time, time)
    const key = keyIn(record)
    if (key === undefined || ++index.count > maxExchanges) return
    const known = index.entries.get(key)
    if (known === undefined) index.entries.set(key, [{ handle, offset, at }])
    else known.push({ handle, offset, at })
  })
  yield* requireWhole(file, end)
  if (index.count > maxExchanges)
    return yield* new RecordingError({ message: `The recording has more than ${maxExchanges} exchanges.` })
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
  const record = yield* WarcFile.readAt(entry.handle, entry)
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
    const bytes = Buffer.concat(members)
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
