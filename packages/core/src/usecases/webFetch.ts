/**
 * The use-case behind `web_fetch`: the URL policy before anything else, the page under a deadline, out
 * of the cache or from the backend, then compression, then the cut.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Arguments from "../domain/Arguments.ts"
import { Conversation } from "../domain/Conversation.ts"
import * as Deadline from "../domain/Deadline.ts"
import { FetchRequest, type FetchRequestInput } from "../domain/FetchRequest.ts"
import * as HttpUrl from "../domain/HttpUrl.ts"
import * as Page from "../domain/Page.ts"
import { Settings, type SettingsShape, userAgent } from "../domain/Settings.ts"
import * as StoredPage from "../domain/StoredPage.ts"
import { VERSION } from "../domain/Version.ts"
import * as WebError from "../domain/WebError.ts"
import * as Redirect from "../policy/Redirect.ts"
import type { SitePrefix } from "../policy/SitePrefix.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import { type Answer, PageCache } from "../ports/AnswerCache.ts"
import { Compressor } from "../ports/Compressor.ts"
import * as KnownUrls from "../ports/KnownUrls.ts"
import * as RequestBudget from "../ports/RequestBudget.ts"
import { type ExtractRequest, WebBackend } from "../ports/WebBackend.ts"
import { observeRefusals, requireKnown } from "./refusals.ts"
import { type Asked, keyOf, throughCache } from "./throughCache.ts"

/** Fetches one page. An empty page is a success with the warning `low_content`. */
export const webFetch = (input: FetchRequestInput): Effect.Effect<Page.Page, WebError.WebError, WebBackend> =>
  // `Effect.fn` would take a stack trace at each call, which costs more than all the rest of it.
  Effect.withSpan(Effect.flatMap(decodeRequest(input), fetchPage), "webFetch", { captureStackTrace: false })

/**
 * The same for a request that has been decoded; `max_length` is taken as it is. One deadline covers it
 * all, waiting for its turn included; a reader extends it (`Deadline.ts`). `within` pins it to a part of a site, on every hop.
 */
export const fetchPage = Effect.fnUntraced(function* (
  request: FetchRequest,
  within?: SitePrefix,
): Effect.fn.Return<Page.Page, WebError.WebError, WebBackend> {
  const settings = yield* Settings
  const policy = within === undefined ? settings : { ...settings, within }
  const url = yield* Effect.fromResult(WebUrl.parse(request.url, policy))
  // A site's own pages are named by its operator.
  if (within === undefined) yield* requireKnown(url)
  return yield* Deadline.within(showPage({ url, within, policy }, request, settings), {
    duration: settings.fetch_timeout,
    orElse: () => Effect.fail(Deadline.latePage),
  })
}, observeRefusals)

/** What is to be read. */
export interface ReadRequest extends Omit<ExtractRequest, "validators" | "within"> {
  readonly within: ExtractRequest["within"] | undefined
  /** By which the URL was judged. */
  readonly policy: WebUrl.UrlPolicy
  /** Whether the page is read anew, whatever a cache holds. */
  readonly bypass: boolean
}

/** Reads one page. A page that comes out of a cache is `cached`; one that the backend itself had kept is, too. */
export const readPage = Effect.fnUntraced(function* (
  request: ReadRequest,
): Effect.fn.Return<Answer<StoredPage.StoredPage>, WebError.WebError, WebBackend> {
  const { bypass, policy, url } = request
  const cache = yield* PageCache
  const settings = yield* Settings
  const who = yield* Conversation
  const { cached, value } = yield* throughCache(cache, {
    key: keyOf(who, ...shape(request, settings)),
    bypass,
    timeout: settings.fetch_timeout,
    late: Deadline.latePage,
    admits: (page) => wayOf(page).every((hop) => Result.isSuccess(WebUrl.parse(hop, policy))),
    pay: RequestBudget.spend(settings.fetch_timeout),
    ask: (stale) => ask(request, stale),
  })
  yield* Effect.fromResult(judgeWay(value, request))
  return { value: isSame(value.url, url) ? { ...value, url } : value, cached }
})

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decode(FetchRequest)

const showPage = Effect.fnUntraced(function* (
  target: Omit<ReadRequest, "mode" | "bypass">,
  request: FetchRequest,
  settings: SettingsShape,
) {
  const mode = request.extract ?? "markdown"
  const { cached, value: page } = yield* readPage({ ...target, mode, bypass: request.cache === false })
  if (settings.known_urls_only) yield* learn(page)
  return Page.show(page, {
    mode,
    cached,
    lowContentMin: settings.low_content_min,
    maxLength: request.max_length ?? settings.max_length,
    maxBytes: request.max_bytes ?? settings.max_fetch_bytes,
    compressed: yield* compress(page.content, request, settings),
  })
})

/** Links, images and whatever else of a page a model may take for an address. */
const learn = (page: StoredPage.StoredPage): Effect.Effect<void> =>
  Effect.flatMap(KnownUrls.KnownUrls, (known) =>
    Effect.andThen(known.add([page.url, ...page.links], "web"), known.add(KnownUrls.inText(page.content), "web")),
  )

const compress = Effect.fnUntraced(function* (content: string, request: FetchRequest, settings: SettingsShape) {
  if (content.length < settings.compress_min_length) return undefined
  const { compress } = yield* Compressor
  const shorter = yield* compress(content, request.query ?? settings.compress_instruction)
  return shorter?.toWellFormed()
})

/** All that makes a page what it is, beside the tenant. Shared calls with different sites would be refused for each other. */
const shape = ({ mode, url, within }: ReadRequest, settings: SettingsShape): ReadonlyArray<unknown> => [
  VERSION,
  HttpUrl.withoutFragment(url) ?? url,
  mode,
  userAgent(settings),
  settings.robots,
  settings.reader,
  within ?? null,
]

const badPage = WebError.make({
  error: "invalid_backend_response",
  message: "The backend answered with something that is no page.",
})

/** Asks the backend: whether a stale page still holds, or for the page. */
const ask = Effect.fnUntraced(function* (
  { mode, url, within }: ReadRequest,
  stale: StoredPage.StoredPage | undefined,
): Effect.fn.Return<Asked<StoredPage.StoredPage>, WebError.WebError, WebBackend> {
  const { extract } = yield* WebBackend
  const row = yield* extract({
    url,
    mode,
    ...(within === undefined ? {} : { within }),
    ...(stale?.validators === undefined ? {} : { validators: stale.validators }),
  })
  if (stale?.validators !== undefined && StoredPage.isUnchanged(row))
    return { value: stale, cached: true, storable: true }
  const read = yield* StoredPage.read(row)
  if (Option.isNone(read)) return yield* Effect.fail(badPage)
  const { cached, page, storable } = read.value
  return { value: page, cached, storable }
})

/** Every URL on the way to a page. */
const wayOf = ({ redirected_from, url }: StoredPage.StoredPage): ReadonlyArray<string> => [...redirected_from, url]

/**
 * Where a page came from is judged once more: a backend that follows redirects by itself knows nothing of
 * our rules, and who began a shared call may have had others.
 */
const judgeWay = (
  page: StoredPage.StoredPage,
  { policy, url }: ReadRequest,
): Result.Result<void, WebError.WebError> => {
  for (const hop of wayOf(page)) {
    const judged = WebUrl.parse(hop, policy)
    if (Result.isFailure(judged)) return Result.fail(Redirect.onLaterHop(judged.failure, url))
  }
  return Result.void
}

const isSame = (a: string, b: string): boolean => HttpUrl.withoutFragment(a) === HttpUrl.withoutFragment(b)
