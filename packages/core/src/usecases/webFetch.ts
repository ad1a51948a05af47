/**
 * The use-case behind `web_fetch`: the URL policy before anything else, the page under a deadline, out
 * of the cache or from the backend, then compression, then the cut.
 */
import * as Effect from "effect/Effect"
import * as Deadline from "../domain/Deadline.ts"
import * as Arguments from "../domain/Arguments.ts"
import { FetchRequest, type FetchRequestInput } from "../domain/FetchRequest.ts"
import * as Page from "../domain/Page.ts"
import type { StoredPage } from "../domain/StoredPage.ts"
import { Settings, type SettingsShape } from "../domain/Settings.ts"
import type * as WebError from "../domain/WebError.ts"
import type { SitePrefix } from "../policy/SitePrefix.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import { Compressor } from "../ports/Compressor.ts"
import * as KnownUrls from "../ports/KnownUrls.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { observeRefusals, requireKnown } from "./refusals.ts"
import { readPage, type ReadRequest } from "./readPage.ts"

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
const learn = (page: StoredPage): Effect.Effect<void> =>
  Effect.flatMap(KnownUrls.KnownUrls, (known) =>
    Effect.andThen(known.add([page.url, ...page.links], "web"), known.add(KnownUrls.inText(page.content), "web")),
  )

const compress = Effect.fnUntraced(function* (content: string, request: FetchRequest, settings: SettingsShape) {
  if (content.length < settings.compress_min_length) return undefined
  const { compress } = yield* Compressor
  const shorter = yield* compress(content, request.query ?? settings.compress_instruction)
  return shorter?.toWellFormed()
})
