/**
 * The `extract` method of `WebBackend` over the pinned transport: the sites' robots.txt (unless `robots` is off), the
 * redirect chain, the status, the type, the body under its cap, then the `Extractor`. If a page offers an alternate
 * Markdown version, that is read instead; if it needs its scripts, a provided `Renderer` runs them, and the result is
 * read.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { PageRow } from "@porthole/core"
import {
  Deadline,
  Extractor,
  MediaType,
  type Network,
  Redirect,
  Renderer,
  Settings,
  type WebBackend,
  type WebError,
  WebUrl,
} from "@porthole/core"
import * as MarkdownAlternate from "../alternate/MarkdownAlternate.ts"
import * as RedirectChain from "../chain/RedirectChain.ts"
import * as RequestHeaders from "../RequestHeaders.ts"
import * as SiteRules from "../site/SiteRules.ts"
import * as DocumentRow from "./DocumentRow.ts"
import * as FetchedDocument from "./FetchedDocument.ts"
import * as RenderedPage from "./RenderedPage.ts"
import type * as WallResponse from "./WallResponse.ts"

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
  const settings = yield* Settings.Settings
  const followRedirects = yield* RedirectChain.sharedOrOwn
  const siteRules = settings.robots ? yield* SiteRules.make(followRedirects) : undefined
  const read = yield* reader(followRedirects, siteRules)
  return (request) => Effect.map(read(request), ({ row }) => row)
})

/** A page's row, and the document that it was read from, unless that is unchanged. */
export interface ReadPage {
  readonly row: PageRow.PageRow | PageRow.Unchanged
  readonly document: FetchedDocument.FetchedDocument | undefined
}

/** Makes the function that reads pages by these rules; `accepts` are the formats that it asks for, by default all. */
export const reader = Effect.fnUntraced(function* (
  followRedirects: RedirectChain.RedirectChain,
  siteRules: SiteRules.SiteRules | undefined,
  accepts: "all" | "no Markdown" = "all",
) {
  const extractor = yield* Extractor.Extractor
  const settings = yield* Settings.Settings
  const { formats = MediaType.basicFormats } = extractor
  const withoutMarkdown = headersOf(
    settings,
    formats.filter(({ mediaTypes }) => !mediaTypes.includes(markdown)),
  )
  const headers = accepts === "all" ? headersOf(settings, formats) : withoutMarkdown

  const renderer = yield* Effect.serviceOption(Renderer.Renderer)
  const readAlternate = MarkdownAlternate.make({ followRedirects, extractor, headers, settings, siteRules })
  const limits = FetchedDocument.limitsOf(settings.max_body_bytes, formats)
  const documents = { followRedirects, extractor, formats, headers, limits, readAlternate, renderer, settings }
  const readRefusal: WallResponse.ReadRefusal = (refusal) => DocumentRow.extract(documents, refusal, "text")
  const parts: Parts = { ...documents, readRefusal, siteRules, withoutMarkdown }
  return (request: WebBackend.ExtractRequest) => Deadline.withDefault(readPage(parts, request), settings.fetch_timeout)
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

const markdown = "text/markdown"

/** The parts that read every page. */
interface Parts extends FetchedDocument.Dependencies, DocumentRow.Dependencies, RenderedPage.Dependencies {
  /** The header fields of a request that accepts no Markdown. */
  readonly withoutMarkdown: Readonly<Record<string, string>>
}

/**
 * The row of a page: of its alternate version if it offers a usable one. A document that is only a step on the way to
 * another one is followed once, like a redirect; a frame only to its own origin.
 */
const readPage = Effect.fnUntraced(function* (
  parts: Parts,
  request: WebBackend.ExtractRequest,
): Effect.fn.Return<ReadPage, WebError.WebError> {
  const policy = request.within === undefined ? parts.settings : { ...parts.settings, within: request.within }
  const target = yield* Effect.fromResult(WebUrl.ofRequest(request, policy))
  const jars = FetchedDocument.newJars()
  const rowOf = ({ document, read }: Reading): Effect.Effect<PageRow.PageRow, WebError.WebError> =>
    RenderedPage.rowOf(parts, { document, read, mode: request.mode, rendering: request.rendering, policy })
  const first = yield* FetchedDocument.fetch(parts, request, { target, policy, jars })
  if (first === undefined) return unchanged
  const reading = yield* readFilled(parts, request, first, { target, policy, jars })
  const { document } = reading
  const { onward } = reading.read
  if (onward === undefined) return { row: yield* rowOf(reading), document }
  if (onward.by === "frame" && URL.parse(onward.url)?.origin !== URL.parse(document.url)?.origin)
    return { row: withLink(yield* rowOf(reading), onward.url), document }
  const next = yield* Effect.fromResult(nextTarget(parts.settings, document, onward.url, policy))
  const leg = { target: next, policy, jars, before: document.visited }
  const second = yield* FetchedDocument.fetch(parts, request, leg)
  if (second === undefined) return unchanged
  const last = yield* readFilled(parts, request, second, leg)
  return { row: yield* rowOf(last), document: last.document }
})

const unchanged: ReadPage = { row: { unchanged: true }, document: undefined }

/** A document and its reading. */
interface Reading {
  readonly document: FetchedDocument.FetchedDocument
  readonly read: DocumentRow.ReadDocument
}

/**
 * Reads a document. Markdown without any text is requested once more, as HTML: some sites offer what they don't have.
 */
const readFilled = Effect.fnUntraced(function* (
  parts: Parts,
  request: WebBackend.ExtractRequest,
  document: FetchedDocument.FetchedDocument,
  leg: FetchedDocument.Leg,
): Effect.fn.Return<Reading, WebError.WebError> {
  const read = yield* DocumentRow.read(parts, request, document, leg.jars)
  const isEmpty = read.onward === undefined && read.row.content.trim() === ""
  if (!isEmpty || MediaType.essence(document.contentType) !== markdown) return { document, read }
  const { validators: _, ...anew } = request
  const again = Effect.gen(function* (): Effect.gen.Return<Reading | undefined, WebError.WebError> {
    const html = yield* FetchedDocument.fetch({ ...parts, headers: parts.withoutMarkdown }, anew, leg)
    return html && { document: html, read: yield* DocumentRow.read(parts, request, html, leg.jars) }
  })
  // The first answer stands if the second one doesn't come in time.
  const duration = (yield* Deadline.timeLeft(parts.settings.fetch_timeout)) - reserve
  if (duration <= 0) return { document, read }
  const inTime = Deadline.within(again, { duration, orElse: () => Effect.undefined })
  return (yield* Effect.catch(inTime, () => Effect.undefined)) ?? { document, read }
})

/** Milliseconds that are kept for answering. */
const reserve = 250

/** The target of a document that leads on, judged like that of any redirect. */
const nextTarget = (
  { max_redirects }: Settings.SettingsShape,
  { response, url, visited }: FetchedDocument.FetchedDocument,
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
