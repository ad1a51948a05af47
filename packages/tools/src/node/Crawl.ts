/**
 * A crawl: the pages of a site below a prefix, each read whole, by the host's pace. It finds them like a map, and
 * always obeys robots.txt. A crawl that knows an earlier one asks the site only for what has changed since.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import {
  Frontier,
  HostName,
  HostPace,
  Page,
  Settings,
  SiteCrawl,
  SiteScope,
  type StoredPage,
  type Visits,
  type WebBackend,
  WebError,
} from "@porthole/core"
import * as Fetch from "../calls/Fetch.ts"
import * as Batch from "./Batch.ts"
import {
  type Change,
  failed,
  gone,
  isPage,
  type Kept,
  marked,
  resultOf,
  unvisited,
  withoutMarks,
} from "./CrawlResult.ts"
import * as Jobs from "./Jobs.ts"

/** What to crawl, and how. */
export interface Options extends SiteCrawl.Options {
  /** Maximum number of URLs that are visited. Default: 500. */
  readonly maxPages?: number | undefined
  /** Maximum number of requests to a host at the same time, at most `per_host_concurrency`. Default: 1. */
  readonly concurrency?: number | undefined
  /** Minimum milliseconds between the starts of two requests to a host. Default: 1,000. */
  readonly delay?: number | undefined
  readonly onRest?: Visits.Options<never, never>["onRest"]
  readonly stop?: Visits.Options<never, never>["stop"]
  /** Is told of the end. */
  readonly onEnd?: ((summary: Summary) => Effect.Effect<void>) | undefined
}

export { Change, Kept, keptIn, resultOf } from "./CrawlResult.ts"

/** A crawl whose caller has the frontier, and keeps the pages. */
export interface JobOptions<E, R> extends Options {
  /** The data of every item, beside its depth. */
  readonly data?: Readonly<Record<string, Schema.Json>> | undefined
  /** What an earlier crawl kept of its pages, by their keys. */
  readonly known?: ReadonlyMap<string, Kept> | undefined
  /** URLs that an earlier crawl found and couldn't read. */
  readonly again?: ReadonlyArray<string> | undefined
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
  readonly onSettled: (item: Visits.Settled) => Effect.Effect<void, E, R>
}

/** A page, or the error of one that couldn't be read; `depth` is the number of links from the start. */
export type Entry = (Page.Page | Page.FailedPage) & { readonly depth: number }

/** The end of a crawl. */
export interface Summary {
  readonly counts: Frontier.Counts
  /** The number of URLs that were found, but not visited because of `maxPages`. */
  readonly beyond: number
  /** The number of URLs of the earlier crawl that weren't visited because of `maxPages`; they count as done. */
  readonly unvisited: number
  /** Whether `maxBytes` ended it. */
  readonly isOver: boolean
  /** Sentences about bounds, and about what was left out; empty if there is nothing to say. */
  readonly notes: string
}

/** The default of {@link Options.maxPages}. */
export const usualPages = 500

/** Why a crawl can't begin or go on. */
export type Failure = Jobs.Failure | WebError.WebError

/**
 * The pages, as they are there; a slow consumer slows the crawl down. Copies and pages that don't exist aren't among
 * them. It ends with its scope.
 */
export const stream = (options: Options): Stream.Stream<Entry, Failure, WebBackend.WebBackend> =>
  Stream.callback(
    (queue) => {
      const pages = new Map<string, Page.Page>()
      const job = run({
        ...options,
        keep: ({ key }, page) =>
          Effect.as(
            Effect.sync(() => void pages.set(key, page)),
            {},
          ),
        onSettled: (item) => {
          const entry = entryOf(item, pages.get(item.key))
          pages.delete(item.key)
          return entry === undefined ? Effect.void : Queue.offer(queue, entry)
        },
      })
      return Effect.flatMap(Effect.exit(Effect.provide(job, Jobs.frontier())), (exit) =>
        exit._tag === "Success" ? Queue.end(queue) : Queue.failCause(queue, exit.cause),
      )
    },
    { bufferSize: 16, strategy: "suspend" },
  )

/** Crawls until nothing waits, or until it is stopped. */
export const run = Effect.fnUntraced(function* <E, R>(
  options: JobOptions<E, R>,
): Effect.fn.Return<Summary, E | Failure, R | Frontier.Frontier | WebBackend.WebBackend> {
  const frontier = yield* Frontier.Frontier
  const { carried, isOver, overflow, summary, visit } = yield* open(options, yield* spentOf(frontier))
  yield* Effect.forEach(carried, options.onSettled, { discard: true })
  const visits = Jobs.visit({
    visit,
    giveUp: Batch.giveUp,
    onSettled: options.onSettled,
    concurrency: options.concurrency ?? Batch.usualPace.concurrency,
    interval: options.delay ?? Batch.usualPace.delay,
    onRest: options.onRest,
    stop: Effect.raceFirst(options.stop ?? Effect.never, overflow),
  })
  if (!isOver()) yield* visits
  const end = { counts: yield* frontier.counts, isOver: isOver(), ...summary() }
  yield* options.onEnd?.(end) ?? Effect.void
  return end
})

/** A crawl whose caller visits the hosts. */
export interface Opened<E, R> {
  /** The URLs of the earlier crawl that a bound leaves out: what was kept of them stays. */
  readonly carried: ReadonlyArray<Visits.Settled>
  /** Reads an item's page, and adds the pages that it leads to. */
  readonly visit: (item: Frontier.Taken) => Effect.Effect<Visits.Visited, E | Frontier.FrontierError, R>
  /** Whether the bytes are used up, and what completes then. */
  readonly isOver: () => boolean
  readonly overflow: Effect.Effect<void>
  /** What there is to say about it by now. */
  readonly summary: () => Pick<Summary, "beyond" | "notes" | "unvisited">
}

/** What a crawl that goes on did before. */
export interface Spent {
  readonly bytes: number
  readonly unvisited: number
}

/** Begins a crawl, or goes on with it: then it reads the site's lists again. */
export const open = Effect.fnUntraced(function* <E, R>(
  options: Omit<JobOptions<E, R>, "onSettled">,
  spent: Spent = { bytes: 0, unvisited: 0 },
): Effect.fn.Return<
  Opened<E, R>,
  Frontier.FrontierError | WebError.WebError,
  Frontier.Frontier | WebBackend.WebBackend
> {
  const { delay = Batch.usualPace.delay, maxDepth = SiteCrawl.usualDepth, maxPages = usualPages } = options
  const { known = new Map<string, Kept>() } = options
  const frontier = yield* Frontier.Frontier
  const site = yield* SiteCrawl.begin(yield* Fetch.withUrl({ ...options, maxDepth }), spent.bytes)
  const before = yield* frontier.counts
  const settled = before.done + Object.values(before.failed).reduce((sum, count) => sum + count, 0)
  const overflow = yield* Deferred.make<void>()
  const left = maxPages - before.waiting - (settled - spent.unvisited)
  const job: Job<E, R> = { options, known, site, maxDepth, frontier, left, beyond: 0, overflow }
  let carried: ReadonlyArray<Visits.Settled> = []
  if (Option.isSome(yield* frontier.find(site.start.key))) {
    // The crawl goes on: the site's lists belong to no page that is visited now.
    yield* Effect.provideService(site.readLists(site.start), HostPace.HostPace, {
      ...(yield* HostPace.HostPace),
      interval: delay,
    })
  } else {
    const isOther = ({ key, url }: SiteCrawl.Item) => key !== site.start.key && site.wants(url)
    carried = yield* carry(job, yield* admit(job, [site.start, ...earlier(options).filter(isOther)]))
  }
  return {
    carried,
    visit: (item) => visit(job, item),
    isOver: site.isOver,
    overflow: Deferred.await(overflow),
    summary: () => ({
      beyond: job.beyond,
      unvisited: spent.unvisited + carried.length,
      notes: site.notes(),
    }),
  }
})

/** The item with which a crawl begins. Fails if nothing can be crawled from there. */
export const startOf = Effect.fnUntraced(function* (
  options: SiteCrawl.Options,
): Effect.fn.Return<Frontier.Item, WebError.WebError, WebBackend.WebBackend> {
  const { start } = yield* SiteCrawl.begin(yield* Fetch.withUrl(options))
  return itemOf(start, {})
})

// --- private --------------------------------------------------------------------------

/** The number of items that are added at once. */
const chunkSize = 1_000

const decodeWire = Schema.decodeUnknownOption(WebError.Wire)
const decodeData = Schema.decodeUnknownOption(Schema.Struct({ depth: Schema.Natural }))

interface Job<E, R> {
  readonly options: Omit<JobOptions<E, R>, "onSettled">
  readonly known: ReadonlyMap<string, Kept>
  readonly site: SiteCrawl.SiteCrawl
  readonly maxDepth: number
  readonly frontier: Frontier.Frontier["Service"]
  /** The number of URLs that may still be added. */
  left: number
  beyond: number
  /** Completes when the bytes are used up. */
  readonly overflow: Deferred.Deferred<void>
}

/** The pages of an earlier crawl, and those that it couldn't read. */
const earlier = <E, R>({
  again = [],
  known = new Map(),
}: Pick<JobOptions<E, R>, "again" | "known">): ReadonlyArray<SiteCrawl.Item> => [
  ...Array.from(known, ([key, { depth = 1, final_url: url }]) => ({ key, url, depth })),
  ...again.flatMap((url) => {
    const parsed = URL.parse(url)
    const key = parsed === null ? "" : SiteScope.keyOf(parsed)
    return parsed === null || known.has(key) ? [] : [{ key, url, depth: 1 }]
  }),
]

/** The decoded bytes that the results of a crawl took so far, and how many weren't visited. */
const spentOf = Effect.fnUntraced(function* (
  frontier: Frontier.Frontier["Service"],
): Effect.fn.Return<Spent, Frontier.FrontierError> {
  const spent = { bytes: 0, unvisited: 0 }
  for (let after = 0; ;) {
    const settled = yield* frontier.settled(after, chunkSize)
    if (settled.length === 0) return spent
    for (const { position, result } of settled) {
      after = position
      const { bytes = 0, unvisited } = resultOf({ outcome: { result } })
      // What was carried over took no bytes in this crawl.
      if (unvisited === undefined) spent.bytes += bytes
      else spent.unvisited++
    }
  }
})

const itemOf = ({ depth, key, url }: SiteCrawl.Item, data: Readonly<Record<string, Schema.Json>> = {}) => ({
  key,
  url,
  host: HostName.hostOf(new URL(url)),
  data: { ...data, depth },
})

/** Adds items as long as there may be more, and returns the others. */
const admit = Effect.fnUntraced(function* <E, R>(job: Job<E, R>, items: ReadonlyArray<SiteCrawl.Item>) {
  const { data, onAdded } = job.options
  for (let at = 0; at < items.length;) {
    const chunk = items.slice(at, at + Math.max(0, Math.min(chunkSize, job.left)))
    if (chunk.length === 0) return items.slice(at)
    at += chunk.length
    const added = yield* job.frontier.add(chunk.map((item) => itemOf(item, data)))
    job.left -= added
    yield* onAdded?.(added) ?? Effect.void
  }
  return []
})

/** Settles items of the earlier crawl without a visit, so that the next crawl knows them. */
const carry = Effect.fnUntraced(function* <E, R>(
  { frontier, known, options: { data } }: Job<E, R>,
  items: ReadonlyArray<SiteCrawl.Item>,
): Effect.fn.Return<ReadonlyArray<Visits.Settled>, Frontier.FrontierError> {
  const settled = items.map((item) => ({
    ...itemOf(item, data),
    outcome: { result: unvisited(known.get(item.key)) },
  }))
  for (let at = 0; at < settled.length; at += chunkSize) yield* frontier.add(settled.slice(at, at + chunkSize))
  return settled
})

const visit = Effect.fnUntraced(function* <E, R>(
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
    Effect.tap(() => (key === site.start.key ? site.readLists(site.start) : Effect.void)),
    // A folder without a page of its own may have pages below it.
    Effect.tapError((error) => (key === site.start.key && isMissing(error) ? site.readLists(site.start) : Effect.void)),
    Effect.result,
  )
  if (Result.isFailure(read)) {
    if (isMissing(read.failure)) job.beyond += (yield* admit(job, site.found())).length
    if (isPage(before) && isMissing(read.failure)) return gone(before)
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

const isMissing = ({ status_code = 0 }: WebError.WebError): boolean => status_code === 404 || status_code === 410

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

const depthOf = ({ data }: Pick<Frontier.Item, "data">): number =>
  Option.match(decodeData(data), { onNone: () => 1, onSome: ({ depth }) => depth })

const entryOf = (item: Visits.Settled, page: Page.Page | undefined): Entry | undefined => {
  const depth = depthOf(item)
  if (page !== undefined) return { ...page, depth }
  const { failure, result } = item.outcome
  return failure === undefined
    ? undefined
    : { url: item.url, ...Option.getOrElse(decodeWire(result), () => ({ error: "http_error" as const })), depth }
}
