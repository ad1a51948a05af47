/**
 * The port that runs the scripts of a fetched document, in a browser that owns no network: every byte that the document
 * asks for comes through {@link RenderRequest.fetchPart}, one hop a call, under the same policy as any fetch.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { WebError } from "../domain/WebError.ts"

/** The document to render: its final URL, status, declared type and decompressed bytes. */
export interface RenderDocument {
  readonly url: string
  readonly status: number
  readonly contentType: string
  readonly bytes: Uint8Array
}

/**
 * A GET for a part of the document, such as a script or data. `document` is a frame's or a new page's document, for
 * which robots.txt is asked; the other kinds are the page's own parts. Header names are in lower case; there are none
 * that a script wrote: at most Accept, Origin, Referer and the Cookie of this rendering.
 */
export interface PartRequest {
  readonly url: string
  readonly kind: "document" | "script" | "style" | "data"
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The answer to a part's request. A 3xx is an answer too: the browser decides about its next request, which is judged
 * again. Header names are in lower case; each Set-Cookie field stands on its own. The bytes are decompressed.
 */
export interface PartAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly setCookies: ReadonlyArray<string>
  readonly bytes: Uint8Array
}

/** One rendering. */
export interface RenderRequest {
  readonly document: RenderDocument
  /** Fails for whatever the policy refuses, and for whatever can't be reached: the renderer tells scripts neither. */
  readonly fetchPart: (part: PartRequest) => Effect.Effect<PartAnswer, WebError>
}

/** What a document asked for while it was rendered, for an operator. */
export interface RequestedPart {
  readonly url: string
  readonly method: string
  /** The status of an answer, `refused` by the renderer or the policy, or `failed` on its way. */
  readonly outcome: number | "refused" | "failed"
}

/** A rendered document. */
export interface Rendered {
  /** The document as it stands after its scripts: HTML in UTF-8 with open shadow roots, without scripts. */
  readonly bytes: Uint8Array
  /** The URL that the document shows by then: of the origin of the fetched one, because scripts may only rewrite it. */
  readonly url: string
  readonly requested: ReadonlyArray<RequestedPart>
  /** Attempts to reach a network past {@link RenderRequest.fetchPart}, all refused. */
  readonly refusedByWall: number
  /** Whether the document was still changing when its time, its requests or its bytes ended. */
  readonly isPartial: boolean
}

/**
 * What a renderer can do here. `missing` is a sentence for the operator: what is missing, and what to install or set.
 */
export type RendererState = { readonly isReady: true } | { readonly isReady: false; readonly missing: string }

/** Renders documents. */
export class Renderer extends Context.Service<
  Renderer,
  {
    /** Whether a rendering can start; looks once, and starts nothing that stays. */
    readonly state: Effect.Effect<RendererState>
    /**
     * Renders one document, within the call's deadline; at the deadline with what stands by then. Failures, after which
     * nothing is left running: `extraction_failed` (no browser, a crash, too much memory), `timeout`, `rate_limited` as
     * `overloaded`.
     */
    readonly render: (request: RenderRequest) => Effect.Effect<Rendered, WebError>
  }
>()("@porthole/core/Renderer") {}

/** Maximum number of parts of a rendering, and of their decompressed bytes together. */
export const maxParts = 100
export const maxBytes = 20_971_520

/** The outcome of a part that didn't come: the policy refused it, or it failed on its way. */
export const outcomeOf = ({ error }: WebError): "refused" | "failed" => (refusals.has(error) ? "refused" : "failed")

// --- private --------------------------------------------------------------------------

const refusals: ReadonlySet<string> = new Set([
  "blocked_url",
  "unsupported_scheme",
  "robots_disallowed",
  "invalid_request",
])
