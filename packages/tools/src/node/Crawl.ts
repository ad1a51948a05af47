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
  StoredPage,
  type Visits,
  type WebBackend,
  WebError,
} from "@porthole/core"
import * as Fetch from "../calls/Fetch.ts"
import * as Batch from "./Batch.ts"
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

/** How a page differs from the earlier crawl. */
export const Change = Schema.Literals(["new", "changed", "unchanged", "gone"])
export type Change = typeof Change.Type

/** What a crawl keeps of a page, besides what its caller keeps. */
export const Kept = Schema.StructWithRest(
  Schema.Struct({
    /** The page's final URL. */
    final_url: Schema.String,
    /** SHA-256 of the text in UTF-8, in hexadecimal. */
    sha256: Schema.String,
    validators: Schema.optionalKey(StoredPage.Validators),
  }),
  [Schema.Record(Schema.String, Schema.Json)],
)
export type Kept = typeof Kept.Type

/** A crawl whose caller has the frontier, and keeps the pages. */
export interface JobOptions<E, R> extends Options {
  /** The data of every item, beside its depth. */
  readonly data?: Readonly<Record<string, Schema.Json>> | undefined
  /** What an earlier crawl kept of its pages, by their keys. */
  readonly known?: ReadonlyMap<string, Kept> | undefined
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
  const { delay = Batch.usualPace.delay, known = new Map<string, Kept>(), maxPages = usualPages } = options
  const frontier = yield* Frontier.Frontier
  const site = yield* SiteCrawl.begin(yield* Fetch.withUrl(options))
  const before = yield* frontier.counts
  const settled = before.done + Object.values(before.failed).reduce((sum, count) => sum + count, 0)
  const overflow = yield* Deferred.make<void>()
  const job: Job<E, R> = {
    options,
    known,
    site,
    frontier,
    left: maxPages - before.waiting - settled,
    beyond: 0,
    overflow,
  }
  if (Option.isSome(yield* frontier.find(site.start.key))) {
    // The crawl goes on: the site's lists belong to no page that is visited now.
    yield* Effect.provideService(site.readLists(site.start), HostPace.HostPace, {
      ...(yield* HostPace.HostPace),
      interval: delay,
    })
  }
  yield* admit(job, [site.start, ...Array.from(known, ([key, { final_url: url }]) => ({ key, url, depth: 1 }))])
  yield* Jobs.visit({
    visit: (item) => visit(job, item),
    giveUp: Batch.giveUp,
    onSettled: options.onSettled,
    concurrency: options.concurrency ?? Batch.usualPace.concurrency,
    interval: delay,
    onRest: options.onRest,
    stop: Effect.raceFirst(options.stop ?? Effect.never, Deferred.await(overflow)),
  })
  const summary = { counts: yield* frontier.counts, beyond: job.beyond, notes: site.notes() }
  yield* options.onEnd?.(summary) ?? Effect.void
  return summary
})

/** What a result of a crawl keeps of a page or a copy, also of one that failed since; nothing of one that is gone. */
export const keptIn = (result: unknown): Kept | undefined => {
  const { before, change } = Option.getOrElse(decodeMark(result), (): typeof Mark.Type => ({}))
  return change === "gone" ? undefined : Option.getOrUndefined(decodeKept(before ?? result))
}

/** The change of a settled item, and why it is no page of its own, such as `copy`. */
export const resultOf = ({ outcome }: Pick<Visits.Settled, "outcome">): typeof Mark.Type =>
  Option.getOrElse(decodeMark(outcome.result), () => ({}))

// --- private --------------------------------------------------------------------------

/** The number of items that are added at once. */
const chunkSize = 1_000

/** The part of an item's result that isn't what is kept of a page. */
const Mark = Schema.Struct({
  change: Schema.optionalKey(Change),
  left: Schema.optionalKey(Schema.String),
  before: Schema.optionalKey(Kept),
})
const decodeKept = Schema.decodeUnknownOption(Kept)
const decodeMark = Schema.decodeUnknownOption(Mark)
const decodeWire = Schema.decodeUnknownOption(WebError.Wire)
const decodeData = Schema.decodeUnknownOption(Schema.Struct({ depth: Schema.Natural }))

interface Job<E, R> {
  readonly options: JobOptions<E, R>
  readonly known: ReadonlyMap<string, Kept>
  readonly site: SiteCrawl.SiteCrawl
  readonly frontier: Frontier.Frontier["Service"]
  /** The number of URLs that may still be added. */
  left: number
  beyond: number
  /** Completes when the bytes are used up. */
  readonly overflow: Deferred.Deferred<void>
}

/** Adds items as long as there may be more. */
const admit = Effect.fnUntraced(function* <E, R>(job: Job<E, R>, items: ReadonlyArray<SiteCrawl.Item>) {
  const { data, onAdded } = job.options
  for (let at = 0; at < items.length;) {
    const chunk = items.slice(at, at + Math.max(0, Math.min(chunkSize, job.left)))
    if (chunk.length === 0) {
      job.beyond += items.length - at
      return
    }
    at += chunk.length
    const added = yield* job.frontier.add(
      chunk.map(({ depth, key, url }) => ({ key, url, host: HostName.hostOf(new URL(url)), data: { ...data, depth } })),
    )
    job.left -= added
    yield* onAdded?.(added) ?? Effect.void
  }
})

const visit = Effect.fnUntraced(function* <E, R>(
  job: Job<E, R>,
  item: Frontier.Taken,
): Effect.fn.Return<Visits.Visited, E | Frontier.FrontierError, R> {
  const { key, url } = item
  const { known, site } = job
  const before = known.get(key)
  const read = yield* site.read({ key, url, depth: depthOf(item) }, before?.validators).pipe(
    Effect.tap(() => (key === site.start.key ? site.readLists(site.start) : Effect.void)),
    Effect.result,
  )
  if (Result.isFailure(read)) {
    const isGone = isPage(before) && goneCodes.has(read.failure.status_code ?? 0)
    return isGone ? gone(before) : failed(read.failure.wire, before)
  }
  yield* admit(job, site.found())
  if (site.isOver()) yield* Deferred.succeed(job.overflow, undefined)
  const visited = read.success
  if (visited.kind === "page") return { outcome: { result: yield* keepPage(job, item, visited.page) } }
  if (visited.kind === "unchanged")
    return { outcome: { result: { ...before, ...(isPage(before) ? { change: "unchanged" } : {}) } } }
  if (isPage(before)) return gone(before, visited.kind)
  const latest = visited.kind === "copy" && visited.page !== undefined ? yield* latestOf(visited.page) : {}
  return { outcome: { result: { ...latest, left: visited.kind } } }
})

/** Whether the earlier crawl had a page of its own, and no copy of another one. */
const isPage = (before: Kept | undefined): before is Kept => before !== undefined && before["left"] === undefined

/** What a crawl keeps of a text. */
const latestOf = Effect.fnUntraced(function* ({ content, url, validators }: StoredPage.StoredPage) {
  const kept = { final_url: url, sha256: yield* hashOf(content) }
  return validators === undefined ? kept : { ...kept, validators }
})

/** A page of the earlier crawl that is no page any more; what was kept of it comes along. */
const gone = (before: Kept, left?: string): Visits.Visited => ({
  outcome: { result: { before, change: "gone", ...(left === undefined ? {} : { left }) } },
})

/** A failure keeps what the earlier crawl kept, because the page may be there again next time. */
const failed = (error: WebError.Wire, before: Kept | undefined): Visits.Visited => {
  const visited = Batch.failed(error)
  const result = { ...error, before: before ?? null }
  return before === undefined ? visited : { ...visited, outcome: { ...visited.outcome, result } }
}

const goneCodes: ReadonlySet<number> = new Set([404, 410])

/** Keeps a page, unless its text is the known one. */
const keepPage = Effect.fnUntraced(function* <E, R>(
  { known, options }: Job<E, R>,
  item: Frontier.Taken,
  stored: StoredPage.StoredPage,
) {
  const { low_content_min } = yield* Settings.Settings
  const before = known.get(item.key)
  const latest = yield* latestOf(stored)
  if (before?.sha256 === latest.sha256)
    return { ...before, ...latest, ...(isPage(before) ? { change: "unchanged" } : {}) }
  const change = isPage(before) ? "changed" : "new"
  const page = Page.show(stored, {
    mode: options.extract ?? "markdown",
    cached: false,
    lowContentMin: low_content_min,
    part: { content: stored.content, isCut: false, notes: [] },
  })
  return { ...(yield* options.keep(item, page, change)), ...latest, change }
})

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
