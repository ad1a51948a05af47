/**
 * The use-case behind `web_fetch`: the URL policy first; then the page from the cache, the backend or the
 * conversation's earlier pages, under a deadline; then its requested part. Several pages share one budget of
 * characters.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Deadline from "../domain/time/Deadline.ts"
import {
  FetchRequest,
  type FetchRequestInput,
  PagesRequest,
  type PagesRequestInput,
} from "../domain/page/FetchRequest.ts"
import * as HttpUrl from "../domain/url/HttpUrl.ts"
import type { FailedPage, Page, Pages } from "../domain/page/Page.ts"
import { Settings } from "../domain/settings/Settings.ts"
import * as Usage from "../domain/page/Usage.ts"
import type { StoredPage } from "../domain/page/StoredPage.ts"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Progress from "../domain/call/Progress.ts"
import * as Trace from "../domain/call/Trace.ts"
import type * as WebError from "../domain/WebError.ts"
import * as Sharing from "../passages/Sharing.ts"
import type * as Selection from "../passages/Selection.ts"
import * as TextWork from "../passages/TextWork.ts"
import * as RefusalReport from "../policy/RefusalReport.ts"
import type { SitePrefix } from "../policy/SitePrefix.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import { KnownUrls, requireKnown, urlsIn } from "../ports/KnownUrls.ts"
import { Compressor, noCompressor } from "../ports/Shortening.ts"
import { ShownPages } from "../ports/ShownPages.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { readBetter } from "./readBetter.ts"
import { isRecent, type ReadRequest } from "./readPage.ts"
import { renderingOf } from "./renderingOf.ts"
import {
  lengthOf,
  limitsOf,
  rankFor,
  type Reading,
  requireFit,
  viewPage,
  type ViewRequest,
  wantsPassages,
} from "./viewPage.ts"

/**
 * Fetches one page. An empty page is a success with the warning `low_content`.
 *
 * It uses `PageCache`, `RequestBudget`, `Compressor` and `Reranker`, if provided.
 *
 * ```ts
 * import { Effect } from "effect"
 * import { WebBackend, webFetch } from "@porthole/core"
 *
 * const backend = WebBackend.layer({
 *   search: WebBackend.unavailable,
 *   extract: Effect.succeed(({ url }) =>
 *     Effect.succeed({ title: "Tides", url, content: "High water at six.", links: [], status_code: 200 }),
 *   ),
 * })
 * const page = await Effect.runPromise(webFetch({ url: "https://tides.example/" }).pipe(Effect.provide(backend)))
 * console.log(page.content_md) // High water at six.
 * ```
 */
export const webFetch = (
  request: Arguments.Arguments<FetchRequestInput>,
): Effect.Effect<Page, WebError.WebError, WebBackend> =>
  Trace.call("webFetch")(Arguments.answer(decodePage(request), (decoded) => fetchPage(decoded)))

/** Fetches several pages within {@link batchTimeout}. A page that can't be read is an entry with its error. */
export const webFetchPages = (
  request: Arguments.Arguments<PagesRequestInput>,
): Effect.Effect<Pages, WebError.WebError, WebBackend> =>
  Trace.call("webFetchPages")(Arguments.answer(decodePages(request), fetchBatch))

/** Timeout of a call for several pages. */
export const batchTimeout = Duration.seconds(50)

/**
 * One page of a decoded request, without a span. One deadline covers everything, including the wait for the budget, but
 * not the reading of the document (`Deadline.ownTime`). `within` limits every hop to a part of a site.
 */
export const fetchPage = Effect.fnUntraced(function* (
  { url, ...request }: FetchRequest,
  within?: SitePrefix,
): Effect.fn.Return<Page, WebError.WebError, WebBackend> {
  yield* requireFit(request)
  const limits = yield* limitsOf(request)
  return yield* inTime(
    Effect.flatMap(readFor(url, request, { within }), (reading) => viewPage(reading, request, limits)),
  )
}, RefusalReport.observe)

/** Several pages in their order, each a page or its error, in at most `maxLength` characters together. */
export const fetchPages = Effect.fnUntraced(function* (
  urls: ReadonlyArray<string>,
  request: ViewRequest,
  maxLength: number,
  origin: ReadRequest["origin"] = "caller",
): Effect.fn.Return<ReadonlyArray<Page | FailedPage>, never, WebBackend> {
  const progress = yield* Progress.Progress
  let done = 0
  const readings = yield* Effect.forEach(
    urls,
    (url) =>
      Effect.tap(
        Effect.result(
          Trace.call("page")(RefusalReport.observe(withPatience(inTime(readFor(url, request, { origin }))))),
        ),
        () => progress.report({ done: ++done, total: urls.length }),
      ),
    { concurrency: atOnce },
  )
  const read = readings.flatMap((reading) => (Result.isSuccess(reading) ? [reading.success] : []))
  const { maxBytes } = yield* limitsOf(request)
  const pages = read.map(({ page }) => page)
  const show = ({ budgets, ranked }: Shares) =>
    Effect.forEach(
      readings,
      (result, at) =>
        Effect.flatMap(Effect.fromResult(result), (reading) => {
          const place = read.indexOf(reading)
          return viewPage(reading, request, { maxLength: budgets[place] ?? 0, maxBytes }, ranked?.[place])
        }).pipe(Effect.catch((error) => Effect.succeed({ url: urls[at] ?? "", ...error.wire }))),
      // A compressor or a reranker may wait for a model.
      { concurrency: atOnce },
    )
  const evenly = shareEvenly(pages, maxLength)
  const { query } = request
  if (query === undefined || !areRankedTogether(pages, request, evenly)) return yield* show({ budgets: evenly })
  const hold = TextWork.hold(charactersOf(pages))
  const shares = shareByRelevance(pages, query, request, maxLength)
  const isModelAsked = (yield* Compressor) !== noCompressor
  // The ranked pages are in memory until all are shown; but nobody else should wait for a model that shortens them.
  const shown = isModelAsked ? Effect.flatMap(hold(shares), show) : hold(Effect.flatMap(shares, show))
  // Without a turn for all pages each waits for one of its own.
  return yield* Effect.catch(shown, () => show({ budgets: evenly }))
})

/** Reads a whole page under the deadline of a page. */
export const readWhole = (url: string, request: ViewRequest): Effect.Effect<Reading, WebError.WebError, WebBackend> =>
  inTime(readFor(url, request, {}))

// --- private --------------------------------------------------------------------------

const decodePage = Arguments.decoder(FetchRequest)
const decodePages = Arguments.decoder(PagesRequest)

/** Maximum number of pages of a call that are read, or shown, at the same time. */
const atOnce = 10

const fetchBatch = Effect.fnUntraced(function* ({ urls, ...request }: PagesRequest) {
  yield* requireFit(request)
  yield* renderingOf(request)
  const { max_length } = yield* Settings
  const distinct = Array.from(new Set(urls))
  const pages = yield* Deadline.within(fetchPages(distinct, request, request.max_length ?? max_length), {
    duration: batchTimeout,
    orElse: () => Effect.fail(Deadline.pageTimeoutError),
  })
  yield* Trace.annotate({ "porthole.count": pages.length })
  const repeated = urls.length - distinct.length
  return {
    pages,
    count: pages.length,
    ...(repeated === 0 ? {} : { message: `Repeated URLs are left out (${repeated} here).` }),
  }
})

/** Waits out a limit of ours that a page of several has reached, while the call has time for it. */
const withPatience = <A, R>(read: Effect.Effect<A, WebError.WebError, R>): Effect.Effect<A, WebError.WebError, R> =>
  Effect.catch(read, (error) =>
    Effect.gen(function* () {
      const { endsAt } = yield* Deadline.Deadline
      const wait = (error.wire.retry_after ?? 0) * 1_000
      const isOurs = error.error === "rate_limited" && wait > 0
      if (!isOurs || !Number.isFinite(endsAt) || (yield* Clock.currentTimeMillis) + wait >= endsAt)
        return yield* Effect.fail(error)
      yield* Effect.sleep(wait)
      return yield* withPatience(read)
    }),
  )

const inTime = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>): Effect.Effect<A, WebError.WebError, R> =>
  Settings.use(({ fetch_timeout }) =>
    Deadline.within(effect, { duration: fetch_timeout, orElse: () => Effect.fail(Deadline.pageTimeoutError) }),
  )

/** Reads a page for a request; a request for a part uses the page that the conversation read before. */
const readFor = Effect.fnUntraced(function* (
  address: string,
  request: ViewRequest,
  { origin = "caller", within }: Partial<Pick<ReadRequest, "origin" | "within">>,
): Effect.fn.Return<Reading, WebError.WebError, WebBackend> {
  const settings = yield* Settings
  const policy = within === undefined ? settings : { ...settings, within }
  const target = yield* Effect.fromResult(WebUrl.judge(address, policy))
  const { url } = target
  yield* Trace.annotate({ "server.address": target.host })
  // The operator names the pages of a documentation site.
  if (within === undefined) yield* requireKnown(url)
  yield* Progress.begin(`Fetching from ${target.host}.`)
  const rendering = yield* renderingOf(request)
  const mode = request.extract ?? "markdown"
  const shown = yield* ShownPages
  const key = shownKey(url, mode, within)
  const earlier = continuesPage(request) ? yield* shown.find(key) : undefined
  const now = yield* Clock.currentTimeMillis
  if (earlier !== undefined && isRenderedFor(request, earlier) && isRecent(earlier, request.max_age, now)) {
    yield* Trace.annotate({ "porthole.cached": true })
    return { page: earlier, cached: true }
  }
  const { cached, value: page } = yield* readBetter({
    url,
    target,
    within,
    policy,
    origin,
    mode,
    bypass: request.cache === false,
    maxAge: request.max_age,
    rendering,
  })
  yield* Trace.annotate({
    "http.response.status_code": page.status_code,
    "porthole.cached": cached,
    "porthole.characters": page.content.length,
    ...(page.address_rule === undefined ? {} : { "porthole.address_rule": page.address_rule }),
    ...(page.usage === undefined ? {} : { "porthole.usage": Usage.text(page.usage) }),
  })
  const isChanged = yield* shown.keep(key, page)
  // A caller may continue with the final URL, which no rule led to then.
  const { address_rule: _, ...itself } = page
  if (page.url !== url) yield* shown.keep(shownKey(page.url, mode, within), itself)
  if (settings.known_urls_only) yield* learn(page)
  return { page, cached, isChanged: isChanged && isPart(request) }
})

const continuesPage = (request: ViewRequest): boolean => request.cache !== false && isPart(request)

const isPart = ({ find, section, start_index = 0 }: ViewRequest): boolean =>
  start_index > 0 || section !== undefined || find !== undefined

/** Whether a page is rendered as a request wants it; most requests leave that to the setting. */
const isRenderedFor = ({ render }: ViewRequest, { rendered }: StoredPage): boolean =>
  render === undefined || render === (rendered === true)

const shownKey = (url: string, mode: string, within: SitePrefix | undefined): string =>
  JSON.stringify([HttpUrl.withoutFragment(url) ?? url, mode, within ?? null])

/** Adds links, images and other possible URLs of a page to the known ones. */
const learn = (page: StoredPage): Effect.Effect<void> =>
  Effect.flatMap(KnownUrls, (known) =>
    Effect.andThen(known.add([page.url, ...page.links], "web"), known.add(urlsIn(page.content), "web")),
  )

/** Each page's share of a budget, and the ranked pages if shares depend on relevance. */
interface Shares {
  readonly budgets: ReadonlyArray<number>
  readonly ranked?: ReadonlyArray<Selection.Ranked>
}

/** Shares a budget evenly; unused shares go to other pages. */
const shareEvenly = (pages: ReadonlyArray<StoredPage>, maxLength: number): ReadonlyArray<number> =>
  Sharing.evenly(
    pages.map(({ content }) => content.length),
    maxLength,
  )

const charactersOf = (pages: ReadonlyArray<StoredPage>): number => pages.reduce((sum, page) => sum + lengthOf(page), 0)

/** Whether relevance shares the budget: a page is cut, and all together aren't too long to be ranked at once. */
const areRankedTogether = (
  pages: ReadonlyArray<StoredPage>,
  request: ViewRequest,
  evenly: ReadonlyArray<number>,
): boolean =>
  !pages.every(({ content }, at) => content.length <= (evenly[at] ?? 0)) &&
  pages.some((page) => wantsPassages(page, request, 0)) &&
  charactersOf(pages) <= TextWork.maxCharacters

/** Shares a budget by how well pages answer the question; unused shares go to other pages. */
const shareByRelevance = Effect.fnUntraced(function* (
  pages: ReadonlyArray<StoredPage>,
  query: string,
  request: ViewRequest,
  maxLength: number,
): Effect.fn.Return<Shares> {
  const ranked = yield* Effect.forEach(pages, (page) => rankFor(page, query, request))
  return { budgets: yield* Sharing.byRelevance(ranked, maxLength), ranked }
})
