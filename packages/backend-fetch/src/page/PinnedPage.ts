/**
 * The `extract` method of `WebBackend` over the pinned transport: the sites' robots.txt (unless `robots` is off), the
 * redirect chain, the status, the type, the body under its cap, then the `Extractor`. If a page offers an alternate
 * Markdown version, that is read instead.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Extracted, PageRow } from "@porthole/core"
import {
  Deadline,
  DocumentFormat,
  Extractor,
  MediaType,
  type Network,
  Redirect,
  Settings,
  type WebBackend,
  type WebError,
  WebUrl,
} from "@porthole/core"
import * as MarkdownAlternate from "../alternate/MarkdownAlternate.ts"
import * as Body from "../body/Body.ts"
import * as ContentType from "../body/ContentType.ts"
import * as Decoder from "../body/Decoder.ts"
import { CookieJar } from "../chain/CookieJar.ts"
import * as RedirectChain from "../chain/RedirectChain.ts"
import * as Retry from "../chain/Retry.ts"
import * as RequestHeaders from "../RequestHeaders.ts"
import * as SiteRules from "../site/SiteRules.ts"

/** The header fields of every request for a page. */
export const headersOf = (
  settings: Settings.SettingsShape,
  formats: ReadonlyArray<MediaType.Format> = MediaType.basicFormats,
): Readonly<Record<string, string>> => RequestHeaders.fieldsFor(settings, acceptOf(formats))

/**
 * Reads pages directly from their sites. It makes the cache of DNS pins and the per-host limits once, here, unless a
 * `RedirectChain.SharedRedirectChain` is set.
 *
 * ```ts
 * import { Effect, Layer } from "effect"
 * import { NodeNetwork, PinnedFetch, RedirectChain } from "@porthole/backend-fetch"
 * import { WebBackend, webFetch } from "@porthole/core"
 * import { DocumentExtractor } from "@porthole/extract"
 *
 * const backend = WebBackend.layer({
 *   search: WebBackend.unavailable,
 *   extract: PinnedFetch.extract,
 *   image: PinnedFetch.image,
 * }).pipe(
 *   Layer.provide(RedirectChain.layer),
 *   Layer.provide([NodeNetwork.layerResolver, NodeNetwork.layerDialer, DocumentExtractor.layer()]),
 * )
 * const fetched = webFetch({ url: "https://[::ffff:127.0.0.1]/" }).pipe(Effect.flip, Effect.provide(backend))
 * console.log((await Effect.runPromise(fetched)).error) // blocked_url
 * ```
 */
export const extract: WebBackend.Factory<
  WebBackend.Extract,
  never,
  Network.Resolver | Network.Dialer | Extractor.Extractor | Scope.Scope
> = Effect.gen(function* () {
  const followRedirects = yield* RedirectChain.sharedOrOwn
  const extractor = yield* Extractor.Extractor
  const settings = yield* Settings.Settings
  const { formats = MediaType.basicFormats } = extractor
  const headers = headersOf(settings, formats)
  const siteRules = settings.robots ? yield* SiteRules.make(followRedirects) : undefined

  const readAlternate = MarkdownAlternate.make({ followRedirects, extractor, headers, settings, siteRules })
  const limits = limitsOf(settings, formats)
  const parts: Parts = { followRedirects, extractor, formats, headers, limits, readAlternate, settings, siteRules }
  return (request) => Deadline.withDefault(readPage(parts, request), settings.fetch_timeout)
})

// --- private --------------------------------------------------------------------------

/** The Accept header for every type of the formats, the highest weight first (RFC 9110 section 12.5.1). */
const acceptOf = (formats: ReadonlyArray<MediaType.Format>): string =>
  formats
    .toSorted((one, other) => other.weight - one.weight)
    .flatMap(({ mediaTypes, weight }) =>
      mediaTypes.filter((type) => !type.includes("*")).map((type) => (weight === 1 ? type : `${type};q=${weight}`)),
    )
    .join(", ")

/** The parts that read every page. */
interface Parts extends MarkdownAlternate.Dependencies {
  readonly formats: ReadonlyArray<MediaType.Format>
  readonly limits: Body.Limits
  readonly readAlternate: MarkdownAlternate.ReadAlternate
}

const limitsOf = (settings: Settings.SettingsShape, formats: ReadonlyArray<MediaType.Format>): Body.Limits => ({
  accepts: (source) => ContentType.mayBeRead(source, formats),
  unsupported: DocumentFormat.unsupportedTypeError,
  beginningOf: (source) => ContentType.beginningOf(source, formats),
  maxBytes: settings.max_body_bytes,
  tooLarge: Decoder.tooLarge,
})

interface FetchedDocument {
  readonly response: Network.DialResponse
  readonly url: WebUrl.WebUrl
  readonly visited: ReadonlyArray<string>
  readonly contentType: string
  readonly bytes: Uint8Array
}

/**
 * The row of a page: of its alternate version if it offers a usable one. A document that is only a step on the way to
 * another one is followed once, like a redirect; a frame only to its own origin.
 */
const readPage = Effect.fnUntraced(function* (
  parts: Parts,
  request: WebBackend.ExtractRequest,
): Effect.fn.Return<PageRow.PageRow | PageRow.Unchanged, WebError.WebError> {
  const policy = request.within === undefined ? parts.settings : { ...parts.settings, within: request.within }
  const target = yield* Effect.fromResult(WebUrl.ofRequest(request, policy))
  const jars: Jars = { current: new CookieJar() }
  const document = yield* fetchDocument(parts, request, { target, policy, jars })
  if (document === undefined) return { unchanged: true }
  const { row, onward } = yield* readDocument(parts, request, document, jars)
  if (onward === undefined) return row
  if (onward.by === "frame" && URL.parse(onward.url)?.origin !== URL.parse(document.url)?.origin)
    return withLink(row, onward.url)
  const next = yield* Effect.fromResult(nextTarget(parts.settings, document, onward.url, policy))
  const last = yield* fetchDocument(parts, request, { target: next, policy, jars, before: document.visited })
  return last === undefined ? { unchanged: true } : (yield* readDocument(parts, request, last, jars)).row
})

/** The jar of the chain: the second try begins with a new one, the chain behind a document goes on with the same. */
interface Jars {
  current: CookieJar
}

/** A chain of one fetch; `before` are the URLs that led to a document which leads on. */
interface Leg {
  readonly target: WebUrl.Target
  readonly policy: WebUrl.UrlPolicy
  readonly jars: Jars
  readonly before?: ReadonlyArray<string>
}

/** The target of a document that leads on, judged like that of any redirect. */
const nextTarget = (
  { max_redirects }: Settings.SettingsShape,
  { response, url, visited }: FetchedDocument,
  location: string,
  policy: WebUrl.UrlPolicy,
): ReturnType<typeof Redirect.next> =>
  Redirect.next({ from: url, status: response.status, location, visited, maxRedirects: max_redirects }, policy)

/** A page around a frame of another origin: the frame's document is named as a link. */
const withLink = (row: PageRow.PageRow, url: string): PageRow.PageRow => ({
  ...row,
  content: row.content === "" ? url : row.content,
  links: [...row.links, url],
})

/** The row of a fetched document, and its target if it leads on. */
const readDocument = Effect.fnUntraced(function* (
  parts: Parts,
  { mode, within }: WebBackend.ExtractRequest,
  document: FetchedDocument,
  jars: Jars,
): Effect.fn.Return<
  { readonly row: PageRow.PageRow; readonly onward: Extracted.Onward | undefined },
  WebError.WebError
> {
  const { bytes, contentType, response, url, visited } = document
  const alternate = yield* parts.readAlternate({ url, contentType, bytes, headers: response.headers }, { mode, within })
  const { onward, ...extracted } = alternate?.extracted ?? (yield* extractDocument(parts, document, mode))
  const row = {
    ...extracted,
    url,
    status_code: response.status,
    redirected_from: visited.slice(0, -1),
    ...RequestHeaders.storageFields(response.headers, url),
    ...(alternate === undefined ? partialFields(response, extracted) : {}),
    // Another conversation must not get what a cookie brought.
    ...(alternate?.storable === false || jars.current.wasSent ? { storable: false } : {}),
  }
  return { row, onward }
})

/** The document at the end of the redirects; `undefined` if it hasn't changed. */
const fetchDocument = (
  { followRedirects, formats, headers, limits, siteRules }: Parts,
  { validators }: WebBackend.ExtractRequest,
  { jars, ...leg }: Leg,
): Effect.Effect<FetchedDocument | undefined, WebError.WebError> => {
  const read = (
    response: Network.DialResponse,
    url: WebUrl.WebUrl,
    visited: ReadonlyArray<string>,
  ): Effect.Effect<FetchedDocument | undefined, Retry.FailedAttempt> => {
    if (response.status === 304 && validators?.url === url) return Effect.undefined
    return Effect.flatMap(Body.read(response, url, limits), (bytes) => {
      const contentType = ContentType.sniffedType({ headers: response.headers, url }, bytes, formats)
      return contentType === undefined ? unsupported : Effect.succeed({ response, url, visited, contentType, bytes })
    })
  }
  return Retry.withSecondTry(
    Effect.suspend(() => {
      if (leg.before === undefined) jars.current = new CookieJar()
      return followRedirects({
        ...leg,
        headers,
        read,
        jar: jars.current,
        ...(validators === undefined ? {} : { conditional: RequestHeaders.conditionalFields(validators) }),
        ...(siteRules === undefined ? {} : { mayVisit: siteRules }),
      })
    }),
  )
}

/** The fields of a document of which the site sent only some bytes (RFC 9110 section 15.3.7), which isn't stored. */
const partialFields = (
  { headers, status }: Network.DialResponse,
  { reduced = [] }: Extractor.Extracted,
): Pick<PageRow.PageRow, "reduced" | "storable"> => {
  if (status !== 206) return {}
  const [, first, last = "0", total = ""] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(headers["content-range"] ?? "") ?? []
  const isFirst = first !== undefined && Number(first) === 0
  const [read, of] = [Number(last) + 1, Number(total)]
  if (isFirst && read >= of) return {}
  return { reduced: [...reduced, { part: "bytes", ...(isFirst ? { read, of } : {}) }], storable: false }
}

/** The site has answered, so the time of reading doesn't count towards the site's timeout. */
const extractDocument = (
  { extractor, settings }: Parts,
  { bytes, contentType, url }: FetchedDocument,
  mode: WebBackend.ExtractRequest["mode"],
): Effect.Effect<Extractor.Extracted, WebError.WebError> => {
  const readingTime = Duration.sum(settings.extract_timeout, Duration.sum(Extractor.maxWait, grace))
  return Deadline.ownTime(extractor.extract({ url, contentType, bytes, mode, withOutside: mode === "markdown" }), {
    duration: readingTime,
    // Our extractor keeps its own timeout; another one may not.
    orElse: () => Effect.fail(DocumentFormat.timeoutError),
  })
}

const unsupported = Effect.fail(Retry.final(DocumentFormat.unsupportedTypeError))

/** Time for a worker to start, and to report its timeout. */
const grace = Duration.seconds(2)
