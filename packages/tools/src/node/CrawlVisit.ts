/** A visit of a crawl: it reads a page, keeps it unless its text is known, and adds the pages that it leads to. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SynchronizedRef from "effect/SynchronizedRef"
import { type Frontier, HostName, Page, Settings, SiteCrawl, type StoredPage, type Visits } from "@porthole/core"
import { type Change, failed, gone, isPage, type Kept, marked, withoutMarks } from "./CrawlResult.ts"

/** How a crawl keeps its pages. */
export interface Keeping<E, R> {
  /** The data of every item, beside its depth. */
  readonly data?: Readonly<Record<string, Schema.Json>> | undefined
  /** Whether what `keep` kept of a known page is lost: then the page is read whole, and kept anew. */
  readonly isLost?: ((kept: Kept) => Effect.Effect<boolean>) | undefined
  /** Keeps a page before its result is written, and returns what to keep with it, such as a file's name. */
  readonly keep: (
    item: Frontier.Taken,
    page: Page.Page,
    change: Change,
  ) => Effect.Effect<Readonly<Record<string, Schema.Json>>, E, R>
  /** Is told how many URLs were added. */
  readonly onAdded?: ((count: number) => Effect.Effect<void>) | undefined
  /** The form of the texts. Default: `markdown`. */
  readonly extract?: SiteCrawl.Options["extract"]
}

/** A crawl under way. */
export interface Job<E, R> {
  readonly options: Keeping<E, R>
  readonly known: ReadonlyMap<string, Kept>
  readonly site: SiteCrawl.SiteCrawl
  readonly maxDepth: number
  readonly frontier: Frontier.Frontier["Service"]
  /** The number of URLs that may still be added. One visit at a time adds some: the others then see what is left. */
  readonly left: SynchronizedRef.SynchronizedRef<number>
  beyond: number
  /** Completes when the bytes are used up. */
  readonly overflow: Deferred.Deferred<void>
}

/** The item of a page. */
export const itemOf = ({ depth, key, url }: SiteCrawl.Item, data: Readonly<Record<string, Schema.Json>> = {}) => ({
  key,
  url,
  host: HostName.hostOf(new URL(url)),
  data: { ...data, depth },
})

/** Adds items as long as there may be more, and returns the others. */
export const admit = Effect.fnUntraced(function* <E, R>(
  job: Pick<Job<E, R>, "frontier" | "left" | "options">,
  items: ReadonlyArray<SiteCrawl.Item>,
) {
  const { data, onAdded } = job.options
  for (let at = 0; at < items.length;) {
    const rest = items.slice(at, at + chunkSize)
    const { added, count } = yield* SynchronizedRef.modifyEffect(job.left, (left) => {
      const chunk = rest.slice(0, Math.max(0, left)).map((item) => itemOf(item, data))
      const add = chunk.length === 0 ? Effect.succeed(0) : job.frontier.add(chunk)
      return Effect.map(add, (added) => [{ added, count: chunk.length }, left - added])
    })
    if (count === 0) return items.slice(at)
    at += count
    yield* onAdded?.(added) ?? Effect.void
  }
  return []
})

/** Reads an item's page, and adds the pages that it leads to. */
export const visit = Effect.fnUntraced(function* <E, R>(
  job: Job<E, R>,
  item: Frontier.Taken,
): Effect.fn.Return<Visits.Visited, E | Frontier.FrontierError, R> {
  const { key, url } = item
  const { known, site } = job
  const depth = depthOf(item)
  const before = known.get(key)
  // Links that a bound left out are followed now.
  const isCut = before?.unfollowed === "pages" || (before?.unfollowed === "depth" && depth < job.maxDepth)
  const isWhole = isCut || (yield* isLost(job, before))
  const validators = isWhole ? undefined : before?.validators
  const read = yield* site.read({ key, url, depth }, validators).pipe(
    // A recording may have the page itself, and not the question for its changes.
    Effect.catchIf(
      ({ reason }) => validators !== undefined && reason === "not_recorded",
      () => site.read({ key, url, depth }),
    ),
    Effect.tap(() => (key === site.start.key ? site.readLists(site.start) : Effect.void)),
    // A folder without a page of its own may have pages below it.
    Effect.tapError((error) =>
      key === site.start.key && SiteCrawl.isMissing(error) ? site.readLists(site.start) : Effect.void,
    ),
    Effect.result,
  )
  if (Result.isFailure(read)) {
    if (SiteCrawl.isMissing(read.failure)) job.beyond += (yield* admit(job, site.found())).length
    if (isPage(before) && SiteCrawl.isMissing(read.failure)) return gone(before)
    const failure = failed(read.failure.wire, before)
    // Nobody waits for minutes to be told that a new crawl can't read the site's robots.txt.
    return depth === 0 && known.size === 0 && read.failure.error === "robots_disallowed"
      ? { outcome: failure.outcome }
      : failure
  }
  const beyond = yield* admit(job, site.found())
  job.beyond += beyond.length
  if (site.isOver()) yield* Deferred.succeed(job.overflow, undefined)
  const unfollowed = beyond.length === 0 ? (depth >= job.maxDepth ? "depth" : undefined) : "pages"
  return marked(yield* resultOfRead(job, item, read.success), { depth, unfollowed, bytes: read.success.size })
})

/** The number of links from the start to an item. */
export const depthOf = ({ data }: Pick<Frontier.Item, "data">): number =>
  Option.match(decodeData(data), { onNone: () => 1, onSome: ({ depth }) => depth })

// --- private --------------------------------------------------------------------------

/** The number of items that are added at once. */
const chunkSize = 1_000

const decodeData = Schema.decodeUnknownOption(Schema.Struct({ depth: Schema.Natural }))

/** The result of an item that was read. */
const resultOfRead = Effect.fnUntraced(function* <E, R>(
  job: Job<E, R>,
  item: Frontier.Taken,
  visited: SiteCrawl.Visit,
): Effect.fn.Return<Visits.Visited, E, R> {
  const before = withoutMarks(job.known.get(item.key))
  if (visited.kind === "page") return { outcome: { result: yield* keepPage(job, item, visited.page) } }
  if (visited.kind === "unchanged")
    return { outcome: { result: { ...before, ...(isPage(before) ? { change: "unchanged" } : {}) } } }
  if (isPage(before)) return gone(before, visited.kind)
  const latest = visited.kind === "copy" && visited.page !== undefined ? yield* latestOf(visited.page) : {}
  return { outcome: { result: { ...latest, left: visited.kind } } }
})

/** What a crawl keeps of a text. */
const latestOf = Effect.fnUntraced(function* ({ content, url, validators }: StoredPage.StoredPage) {
  const kept = { final_url: url, sha256: yield* hashOf(content) }
  return validators === undefined ? kept : { ...kept, validators }
})

/** Keeps a page, unless its text is the known one. */
const keepPage = Effect.fnUntraced(function* <E, R>(
  job: Job<E, R>,
  item: Frontier.Taken,
  stored: StoredPage.StoredPage,
) {
  const { low_content_min } = yield* Settings.Settings
  const { known, options } = job
  const before = withoutMarks(known.get(item.key))
  const latest = yield* latestOf(stored)
  const isSame = before?.sha256 === latest.sha256
  if (isSame && !(yield* isLost(job, before)))
    return { ...before, ...latest, ...(isPage(before) ? { change: "unchanged" } : {}) }
  const change = isPage(before) ? (isSame ? "unchanged" : "changed") : "new"
  const page = Page.show(stored, {
    mode: options.extract ?? "markdown",
    cached: false,
    lowContentMin: low_content_min,
    part: { content: stored.content, isCut: false, notes: [] },
  })
  return { ...(yield* options.keep(item, page, change)), ...latest, change }
})

const isLost = <E, R>({ options }: Job<E, R>, before: Kept | undefined): Effect.Effect<boolean> =>
  before === undefined ? Effect.succeed(false) : (options.isLost?.(before) ?? Effect.succeed(false))

/** The engine hashes in a thread of its own. */
const hashOf = (text: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (digest) => Buffer.from(digest).toString("hex"),
  )
