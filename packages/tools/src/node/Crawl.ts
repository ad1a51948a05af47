/**
 * A crawl: the pages of a site below a prefix, each read whole, by the host's pace. It finds them like a map, and
 * always obeys robots.txt. A crawl that knows an earlier one asks the site only for what has changed since.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as SynchronizedRef from "effect/SynchronizedRef"
import * as Stream from "effect/Stream"
import {
  Frontier,
  HostPace,
  type Page,
  SiteCrawl,
  SiteScope,
  type Visits,
  type WebBackend,
  WebError,
} from "@porthole/core"
import * as Fetch from "../calls/Fetch.ts"
import * as Batch from "./Batch.ts"
import { type Kept, resultOf, unvisited } from "./CrawlResult.ts"
import * as CrawlVisit from "./CrawlVisit.ts"
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
export interface JobOptions<E, R> extends Options, CrawlVisit.Keeping<E, R> {
  /** What an earlier crawl kept of its pages, by their keys. */
  readonly known?: ReadonlyMap<string, Kept> | undefined
  /** URLs that an earlier crawl found and couldn't read. */
  readonly again?: ReadonlyArray<string> | undefined
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
  const left = yield* SynchronizedRef.make(maxPages - before.waiting - (settled - spent.unvisited))
  const job: CrawlVisit.Job<E, R> = { options, known, site, maxDepth, frontier, left, beyond: 0, overflow }
  let carried: ReadonlyArray<Visits.Settled> = []
  if (Option.isSome(yield* frontier.find(site.start.key))) {
    // The crawl goes on: the site's lists belong to no page that is visited now.
    yield* Effect.provideService(site.readLists(site.start), HostPace.HostPace, {
      ...(yield* HostPace.HostPace),
      interval: delay,
    })
  } else {
    const others = earlier(options).filter(({ key }) => key !== site.start.key)
    const wanted = yield* Effect.filter(others, ({ url }) => site.wants(url))
    carried = yield* carry(job, yield* CrawlVisit.admit(job, [site.start, ...wanted]))
  }
  return {
    carried,
    visit: (item) => CrawlVisit.visit(job, item),
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
  return CrawlVisit.itemOf(start, {})
})

// --- private --------------------------------------------------------------------------

/** The number of items that are added at once. */
const chunkSize = 1_000

const decodeWire = Schema.decodeUnknownOption(WebError.Wire)

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

/** Settles items of the earlier crawl without a visit, so that the next crawl knows them. */
const carry = Effect.fnUntraced(function* <E, R>(
  { frontier, known, options: { data } }: CrawlVisit.Job<E, R>,
  items: ReadonlyArray<SiteCrawl.Item>,
): Effect.fn.Return<ReadonlyArray<Visits.Settled>, Frontier.FrontierError> {
  const settled = items.map((item) => ({
    ...CrawlVisit.itemOf(item, data),
    outcome: { result: unvisited(known.get(item.key)) },
  }))
  for (let at = 0; at < settled.length; at += chunkSize) yield* frontier.add(settled.slice(at, at + chunkSize))
  return settled
})

const entryOf = (item: Visits.Settled, page: Page.Page | undefined): Entry | undefined => {
  const depth = CrawlVisit.depthOf(item)
  if (page !== undefined) return { ...page, depth }
  const { failure, result } = item.outcome
  return failure === undefined
    ? undefined
    : { url: item.url, ...Option.getOrElse(decodeWire(result), () => ({ error: "http_error" as const })), depth }
}
