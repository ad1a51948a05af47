/**
 * The port to the web's content, in two halves: `search` finds hits, `extract` reads a page. A third,
 * `image`, fetches an image and may be missing: most providers have no such thing.
 *
 * Few providers have both, so a backend package exports its half (or both) as an effect that makes
 * the method, and the composition root joins them:
 * `WebBackend.layer({ search: searxng.search, extract: PinnedFetch.extract })`. Rows come back as
 * `unknown`: a backend maps, the kernel validates. When the caller gives up, the reference `Deadline` says.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { ExtractMode } from "../domain/FetchRequest.ts"
import type { Validators } from "../domain/StoredPage.ts"
import type { SearchAnswer } from "../domain/SearchAnswer.ts"
import type { SearchQuery } from "../domain/SearchQuery.ts"
import * as WebError from "../domain/WebError.ts"
import type { SitePrefix } from "../policy/SitePrefix.ts"
import type { WebUrl } from "../policy/WebUrl.ts"

export type { SearchAnswer } from "../domain/SearchAnswer.ts"

/** One search: the query, validated, with its `domains` and `exclude_domains` in canonical form. */
export interface SearchRequest extends SearchQuery {}

/** One page to read; the URL has passed the policy, also where a remote service will read it. */
export interface ExtractRequest {
  readonly url: WebUrl
  readonly mode: ExtractMode
  /**
   * The part of a site that no redirect may leave; a backend that follows redirects by itself needn't know, the kernel
   * looks at where they ended.
   */
  readonly within?: SitePrefix
  /**
   * What an earlier answer was kept with: a backend that can ask whether the page changed may answer `Unchanged`, the
   * others read it anew.
   */
  readonly validators?: Validators
}

/**
 * Asks the provider. No hits is a success; an outage is a failure. A bare array is the answer of a backend without a
 * name.
 */
export type Search = (request: SearchRequest) => Effect.Effect<SearchAnswer | ReadonlyArray<unknown>, WebError.WebError>

/** Reads a page into a `PageRow`, or into `Unchanged` where the request has validators. */
export type Extract = (request: ExtractRequest) => Effect.Effect<unknown, WebError.WebError>

/** One image to fetch; the URL has passed the policy. */
export interface ImageRequest {
  readonly url: WebUrl
}

/** Fetches an image into an `ImageRow`, following no redirect at all. */
export type Image = (request: ImageRequest) => Effect.Effect<unknown, WebError.WebError>

/** An effect that makes one of the methods: pools, caches and the like are set up in it, once. */
export type Half<Method, E = never, R = never> = Effect.Effect<Method, E, R>

/** Search and extract, as the kernel uses them, and images where the backend has them. */
export class WebBackend extends Context.Service<
  WebBackend,
  { readonly search: Search; readonly extract: Extract; readonly image?: Image }
>()("@porthole/core/WebBackend") {}

/**
 * Joins the halves; a missing `search` or `extract` is a compile error here, a missing `image` says no when it is used.
 */
export const layer = <E1, R1, E2, R2, E3 = never, R3 = never>(halves: {
  readonly search: Half<Search, E1, R1>
  readonly extract: Half<Extract, E2, R2>
  readonly image?: Half<Image, E3, R3>
}): Layer.Layer<WebBackend, E1 | E2 | E3, Exclude<R1 | R2 | R3, Scope.Scope>> =>
  Layer.effect(
    WebBackend,
    Effect.all({ search: halves.search, extract: halves.extract, image: halves.image ?? unavailable }),
  )

/** A half that says no, on purpose: for a composition that only searches, or only reads. */
export const unavailable: Half<(_: unknown) => Effect.Effect<never, WebError.WebError>> = Effect.succeed(() =>
  WebError.fail({ error: "web_search_unavailable", message: "This tool isn't configured here." }),
)
