/**
 * The requests for the parts of one rendering: one hop each, through the transport of pages, and under its policy.
 * Everything that a page's scripts can reach, they reach by this function.
 *
 * Its services are those of the rendering's call, whichever fiber a renderer runs it in: the conversation decides about
 * pins, and the deadline ends the part.
 */
import * as Effect from "effect/Effect"
import { Bound, Deadline, type Network, Refusal, Renderer, type Settings, WebError, WebUrl } from "@porthole/core"
import * as ContentEncoding from "../body/ContentEncoding.ts"
import type { RedirectChain } from "../chain/RedirectChain.ts"
import * as Retry from "../chain/Retry.ts"
import * as RequestHeaders from "../RequestHeaders.ts"
import type { SiteRules } from "../site/SiteRules.ts"

/** Maximum number of parts that are fetched at the same time. */
export const atOnce = 16

/** What fetches parts. */
export interface Dependencies {
  readonly followRedirects: RedirectChain
  readonly settings: Settings.SettingsShape
  readonly siteRules: SiteRules | undefined
}

/** The parts of one rendering. */
export interface PartRequests {
  readonly fetchPart: Renderer.RenderRequest["fetchPart"]
  /** Whether a request carried a cookie. */
  readonly wasCookieSent: () => boolean
  /** The requests so far, for a rendering that fails. */
  readonly requested: () => ReadonlyArray<Renderer.RequestedPart>
}

/** Makes the function that fetches the parts of a document; `policy` is that of the document's own URL. */
export const make = Effect.fnUntraced(function* (
  dependencies: Dependencies,
  document: { readonly url: string },
  policy: WebUrl.UrlPolicy,
): Effect.fn.Return<PartRequests> {
  const context = yield* Effect.context<never>()
  const semaphore = Bound.semaphore("parts of a page", atOnce)
  const count: Count = { parts: 0, bytes: 0, isCookieSent: false }
  const requested: Array<Renderer.RequestedPart> = []
  const record = (url: string, outcome: Renderer.RequestedPart["outcome"]) =>
    Effect.sync(() => void requested.push({ url, method: "GET", outcome }))
  return {
    fetchPart: (part) =>
      Effect.suspend(() => {
        if (++count.parts > Renderer.maxParts) return Effect.fail(tooManyPartsError)
        return semaphore.withPermit(fetchOne(dependencies, { document, policy, part, count })).pipe(
          Effect.tap(({ status }) => record(part.url, status)),
          Effect.tapError((error) => record(part.url, Renderer.outcomeOf(error))),
        )
      }).pipe(inTime(dependencies.settings), Effect.provideContext(context)),
    wasCookieSent: () => count.isCookieSent,
    requested: () => requested,
  }
})

// --- private --------------------------------------------------------------------------

/** What a rendering has used up. */
interface Count {
  parts: number
  bytes: number
  isCookieSent: boolean
}

interface Part {
  readonly document: { readonly url: string }
  readonly policy: WebUrl.UrlPolicy
  readonly part: Renderer.PartRequest
  readonly count: Count
}

const fetchOne = Effect.fnUntraced(function* (
  { followRedirects, settings, siteRules }: Dependencies,
  { count, document, part, policy }: Part,
): Effect.fn.Return<Renderer.PartAnswer, WebError.WebError> {
  const isDocument = part.kind === "document"
  // A part of a page may come from anywhere that the settings allow; another page may not leave the call's site.
  const partPolicy = isDocument ? policy : settings
  const target = yield* Effect.fromResult(WebUrl.judge(part.url, partPolicy))
  if (document.url.startsWith("https:") && !target.secure) return yield* downgrade(target.url, document.url)
  const headers = headersOf(part, settings)
  count.isCookieSent ||= headers["cookie"] !== undefined
  return yield* Effect.mapError(
    followRedirects({
      target,
      headers,
      policy: partPolicy,
      redirects: "return",
      read: (response) => read(response, settings.max_body_bytes, count),
      ...(isDocument && siteRules !== undefined ? { mayVisit: siteRules } : {}),
    }),
    ({ error }) => error,
  )
})

/** Reads the answer to a part's request, whatever its status. */
const read = (
  { body, headers, setCookies = [], status }: Network.DialResponse,
  maxBodyBytes: number,
  count: Count,
): Effect.Effect<Renderer.PartAnswer, Retry.FailedAttempt> =>
  Effect.suspend(() =>
    ContentEncoding.readAll(body, headers["content-encoding"], Math.min(maxBodyBytes, Renderer.maxBytes - count.bytes)),
  ).pipe(
    Effect.flatMap((bytes) => {
      count.bytes += bytes.length
      return count.bytes > Renderer.maxBytes ? Effect.fail(tooManyBytesError) : Effect.succeed(bytes)
    }),
    Effect.mapBoth({
      onFailure: Retry.final,
      onSuccess: (bytes) => ({ status, headers: withoutFraming(headers), setCookies, bytes }),
    }),
  )

/** Our usual header fields, and those of the browser's own that may travel. */
const headersOf = (
  { headers }: Renderer.PartRequest,
  settings: Settings.SettingsShape,
): Readonly<Record<string, string>> => {
  const own = Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => travelling.has(name) && value.length <= maxFieldLength && visible.test(value),
    ),
  )
  return { ...RequestHeaders.fieldsFor(settings, "*/*"), ...own }
}

const travelling: ReadonlySet<string> = new Set(["accept", "origin", "referer", "cookie"])

/** Maximum characters of a header field that a page's scripts may influence. */
const maxFieldLength = 8_192

/** No control character may get into a request. */
const visible = /^[\t\x20-\x7e\x80-\xff]*$/

/** The bytes are decompressed and whole, and each Set-Cookie stands on its own. */
const withoutFraming = (headers: Network.DialResponse["headers"]): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !framing.has(name)))

const framing: ReadonlySet<string> = new Set(["content-encoding", "content-length", "transfer-encoding", "set-cookie"])

const inTime =
  ({ fetch_timeout }: Settings.SettingsShape) =>
  <A>(part: Effect.Effect<A, WebError.WebError>): Effect.Effect<A, WebError.WebError> =>
    Effect.flatMap(Deadline.timeLeft(fetch_timeout), (duration) =>
      Effect.timeoutOrElse(part, { duration, orElse: () => Effect.fail(Deadline.pageTimeoutError) }),
    )

const downgrade = (url: string, from: string): Effect.Effect<never, WebError.WebError> =>
  WebError.fail(
    { error: "blocked_url", reason: "redirect_to_blocked_target", message: "The page asked for a blocked URL." },
    new Refusal.Refusal({ rule: "downgrade", source: "Porthole's own rule: never from https to http", url, from }),
  )

const tooManyPartsError = WebError.make({
  error: "response_too_large",
  message: `The page asked for more than ${Renderer.maxParts} parts.`,
})

const tooManyBytesError = WebError.make({
  error: "response_too_large",
  message: "The page's parts are larger than allowed.",
})
