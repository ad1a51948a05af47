/** A page, from the cache or from the backend: the part of `web_fetch` between the policy and the view. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Recorded from "../domain/call/Recorded.ts"
import { Conversation } from "../domain/Conversation.ts"
import * as HttpUrl from "../domain/url/HttpUrl.ts"
import * as TrailingPunctuation from "../domain/url/TrailingPunctuation.ts"
import * as Deadline from "../domain/time/Deadline.ts"
import { Settings, type SettingsShape, userAgent, VERSION } from "../domain/settings/Settings.ts"
import { isPartial } from "../domain/page/Page.ts"
import type * as StoredPage from "../domain/page/StoredPage.ts"
import * as PageRow from "../domain/page/PageRow.ts"
import type * as WebError from "../domain/WebError.ts"
import * as Redirect from "../policy/Redirect.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import * as AnswerCache from "../ports/AnswerCache.ts"
import * as RequestBudget from "../ports/RequestBudget.ts"
import { type ExtractRequest, WebBackend } from "../ports/WebBackend.ts"
import { type Reply, keyOf, throughCache } from "./throughCache.ts"

/** The page to read. */
export interface ReadRequest extends Omit<ExtractRequest, "rendering" | "validators" | "within"> {
  readonly within: ExtractRequest["within"] | undefined
  /** The policy that admitted the URL. */
  readonly policy: WebUrl.UrlPolicy
  /** Who chose the URL: a stranger chose that of a hit, so no message repeats it. */
  readonly origin: "caller" | "hit"
  /** Whether to read the page anew, whatever a cache holds. */
  readonly bypass: boolean
  /** The age in seconds from which a stored page is read or confirmed anew; by default the cache's lifetime. */
  readonly maxAge?: number | undefined
  readonly rendering: SettingsShape["render"]
}

/** Whether a page is younger than an age in seconds; `now` is in ms since the epoch. */
export const isRecent = ({ fetched_at }: StoredPage.StoredPage, maxAge: number | undefined, now: number): boolean =>
  maxAge === undefined ||
  Option.exists(DateTime.make(fetched_at ?? ""), ({ epochMilliseconds }) => now - epochMilliseconds < maxAge * 1_000)

/** Reads one page. A page from our cache is `cached`; so is one that the backend itself had cached. */
export const readPage = Effect.fnUntraced(function* (
  request: ReadRequest,
): Effect.fn.Return<AnswerCache.Answer<StoredPage.StoredPage>, WebError.WebError, WebBackend> {
  const { bypass, maxAge, origin, policy, url } = request
  const cache = yield* AnswerCache.PageCache
  const settings = yield* Settings
  const conversation = yield* Conversation
  const answer = throughCache(cache, {
    kind: "page",
    key: keyOf(conversation, ...shape(request, settings)),
    bypass,
    timeout: settings.fetch_timeout,
    timeoutError: Deadline.pageTimeoutError,
    admits: (page) => urlsOf(page).every((hop) => Result.isSuccess(WebUrl.parse(hop, policy))),
    isRecent: (page, now) => isRecent(page, maxAge, now),
    pay: RequestBudget.spend(settings.fetch_timeout),
    ask: (stale) => ask(request, stale),
  })
  const { cached, value } = yield* Effect.mapError(answer, (error) =>
    origin === "hit" ? error : TrailingPunctuation.explain(error, url),
  )
  yield* Effect.fromResult(checkUrls(value, request))
  return { value: value.url !== url && isSame(value.url, url) ? { ...value, url } : value, cached }
})

// --- private --------------------------------------------------------------------------

/**
 * Everything that shapes a page, besides the tenant. Calls limited to different sites mustn't share one, because either
 * could block the other's redirect.
 */
const shape = ({ mode, rendering, url, within }: ReadRequest, settings: SettingsShape): ReadonlyArray<unknown> => [
  VERSION,
  HttpUrl.withoutFragment(url) ?? url,
  mode,
  userAgent(settings),
  settings.robots,
  settings.reader,
  settings.extraction,
  within ?? null,
  rendering,
]

/** Calls the backend: to revalidate a stale page, or to read it. */
const ask = Effect.fnUntraced(function* (
  { mode, rendering, target, url, within }: ReadRequest,
  stale: StoredPage.StoredPage | undefined,
): Effect.fn.Return<Reply<StoredPage.StoredPage>, WebError.WebError, WebBackend> {
  const { extract } = yield* WebBackend
  // The data of a rendered page may have changed where its document hasn't.
  const validators = stale?.rendered === true ? undefined : stale?.validators
  const { entries, value: row } = yield* Recorded.collect(
    extract({
      url,
      target,
      mode,
      ...(within === undefined ? {} : { within }),
      ...(validators === undefined ? {} : { validators }),
      ...(rendering === "off" ? {} : { rendering }),
    }),
  )
  const now = DateTime.formatIso(yield* DateTime.now)
  const source = (at: string) => {
    const recorded = Recorded.choose(entries, at)
    return { fetched_at: Recorded.dateOf(recorded) ?? now, ...Recorded.field({ recorded }) }
  }
  if (stale !== undefined && validators !== undefined && PageRow.isUnchanged(row))
    return { value: { ...stale, ...source(stale.url) }, cached: true, storable: true }
  const read = yield* PageRow.read(row)
  if (Option.isNone(read)) return yield* Effect.fail(PageRow.badPageError)
  const { cached, page, storable } = read.value
  // Only the backend knows when it got a page that it had cached.
  return { value: cached ? page : { ...page, ...source(page.url) }, cached, storable: storable && isComplete(page) }
})

/**
 * Whether a page is the whole answer of its site: 200, or 203 from a proxy that changed it (RFC 9110 section 15.3).
 * Another status is about this one request, such as 202 for a page that isn't ready, and so is a bot protection's wall.
 */
const isComplete = (page: StoredPage.StoredPage): boolean =>
  (page.status_code === 200 || page.status_code === 203) && !isPartial(page) && page.obstacle !== "challenge"

/** Every URL on the way to a page. */
const urlsOf = ({ redirected_from, url }: StoredPage.StoredPage): ReadonlyArray<string> => [...redirected_from, url]

/**
 * The URLs of a page are checked once more: a backend that follows redirects itself doesn't know our rules, and the
 * first caller of a shared call may have had others.
 */
const checkUrls = (
  page: StoredPage.StoredPage,
  { policy, url }: ReadRequest,
): Result.Result<void, WebError.WebError> => {
  for (const hop of urlsOf(page)) {
    // It was judged before the call.
    if (hop === url) continue
    const judged = WebUrl.parse(hop, policy)
    if (Result.isFailure(judged)) return Result.fail(Redirect.onLaterHop(judged.failure, url))
  }
  return Result.void
}

const isSame = (a: string, b: string): boolean => HttpUrl.withoutFragment(a) === HttpUrl.withoutFragment(b)
