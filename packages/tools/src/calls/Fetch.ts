/**
 * `web_fetch` as a function of any arguments. It accepts a URL as a model or a person writes it, before the URL policy
 * checks it; redirects, hits and addresses in robots.txt don't get this treatment.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import {
  Arguments,
  fetchImage,
  FetchRequest,
  Image,
  type Page,
  RefusalReport,
  type WebBackend,
  WebError,
  webFetch,
  webFetchPages,
} from "@porthole/core"
import { told, toldOfPages } from "./ImageAdvice.ts"
import { answer, observed, reported, type ToolCall } from "./ToolCall.ts"
import * as ToolArguments from "../arguments/ToolArguments.ts"

/** `web_fetch`, of one page or several. The use-case logs its refusals, so they aren't logged here. */
export const fetch: ToolCall<Page.Page | Page.Pages> = (input) =>
  observed("web_fetch", told(answer(readRequest(input), fetchAny)), RefusalReport.isRefusal)

/** The largest image, in bytes, that the caller of {@link fetchOrImage} can show; by default none. */
export const MaxImageBytes: Context.Reference<number | undefined> = Context.Reference<number | undefined>(
  "@porthole/tools/Fetch/MaxImageBytes",
  { defaultValue: () => undefined },
)

/** `web_fetch` for callers that may show images: a URL that isn't a document is fetched once more, as an image. */
export const fetchOrImage: ToolCall<Page.Page | Page.Pages | Image.Image> = (input) =>
  Effect.flatMap(MaxImageBytes, (maxBytes) =>
    maxBytes === undefined
      ? fetch(input)
      : observed(
          "web_fetch",
          Effect.flatMap(readRequest(input), ({ args, notes }) =>
            Effect.catch(
              Effect.map(toldOfPages(fetchAny(args)), (page) => Arguments.withNotes(page, notes)),
              (error) => orImage(args, error, maxBytes),
            ),
          ),
          RefusalReport.isRefusal,
        ),
  )

/** `web_fetch` of one page. */
export const fetchPage: ToolCall<Page.Page> = (input) =>
  observed("web_fetch", told(answer(readPage(input), fetchOne)), RefusalReport.isRefusal)

/** `web_fetch` of several pages. */
export const fetchPages: ToolCall<Page.Pages> = (input) =>
  observed("web_fetch", told(answer(readPages(input), fetchSeveral)), RefusalReport.isRefusal)

/**
 * The request with a corrected URL: without surrounding spaces and angle brackets (RFC 3986 appendix C), and with
 * `https:` for a host with a dot and no scheme. Text without a host is `invalid_request` / `url`. Any other text with a
 * scheme, however odd, stays unchanged for the policy, and anything but a text for the kernel.
 */
export const withUrl = <A extends { readonly url?: unknown }>(request: A): Effect.Effect<A, WebError.WebError> =>
  typeof request.url === "string"
    ? Effect.map(readUrl(request.url), (url) => ({ ...request, url }))
    : Effect.succeed(request)

/** Completes each URL. A text without a host stays unchanged, so that its entry in the answer is an error. */
export const withUrls = <A extends { readonly urls?: unknown }>(request: A): Effect.Effect<A> =>
  Array.isArray(request.urls)
    ? Effect.map(
        Effect.forEach(request.urls, (url: unknown) =>
          typeof url === "string" ? Effect.orElseSucceed(readUrl(url), () => url) : Effect.succeed(url),
        ),
        (urls) => ({ ...request, urls }),
      )
    : Effect.succeed(request)

// --- private --------------------------------------------------------------------------

/** Fetches one page (`url`) or several (`urls`). */
const fetchAny = (
  args: ToolArguments.PlainArguments,
): Effect.Effect<Page.Page | Page.Pages, WebError.WebError, WebBackend.WebBackend> => {
  if (args["url"] === undefined && args["urls"] === undefined) return Effect.fail(noAddressError)
  if (args["urls"] === undefined) return fetchOne(args)
  return args["url"] === undefined
    ? fetchSeveral(args)
    : Effect.fail(Arguments.invalid("urls", "Give url or urls, not both."))
}

/** The image of a URL that isn't a document; if it is none either, the first failure stays. */
const orImage = Effect.fnUntraced(function* (
  args: ToolArguments.PlainArguments,
  error: WebError.WebError,
  maxBytes: number,
) {
  if (error.error !== "unsupported_content_type" || args["url"] === undefined) return yield* Effect.fail(error)
  const image = yield* Effect.mapError(
    Effect.flatMap(withUrl(args), ({ url }) => fetchImage(Arguments.untyped({ url }))),
    (failure) => (failure.error === "response_too_large" ? failure : error),
  )
  return image.bytes.length > maxBytes ? yield* Effect.fail(Image.imageTooLargeError) : image
})

const fetchOne = (args: ToolArguments.PlainArguments) =>
  Effect.flatMap(withUrl(args), (request) => webFetch(Arguments.untyped(request)))

const fetchSeveral = (args: ToolArguments.PlainArguments) =>
  Effect.tap(
    Effect.flatMap(withUrls(args), (request) => webFetchPages(Arguments.untyped(request))),
    ({ pages }) => Effect.forEach(pages, reportFailed, { discard: true }),
  )

/** Tells an operator of a page that failed, although the call has an answer. */
const reportFailed = (page: Page.FailedPage | Page.Page): Effect.Effect<void> => {
  if (!("error" in page)) return Effect.void
  const { url: _, ...wire } = page
  return reported("web_fetch")(WebError.make(wire))
}

const readUrl = (text: string): Effect.Effect<string, WebError.WebError> => {
  const url = withoutSpaces(text).replace(/^<(.*)>$/s, "$1")
  if (bareHost.test(url)) return Effect.succeed(`https://${url}`)
  if (url.startsWith("//")) return Effect.succeed(`https:${url}`)
  return scheme.test(url) || url.includes("://") ? Effect.succeed(url) : Effect.fail(noUrlError)
}

/** A text without the spaces around it. Other white space is a fault for the policy to judge. */
const withoutSpaces = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && text.charAt(start) === " ") start++
  while (end > start && text.charAt(end - 1) === " ") end--
  return text.slice(start, end)
}

/** A host with a dot, an optional port, and anything after it; the last label isn't a number, as in `1.5`. */
const bareHost = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}][\p{L}\p{N}-]*\.?(?::\d{1,5})?(?:[/?#]|$)/u

/** RFC 3986 section 3.1. */
const scheme = /^[a-z][a-z0-9+.-]*:/i

const noUrlError = Arguments.invalid("url", "url: expected the address of a page, such as https://example.com/page.")

/** A reader of arguments drops an empty list. */
const noAddressError = Arguments.invalid("url", "url or urls is required; an empty list of urls counts as none.")

const readRequest = ToolArguments.reader(FetchRequest.WebFetchRequest)
const readPage = ToolArguments.reader(FetchRequest.FetchRequest)
const readPages = ToolArguments.reader(FetchRequest.PagesRequest)
