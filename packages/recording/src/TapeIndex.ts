/**
 * An index of the exchanges of files by the requests that they answer. The exchanges of one request come in their
 * order, the last one again and again. A `revisit` record gets its payload from the record to which it refers.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Recorded } from "@porthole/core"
import type { FileHandle } from "node:fs/promises"
import * as Exchange from "./Exchange.ts"
import { RecordingError } from "./RecordingError.ts"
import { recordedOf } from "./TapeWriter.ts"
import * as WarcFile from "./WarcFile.ts"
import * as WarcRecord from "./WarcRecord.ts"

/** Maximum number of exchanges that are indexed; one with a long URL counts as several. */
export const maxExchanges = 1_000_000

/** Maximum number of searches whose hits are ranked, and maximum bytes of all of them; older ones aren't. */
export const maxSearches = 1_000
const maxSearchBytes = 32 * 1_048_576

/** The scheme of the records that hold the hits of a search. */
export const searchScheme = "porthole-search:"

/** A recorded exchange. */
export interface Found {
  readonly kept: Recorded.Kept
  readonly record: WarcRecord.WarcRecord
}

/** Where a record is. */
interface Entry extends Pick<WarcFile.Located, "at" | "offset"> {
  readonly handle: FileHandle
}

/** The index. */
export interface TapeIndex {
  readonly entries: Map<string, Array<Entry>>
  readonly served: Map<string, number>
  /** The responses by their ids, and the first one with each digest of a payload. */
  readonly ids: Map<string, Entry>
  readonly digests: Map<string, Entry>
  readonly pages: Set<string>
  readonly searches: Array<Entry & { readonly bytes: number }>
  searchBytes: number
  readonly foreignHosts: Set<string>
  count: number
  begunAt: number | undefined
}

/** An empty index. */
export const make = (): TapeIndex => ({
  entries: new Map(),
  served: new Map(),
  ids: new Map(),
  digests: new Map(),
  pages: new Set(),
  searches: [],
  searchBytes: 0,
  foreignHosts: new Set(),
  count: 0,
  begunAt: undefined,
})

/** Whether answers are only looked at, so that their order goes on as before. */
export const Peeks: Context.Reference<boolean> = Context.Reference<boolean>("@porthole/recording/Peeks", {
  defaultValue: () => false,
})

/** Adds the records of a file. */
export const add = Effect.fnUntraced(function* (
  index: TapeIndex,
  handle: FileHandle,
  file: string,
): Effect.fn.Return<WarcFile.End, RecordingError> {
  const end = yield* WarcFile.walk(handle, (located) => note(index, { ...located, handle }))
  return index.count > maxExchanges
    ? yield* new RecordingError({ message: `The recording ${file} has more than ${maxExchanges} exchanges.` })
    : end
})

/** Adds a record. */
export const note = (index: TapeIndex, { at, handle, offset, record }: WarcFile.Located & Entry): void => {
  const entry = { at, handle, offset }
  const time = Option.getOrUndefined(DateTime.make(WarcRecord.fieldOf(record, "WARC-Date") ?? ""))?.epochMilliseconds
  if (time !== undefined) index.begunAt = Math.min(index.begunAt ?? time, time)
  const target = targetOf(record)
  if (target?.startsWith(searchScheme) === true) noteSearch(index, { ...entry, bytes: record.block.length })
  const key = target === undefined ? undefined : keyIn(record, target)
  if (target === undefined || key === undefined) return
  index.count += WarcRecord.weightOf([key, target, ...responseFields.map((name) => WarcRecord.fieldOf(record, name))])
  if (index.count > maxExchanges) return
  const known = index.entries.get(key)
  if (known === undefined) index.entries.set(key, [entry])
  else known.push(entry)
  if (WarcRecord.fieldOf(record, "WARC-Type") === "response") noteResponse(index, record, entry)
  if (isPage(record)) index.pages.add(target)
  if (WarcRecord.fieldOf(record, "Porthole-Vary") === undefined)
    index.foreignHosts.add(URL.parse(target)?.hostname ?? "")
}

/** The next exchange of the first of these keys that there is. */
export const next = Effect.fnUntraced(function* (
  index: TapeIndex,
  keys: ReadonlyArray<string>,
): Effect.fn.Return<Found | undefined, RecordingError> {
  const key = keys.find((each) => index.entries.has(each))
  const all = key === undefined ? undefined : index.entries.get(key)
  if (key === undefined || all === undefined) return undefined
  const turn = Math.min(index.served.get(key) ?? 0, all.length - 1)
  if (!(yield* Peeks)) index.served.set(key, turn + 1)
  const entry = all[turn]
  if (entry === undefined) return undefined
  const record = yield* wholeAt(entry)
  const isRevisit = WarcRecord.fieldOf(record, "WARC-Type") === "revisit"
  return {
    kept: { ...recordedOf(record), replayed: true },
    record: isRevisit ? yield* revisited(index, record, all) : asResponse(record),
  }
})

/** The key of a host's addresses. */
export const addressKey = (host: string): string => Exchange.keyOf(`dns:${host}`, "")

/** The key of a page in a file of another maker, which doesn't tell requests apart. */
export const foreignKey = (url: string): string => Exchange.keyOf(url, "")

// --- private --------------------------------------------------------------------------

/** The URL of a record; some makers put it in angle brackets. */
const targetOf = (record: WarcRecord.WarcRecord): string | undefined =>
  WarcRecord.fieldOf(record, "WARC-Target-URI")?.replace(/^<(.*)>$/, "$1")

/** The key under which a record answers; `undefined` for one that answers nothing. */
const keyIn = (record: WarcRecord.WarcRecord, target: string): string | undefined => {
  const type = WarcRecord.fieldOf(record, "WARC-Type") ?? ""
  if (!answering.has(type)) return undefined
  const vary = WarcRecord.fieldOf(record, "Porthole-Vary")
  if (vary !== undefined || type === "metadata") return vary === undefined ? undefined : Exchange.keyOf(target, vary)
  const url = URL.parse(target)
  // Heritrix writes the answers of name servers, too; nobody needs them, because nobody dials.
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  url.hash = ""
  return foreignKey(url.href)
}

const answering: ReadonlySet<string> = new Set(["metadata", "resource", "response", "revisit"])

/** The fields by which a response is found again. */
const responseFields = ["WARC-Record-ID", "WARC-Payload-Digest"] as const

const noteSearch = (index: TapeIndex, search: TapeIndex["searches"][number]): void => {
  index.searches.push(search)
  index.searchBytes += search.bytes
  while (index.searches.length > maxSearches || index.searchBytes > maxSearchBytes)
    for (const { bytes } of index.searches.splice(0, 1)) index.searchBytes -= bytes
}

const noteResponse = ({ digests, ids }: TapeIndex, record: WarcRecord.WarcRecord, entry: Entry): void => {
  const [id, digest] = responseFields.map((name) => WarcRecord.fieldOf(record, name))
  if (id !== undefined) ids.set(id, entry)
  if (digest !== undefined && !digests.has(digest)) digests.set(digest, entry)
}

/** A record, or the response that a `resource`, which some makers write of a page, stands for. */
const asResponse = (record: WarcRecord.WarcRecord): WarcRecord.WarcRecord => {
  if (WarcRecord.fieldOf(record, "WARC-Type") !== "resource") return record
  const type = WarcRecord.fieldOf(record, "Content-Type") ?? "application/octet-stream"
  return { ...record, block: WarcRecord.httpBytes("HTTP/1.1 200 OK", [["Content-Type", type]], record.block) }
}

/** Whether a record may be a page that a reader reads. */
const isPage = (record: WarcRecord.WarcRecord): boolean => {
  const target = targetOf(record) ?? ""
  if (!/^https?:/.test(target) || target.endsWith("/robots.txt")) return false
  const http = WarcRecord.httpOf(asResponse(record).block)
  const type = http?.fields.find(([name]) => /^content-type$/i.test(name))?.[1] ?? ""
  return / 200(?: |$)/.test(http?.first ?? "") && !/^(?:image|font|audio|video)\/|javascript|css|json/i.test(type)
}

/** A record, if it has its digest. */
const wholeAt = Effect.fnUntraced(function* (entry: Entry): Effect.fn.Return<WarcRecord.WarcRecord, RecordingError> {
  const record = yield* WarcFile.readAt(entry.handle, entry)
  return Exchange.fits(WarcRecord.fieldOf(record, "WARC-Block-Digest"), record.block)
    ? record
    : yield* new RecordingError({ message: "A record of the recording doesn't have its digest." })
})

/** The response of a revisit: its own head, and the payload of the response to which it refers. */
const revisited = Effect.fnUntraced(function* (
  { digests, ids }: TapeIndex,
  record: WarcRecord.WarcRecord,
  ofUrl: ReadonlyArray<Entry>,
): Effect.fn.Return<WarcRecord.WarcRecord, RecordingError> {
  const digest = WarcRecord.fieldOf(record, "WARC-Payload-Digest")
  const isUnchanged = /server-not-modified/.test(WarcRecord.fieldOf(record, "WARC-Profile") ?? "")
  const referred = ids.get(WarcRecord.fieldOf(record, "WARC-Refers-To") ?? "") ?? digests.get(digest ?? "")
  // A site that reports no change names no payload; it is then the one of the same URL.
  const entry = referred ?? (isUnchanged ? ofUrl[0] : undefined)
  if (entry === undefined) return yield* missing
  const original = yield* wholeAt(entry)
  const http = WarcRecord.httpOf(original.block)
  if (http === undefined || WarcRecord.fieldOf(original, "WARC-Type") !== "response") return yield* missing
  if (isUnchanged) return targetOf(original) === targetOf(record) ? original : yield* missing
  const body = Exchange.isChunked(http.fields) ? Exchange.dechunked(http.body) : http.body
  if (digest === undefined || body === undefined) return yield* missing
  // A digest of an algorithm that isn't known shows nothing, unless the response names the same one.
  const isNamed = WarcRecord.fieldOf(original, "WARC-Payload-Digest") === digest
  if (!Exchange.isKnown(digest) && !isNamed) return yield* missing
  if (!Exchange.fits(digest, body) && !Exchange.fits(digest, http.body)) return yield* missing
  const own = WarcRecord.httpOf(record.block) ?? http
  const fields = own.fields.filter(([name]) => !/^transfer-encoding$/i.test(name))
  // A revisit may call itself truncated, because it has no payload of its own.
  const named = [...record.fields.filter((field) => !isTruncated(field)), ...original.fields.filter(isTruncated)]
  return { fields: named, block: WarcRecord.httpBytes(own.first, fields, body) }
})

const isTruncated = ([name]: readonly [string, string]): boolean => /^warc-truncated$/i.test(name)

const missing = new RecordingError({ message: "The recording lacks the record to which a revisit refers." })
