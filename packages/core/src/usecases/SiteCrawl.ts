/**
 * A crawl as a job sees it: it reads one page of a site at a time, and returns the pages that it leads to. The job
 * keeps what waits, and decides on the pace.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Arguments from "../domain/call/Arguments.ts"
import * as PageRow from "../domain/page/PageRow.ts"
import type { ExtractMode } from "../domain/page/FetchRequest.ts"
import type { StoredPage, Validators } from "../domain/page/StoredPage.ts"
import { Settings } from "../domain/settings/Settings.ts"
import * as Deadline from "../domain/time/Deadline.ts"
import type * as WebError from "../domain/WebError.ts"
import * as RefusalReport from "../policy/RefusalReport.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import * as WebBackend from "../ports/WebBackend.ts"
import * as SiteScope from "../site/SiteScope.ts"
import * as MapNotes from "./MapNotes.ts"
import * as SiteListings from "./SiteListings.ts"
import * as SiteSearch from "./SiteSearch.ts"
import * as SiteWalk from "./SiteWalk.ts"

export { isMissing } from "./SiteSearch.ts"

/** What to crawl. */
export interface Options extends SiteScope.ScopeOptions {
  readonly url: string
  /** The form of the texts. Default: `markdown`. */
  readonly extract?: ExtractMode | undefined
  /** Maximum number of links from the start to a page. Default: 20. */
  readonly maxDepth?: number | undefined
  /** Maximum decoded bytes of everything that is read. Default: 1 GiB. */
  readonly maxBytes?: number | undefined
}

/** A page to read. */
export interface Item {
  /** Equal for URLs of the same page. */
  readonly key: string
  readonly url: string
  /** The number of links from the start, which has 0. */
  readonly depth: number
}

/** What became of an item. */
export type Visit = {
  /** The decoded bytes that were read. */
  readonly size: number
} & (
  | { readonly kind: "page"; readonly page: StoredPage }
  /** The site says that the page hasn't changed since its validators were issued. */
  | { readonly kind: "unchanged" }
  /** It is no page of the crawl; a copy has the text of another page. */
  | { readonly kind: SiteSearch.LeftOut; readonly page?: StoredPage }
)

/** A crawl. */
export interface SiteCrawl {
  readonly start: Item
  /** Reads an item. With its validators the site may say that it is unchanged. */
  readonly read: (item: Item, validators?: Validators) => Effect.Effect<Visit, WebError.WebError>
  /** The pages that were found since the last call, the nearest first. */
  readonly found: () => ReadonlyArray<Item>
  /** Whether a URL lies within the crawl and its patterns want it. */
  readonly wants: (url: string) => Effect.Effect<boolean>
  /** Finds the pages of the site's own lists, and those that it was told before. Fails if its robots.txt does. */
  readonly readLists: (start: Item) => Effect.Effect<void, WebError.WebError>
  /** Whether the bytes are used up. */
  readonly isOver: () => boolean
  /** Sentences about bounds, and about what was left out; empty if there is nothing to say. */
  readonly notes: () => string
}

/** The default of {@link Options.maxDepth}. */
export const usualDepth = 20

/**
 * Begins a crawl over the provided backend, or goes on with one that has read so many bytes. Its start must be a URL
 * that can be a prefix.
 */
export const begin = Effect.fnUntraced(function* (
  options: Options,
  bytesRead = 0,
): Effect.fn.Return<SiteCrawl, WebError.WebError, WebBackend.WebBackend> {
  const target = yield* Effect.fromResult(WebUrl.judge(options.url, yield* Settings))
  const scope = SiteScope.make(target.url, options)
  if (scope === undefined) return yield* Effect.fail(Arguments.invalid("url", noPrefix))
  const { site = yield* WebBackend.unavailableSite } = yield* WebBackend.WebBackend
  const { extract = "markdown", maxBytes = defaultBytes, maxDepth = usualDepth } = options
  const search = SiteSearch.begin(scope, { site, maxBytes, maxUrls })
  search.bytes = bytesRead
  const walk = new SiteWalk.SiteWalk(search, { maxPages: maxUrls, maxDepth, readsTexts: true })
  const parts: Parts = { search, walk, mode: extract, folder: new URL(".", scope.start).href }
  return {
    start: itemOf({ url: scope.start }, 0),
    read: (item, validators) =>
      Effect.mapError(RefusalReport.observe(visit(parts, item, validators)), (error) =>
        item.depth === 0 ? SiteSearch.startError(error) : error,
      ),
    found: () => walk.drain().map(({ depth, page }) => itemOf(page, depth)),
    readLists: (item) => readLists(parts, item, target),
    wants: (url) => {
      const parsed = URL.parse(url)
      return parsed !== null && SiteScope.covers(scope, parsed) ? SiteScope.wants(scope, parsed) : Effect.succeed(false)
    },
    isOver: () => {
      if (search.bytes >= maxBytes) search.reached.add("bytes")
      return search.reached.has("bytes")
    },
    notes: () => MapNotes.of(search, { name: "crawl", listed: 0, found: 0 }),
  }
})

// --- private --------------------------------------------------------------------------

const noPrefix = "url: expected a URL without credentials whose path has no part that climbs."

const defaultBytes = 1_073_741_824

/** Maximum number of URLs that a crawl keeps. */
const maxUrls = 100_000

interface Parts {
  readonly search: SiteSearch.SiteSearch
  readonly walk: SiteWalk.SiteWalk
  readonly mode: ExtractMode
  /** The folder of the start, which redirects may move. */
  folder: string
}

const itemOf = ({ url }: Pick<SiteSearch.KnownPage, "url">, depth: number): Item => ({
  key: SiteScope.keyOf(new URL(url)),
  url,
  depth,
})

/** Adds a page's item to the search, also one of an earlier run. */
const known = (search: SiteSearch.SiteSearch, url: string) =>
  SiteSearch.add(search, { url, title: "", modified: "" }, "links")

const visit = Effect.fnUntraced(function* (
  parts: Parts,
  { depth, key, url }: Item,
  validators: Validators | undefined,
): Effect.fn.Return<Visit, WebError.WebError> {
  const { search, walk } = parts
  // Rules that can't be read forbid every page, but not for good.
  yield* SiteSearch.robotsOf(search, yield* Effect.fromResult(WebUrl.judge(url, yield* Settings)))
  const own = yield* known(search, url)
  if (own === undefined) return { kind: "elsewhere", size: 0 }
  if (own.page.left === "robots") return { kind: "robots", size: 0 }
  const fetched = yield* Effect.catchIf(
    fetchPage(parts, url, validators),
    ({ reason }) => depth > 0 && reason === "outside_site",
    () => Effect.undefined,
  )
  if (fetched === undefined) {
    walk.leave(own.page, "elsewhere")
    return { kind: "elsewhere", size: 0 }
  }
  const { links, row, size = 0 } = fetched
  search.bytes += size
  if (PageRow.isUnchanged(row)) return { kind: "unchanged", size }
  const read = yield* PageRow.read(row)
  if (Option.isNone(read)) return yield* Effect.fail(PageRow.badPageError)
  const page = { ...read.value.page, fetched_at: DateTime.formatIso(yield* DateTime.now) }
  const target = new URL(page.url)
  if (!SiteScope.covers(search.scope, target)) return { kind: "elsewhere", size }
  let final = own.page
  if (SiteScope.keyOf(target) !== key) {
    walk.leave(own.page, "copy")
    const added = yield* known(search, page.url)
    if (added === undefined || walk.hasRead(page.url)) return { kind: "copy", size }
    final = added.page
  }
  if (depth === 0) parts.folder = new URL(".", page.url).href
  yield* walk.take({ url: page.url, ...(links === undefined ? {} : { page: links }) }, depth)
  return final.left === undefined ? { kind: "page", size, page } : { kind: final.left, size, page }
})

const fetchPage = Effect.fnUntraced(function* (
  { mode, search }: Parts,
  url: string,
  validators: Validators | undefined,
) {
  const settings = yield* Settings
  const { options, prefix } = search.scope
  const within = options.subdomains === true ? {} : { within: prefix }
  const target = yield* Effect.fromResult(WebUrl.judge(url, { ...settings, ...within }))
  const request = { url: target.url, target, mode, ...within, ...(validators === undefined ? {} : { validators }) }
  return yield* Deadline.within(search.site.page(request), {
    duration: settings.fetch_timeout,
    orElse: () => Effect.fail(Deadline.pageTimeoutError),
  })
})

const readLists = Effect.fnUntraced(function* (
  { folder, search, walk }: Parts,
  start: Item,
  target: WebUrl.Target,
): Effect.fn.Return<void, WebError.WebError> {
  yield* known(search, start.url)
  yield* SiteListings.read(search, target, folder)
  yield* walk.probe(`${folder}porthole-no-such-page`)
  yield* walk.queueListed()
})
