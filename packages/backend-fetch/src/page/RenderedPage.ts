/**
 * The page of a document whose scripts have run: the bytes that were fetched go to the `Renderer`, and its result goes
 * to the reader, so a rendering costs no second request of the document. If it fails, the page comes as it was read
 * without scripts, and says so.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import {
  beginStep,
  Deadline,
  DocumentFormat,
  type Extractor,
  type PageRow,
  type Renderer,
  WebError,
  type WebUrl,
} from "@porthole/core"
import * as DocumentRow from "./DocumentRow.ts"
import type { FetchedDocument } from "./FetchedDocument.ts"
import * as PartRequests from "./PartRequests.ts"
import * as RenderRule from "./RenderRule.ts"
import * as WallResponse from "./WallResponse.ts"
import * as RenderTrace from "./RenderTrace.ts"

/** The parts that render every document. */
export interface Dependencies extends PartRequests.Dependencies {
  readonly extractor: Extractor.Extractor["Service"]
  readonly renderer: Option.Option<Renderer.Renderer["Service"]>
}

/** A read document, and how its call wants it. */
export interface Request {
  readonly document: FetchedDocument
  readonly read: DocumentRow.ReadDocument
  readonly mode: Extractor.Fetched["mode"]
  readonly rendering: "auto" | "always" | undefined
  /** The policy that admitted the call's URL. */
  readonly policy: WebUrl.UrlPolicy
}

/** The row of a read document, rendered if its call or its content needs that. */
export const rowOf = (dependencies: Dependencies, request: Request): Effect.Effect<PageRow.PageRow> =>
  isWanted(request)
    ? Effect.map(Effect.result(rendered(dependencies, request)), (result) =>
        Result.getOrElse(result, () => withoutScripts(request.read.row)),
      )
    : Effect.succeed(request.read.row)

// --- private --------------------------------------------------------------------------

const isWanted = ({ document, read, rendering }: Request): boolean => {
  if (rendering === undefined || !RenderRule.isHtml(document.contentType)) return false
  if (rendering === "always") return true
  const { obstacle, text_length = read.row.content.length } = read.row
  const { onward } = read
  return (
    !read.isAlternate &&
    RenderRule.needsScripts(document, {
      text_length,
      ...(obstacle === undefined ? {} : { obstacle }),
      ...(onward === undefined ? {} : { onward }),
    })
  )
}

/** A page that should have been rendered. Another try may succeed, so it isn't stored. */
const withoutScripts = (row: PageRow.PageRow): PageRow.PageRow => ({
  ...row,
  reduced: [...(row.reduced ?? []), { part: "scripts" }],
  storable: false,
})

const rendered = Effect.fnUntraced(function* (
  dependencies: Dependencies,
  request: Request,
): Effect.fn.Return<PageRow.PageRow, WebError.WebError> {
  const { document, mode, policy, read } = request
  const renderer = yield* readyRenderer(dependencies, document)
  const parts = yield* PartRequests.make(dependencies, document, policy)
  yield* beginStep(`Running the scripts of ${DocumentRow.hostOf(document.url)}.`)
  const result = yield* Effect.tapError(
    inTime(dependencies, renderer.render({ document: documentOf(document), fetchPart: parts.fetchPart })),
    (error) => {
      const detail = error.message === "" ? error.error : error.message
      const cause = WebError.causeOf(error)
      return Effect.andThen(
        RenderTrace.report({
          url: document.url,
          outcome: "failed",
          detail,
          requested: parts.requested(),
          refusedByWall: 0,
        }),
        Effect.logDebug("A page couldn't be rendered.", ...(cause === undefined ? [detail] : [detail, cause])),
      )
    },
  )
  const { bytes, isPartial, refusedByWall, requested } = result
  const outcome = isPartial ? "partial" : "rendered"
  yield* RenderTrace.report({ url: document.url, outcome, requested, refusedByWall })
  const html = { url: shownUrl(result, document), contentType: "text/html; charset=utf-8", bytes }
  const { onward: _, reduced = [], ...extracted } = yield* DocumentRow.extract(dependencies, html, mode)
  const { redirected_from, status_code, storable = true, url, validators } = read.row
  return {
    ...extracted,
    url,
    status_code,
    ...(redirected_from === undefined ? {} : { redirected_from }),
    ...(validators === undefined ? {} : { validators }),
    ...(isPartial ? { reduced: [...reduced, { part: "rendering" as const }] } : { reduced }),
    // What the response's header says holds for the rendered document, too.
    ...(WallResponse.isAnnounced(document.response) ? { obstacle: "challenge" as const } : {}),
    rendered: true,
    // Another conversation must not get what a cookie brought, nor half of a page.
    ...(storable && !isPartial && !parts.wasCookieSent() ? {} : { storable: false }),
  }
})

const documentOf = ({ bytes, contentType, response, url }: FetchedDocument): Renderer.RenderDocument => ({
  url,
  status: response.status,
  contentType,
  bytes,
})

/** The renderer, if a rendering can start. */
const readyRenderer = Effect.fnUntraced(function* (
  { renderer }: Dependencies,
  { url }: FetchedDocument,
): Effect.fn.Return<Renderer.Renderer["Service"], WebError.WebError> {
  const state = Option.isNone(renderer) ? noRenderer : yield* renderer.value.state
  if (Option.isSome(renderer) && state.isReady) return renderer.value
  const detail = state.isReady ? noRenderer.missing : state.missing
  yield* RenderTrace.report({ url, outcome: "missing", detail, requested: [], refusedByWall: 0 })
  yield* Effect.logWarning(`A page wasn't rendered. ${detail}`)
  return yield* WebError.fail({ error: "extraction_failed", message: detail })
})

const noRenderer = { isReady: false, missing: "This program has no browser for it." } as const

/**
 * Gives a rendering the call's time, less a reserve: it ends by itself at its deadline, with what stands by then, and
 * is ended a little later.
 */
const inTime = <A>(
  { settings }: Dependencies,
  rendering: Effect.Effect<A, WebError.WebError>,
): Effect.Effect<A, WebError.WebError> =>
  Effect.flatMap(
    Effect.all([Clock.currentTimeMillis, Deadline.endsWithin(settings.fetch_timeout)]),
    ([now, endsAt]) => {
      const left = endsAt - now
      const reserve = Math.min(maxReserve, left / 5)
      if (left < minTime) return Effect.fail(DocumentFormat.timeoutError)
      return Effect.timeoutOrElse(Deadline.withNearer(rendering, Duration.millis(left), reserve), {
        duration: left - reserve / 2,
        orElse: () => Effect.fail(DocumentFormat.timeoutError),
      })
    },
  )

/** Minimum time in which a rendering is tried, and maximum reserve, in ms. */
const minTime = 500
const maxReserve = 1_000

/** The URL against which links are resolved: what the document shows, unless that is of another origin. */
const shownUrl = ({ url }: Renderer.Rendered, document: FetchedDocument): string =>
  URL.parse(url)?.origin === URL.parse(document.url)?.origin ? url : document.url
