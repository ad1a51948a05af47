/**
 * The use-case behind `web_fetch`: the URL policy before any backend, the backend under a
 * deadline, its row validated, then compression where a `Compressor` is provided, then the cut.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Arguments from "../domain/Arguments.ts"
import * as Cut from "../domain/Cut.ts"
import { FetchRequest, type FetchRequestInput } from "../domain/FetchRequest.ts"
import * as Page from "../domain/Page.ts"
import { Settings, type SettingsShape } from "../domain/Settings.ts"
import * as WebError from "../domain/WebError.ts"
import * as WebUrl from "../policy/WebUrl.ts"
import { Compressor } from "../ports/Compressor.ts"
import { WebBackend } from "../ports/WebBackend.ts"

/** Fetches one page. An empty page is a success with the warning `low_content`. */
export const webFetch = Effect.fn("webFetch")(function* (
  input: FetchRequestInput,
): Effect.fn.Return<Page.Page, WebError.WebError, WebBackend> {
  return yield* fetchPage(yield* decodeRequest(input))
})

/** The same for a request that has been decoded; `max_length` is taken as it is. */
export const fetchPage = Effect.fnUntraced(function* (
  request: FetchRequest,
): Effect.fn.Return<Page.Page, WebError.WebError, WebBackend> {
  const settings = yield* Settings
  const url = yield* Effect.fromResult(WebUrl.parse(request.url, settings))
  const mode = request.extract ?? "markdown"
  const backend = yield* WebBackend
  const row = yield* withDeadline(backend.extract({ url, mode }), settings, "Fetching the page took too long.")
  const read = Page.fromRow(row)
  if (Option.isNone(read)) return yield* Effect.fail(badPage)
  const page = read.value
  const compressed = yield* compress(page.content, request, settings)
  const text = compressed ?? page.content
  const cut = cutText(text, request, settings)
  const message = messageOf(text, cut, page.links.length)
  return {
    title: page.title,
    url: page.url,
    ...Page.contentOf(mode, cut.text),
    links: page.links.slice(0, Page.maxLinks),
    status_code: page.status_code,
    truncated: cut.cut,
    cached: page.cached,
    ...(page.text_length < settings.low_content_min ? { warning: "low_content" as const } : {}),
    ...(message === undefined ? {} : { message }),
    ...(cut.cut ? { total_length: text.length } : {}),
    ...(compressed === undefined ? {} : { compressed: true, original_length: page.content.length }),
  }
})

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decode(FetchRequest)

const badPage = WebError.make({
  error: "invalid_backend_response",
  message: "The backend answered with something that is no page.",
})

const withDeadline = <A>(
  effect: Effect.Effect<A, WebError.WebError>,
  settings: SettingsShape,
  message: string,
): Effect.Effect<A, WebError.WebError> =>
  Effect.timeoutOrElse(effect, {
    duration: settings.fetch_timeout,
    orElse: () => WebError.fail({ error: "timeout", message }),
  })

const compress = Effect.fnUntraced(function* (content: string, request: FetchRequest, settings: SettingsShape) {
  const compressor = yield* Effect.serviceOption(Compressor)
  if (Option.isNone(compressor) || content.length < settings.compress_min_length) return undefined
  return yield* withDeadline(
    compressor.value.compress(content, request.query ?? settings.compress_instruction),
    settings,
    "Shortening the page took too long.",
  )
})

const cutText = (text: string, request: FetchRequest, settings: SettingsShape): Cut.CutText => {
  const maxBytes = request.max_bytes ?? settings.max_fetch_bytes
  const byLength = Cut.toLength(text, request.max_length ?? settings.max_length)
  if (maxBytes === undefined) return byLength
  const byBytes = Cut.toBytes(byLength.text, maxBytes)
  return { text: byBytes.text, cut: byLength.cut || byBytes.cut }
}

const messageOf = (text: string, cut: Cut.CutText, links: number): string | undefined => {
  const sentences = [
    ...(cut.cut ? [`The text is cut: ${cut.text.length} of ${text.length} characters are shown.`] : []),
    ...(links > Page.maxLinks ? [`The first ${Page.maxLinks} of ${links} links are listed.`] : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}
