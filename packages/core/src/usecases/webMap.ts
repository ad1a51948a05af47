/** The use-case behind `web_map`: the URLs below a prefix of a site, with titles, as far as the bounds go. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Progress from "../domain/call/Progress.ts"
import * as Trace from "../domain/call/Trace.ts"
import { Settings } from "../domain/settings/Settings.ts"
import {
  defaultPages,
  defaultResults,
  MapRequest,
  MaxTime,
  type MapRequestInput,
  type SiteMap,
  type SitePage,
} from "../domain/site/SiteMap.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type * as WebError from "../domain/WebError.ts"
import * as Bound from "../domain/share/Bound.ts"
import * as Documents from "../passages/Documents.ts"
import * as TextWork from "../passages/TextWork.ts"
import * as RefusalReport from "../policy/RefusalReport.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import * as KnownUrls from "../ports/KnownUrls.ts"
import * as RequestBudget from "../ports/RequestBudget.ts"
import * as WebBackend from "../ports/WebBackend.ts"
import * as SiteScope from "../site/SiteScope.ts"
import * as MapNotes from "./MapNotes.ts"
import * as SiteLinks from "./SiteLinks.ts"
import * as SiteSearch from "./SiteSearch.ts"

/**
 * Lists the pages below a URL: those that the site lists itself, and those that links lead to. It always obeys
 * robots.txt, makes one request at a time, and never goes faster than the site answers. A bound that ends it is told
 * in `message`; only a start that can't be read is a failure.
 */
export const webMap = (
  request: Arguments.Arguments<MapRequestInput>,
  options: SiteScope.ScopeOptions = {},
): Effect.Effect<SiteMap, WebError.WebError, WebBackend.WebBackend> =>
  Trace.call("webMap")(
    RefusalReport.observe(
      Arguments.answer(decodeRequest(request), (decoded) => permits.hold(1)(mapSite(decoded, options))),
    ),
  )

// --- private --------------------------------------------------------------------------

/** Maps that are under way: each keeps its URLs and one file in memory. */
const permits = Bound.permits("maps", {
  capacity: 8,
  heaviest: 1,
  perFree: 3,
  reserve: 2,
  maxWaiting: 64,
  maxWait: Duration.seconds(20),
})

const decodeRequest = Arguments.decoder(MapRequest)

const defaults = { max_bytes: 104_857_600, max_depth: 20, max_time: 45 }

/** Maximum number of pages that a search keeps. */
const maxUrls = 100_000

const mapSite = Effect.fnUntraced(function* (
  request: MapRequest,
  options: SiteScope.ScopeOptions,
): Effect.fn.Return<SiteMap, WebError.WebError, WebBackend.WebBackend> {
  const {
    max_bytes,
    max_depth,
    max_pages = defaultPages,
    max_results = defaultResults,
    max_time,
  } = {
    ...defaults,
    ...request,
  }
  const target = yield* Effect.fromResult(WebUrl.judge(request.url, yield* Settings))
  const scope = SiteScope.make(target.url, options)
  if (scope === undefined) return yield* Effect.fail(Arguments.invalid("url", noPrefix))
  yield* KnownUrls.requireKnown(target.url)
  const { site = yield* WebBackend.unavailableSite } = yield* WebBackend.WebBackend
  yield* Progress.begin(`Mapping ${target.host}.`)
  const search = SiteSearch.begin(scope, { site, maxBytes: max_bytes, maxUrls })
  const found = SiteLinks.find(search, target, { maxPages: max_pages, maxDepth: max_depth })
  yield* RequestBudget.spend((yield* Settings).fetch_timeout)
  const most = yield* MaxTime
  yield* Effect.timeoutOrElse(found, {
    duration: Duration.seconds(Math.min(max_time, most)),
    orElse: () => Effect.sync(() => void search.reached.add("time")),
  })
  const pages = yield* ranked(SiteSearch.listed(search), request.query)
  const urls = pages.slice(0, max_results)
  yield* (yield* KnownUrls.KnownUrls).add(
    urls.map(({ url }) => url),
    "web",
  )
  yield* Trace.annotate({ "porthole.count": urls.length })
  const notes = MapNotes.of(search, { listed: urls.length, found: pages.length })
  const isCut = search.reached.has("time") && max_time > most
  const message = isCut ? `${notes} This server ends a map after ${most} s.` : notes
  return {
    prefix: scope.start,
    urls,
    count: urls.length,
    total: pages.length,
    pages_read: search.pagesRead,
    truncated: search.reached.size > 0 || urls.length < pages.length,
    ...(message === "" ? {} : { message }),
  }
})

const noPrefix = "url: expected a URL without credentials whose path has no part that climbs."

/** Maximum number of pages that a query ranks; a site with more is ranked in its first ones. */
const maxRanked = 20_000

/** The pages that match a query first, the best of them before the others. */
const ranked = Effect.fnUntraced(function* (
  pages: ReadonlyArray<SitePage>,
  query: string | undefined,
): Effect.fn.Return<ReadonlyArray<SitePage>, WebError.WebError> {
  if (query === undefined) return pages
  const texts = yield* TimeSlice.map(pages.slice(0, maxRanked), () => maxText, textOf)
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  const order = new Set(yield* TextWork.hold(length)(Documents.order(texts, query)))
  const best = Array.from(order).flatMap((at) => pages[at] ?? [])
  return [...best, ...pages.filter((_, at) => !order.has(at))]
})

/** The words by which a page is ranked: its title, and those of its path. */
const textOf = ({ title = "", url }: SitePage): string =>
  `${title} ${decoded(new URL(url).pathname)
    .replace(/\.\w{1,5}$/, "")
    .replace(/[/_.-]+/g, " ")}`.slice(0, maxText)

const maxText = 400

/** A path whose escapes of UTF-8 are decoded, if they are valid. */
const decoded = (path: string): string =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    utf8.decode(Uint8Array.from(escapes.slice(1).split("%"), (hex) => Number.parseInt(hex, 16))),
  )

const utf8 = new TextDecoder()
