/**
 * The use-case behind `web_fetch`: the URL policy before any backend, the backend under a
 * deadline, its row validated, then compression where a `Compressor` is provided, then the cut.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Arguments from "../domain/Arguments.ts"
import { FetchRequest, type FetchRequestInput } from "../domain/FetchRequest.ts"
import * as Page from "../domain/Page.ts"
import { Settings, type SettingsShape } from "../domain/Settings.ts"
import * as WebError from "../domain/WebError.ts"
import * as Redirect from "../policy/Redirect.ts"
import type { SitePrefix } from "../policy/SitePrefix.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import { Compressor } from "../ports/Compressor.ts"
import { WebBackend } from "../ports/WebBackend.ts"
import { observeRefusals } from "./observeRefusals.ts"

/** Fetches one page. An empty page is a success with the warning `low_content`. */
export const webFetch = (input: FetchRequestInput): Effect.Effect<Page.Page, WebError.WebError, WebBackend> =>
  // `Effect.fn` would take a stack trace at each call, which costs more than all the rest of it.
  Effect.withSpan(Effect.flatMap(decodeRequest(input), fetchPage), "webFetch", { captureStackTrace: false })

/**
 * The same for a request that has been decoded; `max_length` is taken as it is. One deadline covers it all.
 * `within` pins it to a part of a site, on every hop.
 */
export const fetchPage = Effect.fnUntraced(function* (
  request: FetchRequest,
  within?: SitePrefix,
): Effect.fn.Return<Page.Page, WebError.WebError, WebBackend> {
  const settings = yield* Settings
  const policy = within === undefined ? settings : { ...settings, within }
  const url = yield* Effect.fromResult(WebUrl.parse(request.url, policy))
  return yield* Effect.timeoutOrElse(readPage(url, request, settings, within), {
    duration: settings.fetch_timeout,
    orElse: () => WebError.fail({ error: "timeout", message: "Fetching the page took too long." }),
  })
}, observeRefusals)

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decode(FetchRequest)

const badPage = WebError.make({
  error: "invalid_backend_response",
  message: "The backend answered with something that is no page.",
})

const readPage = Effect.fnUntraced(function* (
  url: WebUrl.WebUrl,
  request: FetchRequest,
  settings: SettingsShape,
  within: SitePrefix | undefined,
) {
  const mode = request.extract ?? "markdown"
  const backend = yield* WebBackend
  const row = yield* backend.extract({ url, mode, ...(within === undefined ? {} : { within }) })
  const read = Page.fromRow(row)
  if (Option.isNone(read)) return yield* Effect.fail(badPage)
  if (within !== undefined) yield* Effect.fromResult(stayed(url, read.value, { ...settings, within }))
  return Page.show(read.value, {
    mode,
    lowContentMin: settings.low_content_min,
    maxLength: request.max_length ?? settings.max_length,
    maxBytes: request.max_bytes ?? settings.max_fetch_bytes,
    compressed: yield* compress(read.value.content, request, settings),
  })
})

/** A backend may have followed redirects by itself, or kept the page of a call that was free to: each stop is judged again. */
const stayed = (
  from: WebUrl.WebUrl,
  { redirected_from, url }: Page.ReadPage,
  policy: WebUrl.UrlPolicy,
): Result.Result<void, WebError.WebError> => {
  for (const stop of [...redirected_from, url]) {
    const judged = WebUrl.parse(stop, policy)
    if (Result.isFailure(judged)) return Result.fail(Redirect.onLaterHop(judged.failure, from))
  }
  return Result.void
}

const compress = Effect.fnUntraced(function* (content: string, request: FetchRequest, settings: SettingsShape) {
  const compressor = yield* Effect.serviceOption(Compressor)
  if (Option.isNone(compressor) || content.length < settings.compress_min_length) return undefined
  const shorter = yield* compressor.value.compress(content, request.query ?? settings.compress_instruction)
  return shorter.toWellFormed()
})
