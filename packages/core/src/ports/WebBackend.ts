/**
 * The port to the web's content: `search` finds hits, `extract` reads a page, and the optional `image` fetches an
 * image, which few providers can.
 *
 * Few providers both search and read pages, so a backend package exports each method as an effect that makes it, and
 * the composition root joins them: `WebBackend.layer({ search: searxng.search, extract: PinnedFetch.extract })`. A
 * backend copies the provider's fields into a row for each hit, page or image. Rows are `unknown`, because the kernel
 * validates them. The reference `Deadline` has the call's deadline.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { ExtractMode } from "../domain/page/FetchRequest.ts"
import type { Validators } from "../domain/page/StoredPage.ts"
import type { SearchQuery } from "../domain/search/SearchQuery.ts"
import * as WebError from "../domain/WebError.ts"
import type { SitePrefix } from "../policy/SitePrefix.ts"
import type { Target, WebUrl } from "../policy/WebUrl.ts"
import type { SearchAnswer } from "../domain/search/SearchAnswer.ts"

export type { SearchAnswer } from "../domain/search/SearchAnswer.ts"

/** One search: the validated query, with its `domains` and `exclude_domains` in canonical form. */
export interface SearchRequest extends SearchQuery {}

/** One page to read; the URL has passed the policy, even if a remote service will read it. */
export interface ExtractRequest {
  readonly url: WebUrl
  /** The policy's proof about `url`, for a backend that dials the site itself. */
  readonly target: Target
  readonly mode: ExtractMode
  /**
   * The part of a site that no redirect may leave. A backend that follows redirects itself may ignore it, because the
   * kernel checks the final URL.
   */
  readonly within?: SitePrefix
  /**
   * Validators of a stored answer: a backend that can revalidate may answer `Unchanged`, the others read the page anew.
   */
  readonly validators?: Validators
  /**
   * Whether the document's scripts run before it is read: where it is empty without them, or always. A backend without
   * a `Renderer` may ignore it.
   */
  readonly rendering?: "auto" | "always"
}

/**
 * Calls the provider. No hits is a success; an outage is a failure. A bare array is the answer of a backend without a
 * name.
 */
export type Search = (request: SearchRequest) => Effect.Effect<SearchAnswer | ReadonlyArray<unknown>, WebError.WebError>

/** Reads a page into a `PageRow`, or into `Unchanged` if the request has validators. */
export type Extract = (request: ExtractRequest) => Effect.Effect<unknown, WebError.WebError>

/** One image to fetch; the URL has passed the policy. */
export interface ImageRequest {
  readonly url: WebUrl
  /** As in {@link ExtractRequest}. */
  readonly target: Target
}

/** Fetches an image into an `ImageRow`, following no redirect at all. */
export type Image = (request: ImageRequest) => Effect.Effect<unknown, WebError.WebError>

/** One file of a site to read for a map or a crawl; the URL has passed the policy. */
export interface SiteFileRequest {
  readonly url: WebUrl
  /** As in {@link ExtractRequest}. */
  readonly target: Target
  readonly within?: SitePrefix
  /** Decoded bytes; a larger file is `response_too_large`. */
  readonly maxBytes: number
}

/** A page's links and what tells it from others. Its texts are untrusted. */
export interface PageLinks {
  readonly title: string
  /** The address that the page declares as its own, as an absolute URL. */
  readonly canonical?: string
  /** The links of the whole document, its menus included: absolute URLs without fragment, each with its first text. */
  readonly links: ReadonlyMap<string, string>
  /** The feeds that it offers. */
  readonly feeds: ReadonlyArray<string>
  /** Equal for pages of equal text; empty for a page without text. */
  readonly textHash: string
  /** Equal for pages of equal elements, whatever their text. */
  readonly shapeHash: string
}

/** A file that was read; `url` is the final one. */
export interface SiteFile {
  readonly url: string
  /** Decoded bytes. */
  readonly size: number
  /** The text of a list of pages, unpacked; empty for an HTML page. */
  readonly text: string
  /** Present for an HTML page. */
  readonly page?: PageLinks
}

/** What a site's robots.txt says to us. */
export interface SiteRobots {
  /** The sitemaps that it names: absolute URLs, which no policy has judged. */
  readonly sitemaps: ReadonlyArray<string>
  /** Seconds between two requests, if it demands a pace. */
  readonly crawlDelay?: number
  /** Whether it allows a URL of the site. */
  readonly allows: (target: Target) => boolean
}

/** Reads a site for a map or a crawl. Every method obeys the site's robots.txt, whatever the setting `robots` says. */
export interface SiteReader {
  /** The rules of the target's site; fails if they can't be reached. */
  readonly robots: (target: Target) => Effect.Effect<SiteRobots, WebError.WebError>
  readonly file: (request: SiteFileRequest) => Effect.Effect<SiteFile, WebError.WebError>
  /**
   * Reads a page like {@link Extract}; the links of an HTML page come along, and the decoded bytes of its document,
   * unless it is unchanged.
   */
  readonly page: (
    request: ExtractRequest,
  ) => Effect.Effect<{ readonly row: unknown; readonly links?: PageLinks; readonly size?: number }, WebError.WebError>
}

/** An effect that makes one of the methods, and sets up its pools and caches once. */
export type Factory<Method, E = never, R = never> = Effect.Effect<Method, E, R>

/** The methods of a backend; `image` and `site` are optional. */
export class WebBackend extends Context.Service<
  WebBackend,
  { readonly search: Search; readonly extract: Extract; readonly image?: Image; readonly site?: SiteReader }
>()("@porthole/core/WebBackend") {}

/**
 * Joins the methods. A missing `search` or `extract` is a compile error here; a missing `image` fails when it is
 * called.
 *
 * ```ts
 * import { Layer } from "effect"
 * import { NodeNetwork, PinnedFetch } from "@porthole/backend-fetch"
 * import { WebBackend } from "@porthole/core"
 * import { DocumentExtractor } from "@porthole/extract"
 *
 * const backend = WebBackend.layer({ search: WebBackend.unavailable, extract: PinnedFetch.extract }).pipe(
 *   Layer.provide([NodeNetwork.layerResolver, NodeNetwork.layerDialer, DocumentExtractor.layer()]),
 * )
 * ```
 */
export const layer = <E1, R1, E2, R2, E3 = never, R3 = never, E4 = never, R4 = never>(methods: {
  readonly search: Factory<Search, E1, R1>
  readonly extract: Factory<Extract, E2, R2>
  readonly image?: Factory<Image, E3, R3>
  readonly site?: Factory<SiteReader, E4, R4>
}): Layer.Layer<WebBackend, E1 | E2 | E3 | E4, Exclude<R1 | R2 | R3 | R4, Scope.Scope>> =>
  Layer.effect(
    WebBackend,
    Effect.all({
      search: methods.search,
      extract: methods.extract,
      image: methods.image ?? unavailable,
      site: methods.site ?? unavailableSite,
    }),
  )

/** A method that always fails: for a composition that only searches, or only reads. */
export const unavailable: Factory<(_: unknown) => Effect.Effect<never, WebError.WebError>> = Effect.succeed(() =>
  WebError.fail({ error: "web_search_unavailable", message: "This tool isn't configured here." }),
)

/** The reader of sites that a backend without `site` has: it always fails. */
export const unavailableSite: Effect.Effect<SiteReader> = Effect.map(unavailable, (fail) => ({
  robots: fail,
  file: fail,
  page: fail,
}))
