/** What a chain is made of: halves of `WebBackend`, each with what the chain must know of its provider. */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { WebError } from "../domain/WebError.ts"
import type { ExtractRequest, Half, SearchAnswer, SearchRequest } from "../ports/WebBackend.ts"

/** One provider of a half. Links of one name share their rests. */
export interface Link<A, B, E = never, R = never> {
  /** As in reasons: a lower-case letter, then at most 31 letters and digits (`tavily`). */
  readonly provider: string
  /** Made once, with the chain. */
  readonly half: Half<(input: A) => Effect.Effect<B, WebError>, E, R>
  /** Whether it has what it needs, such as a key; read at each call, so it may look at `Conversation`. Default: yes. */
  readonly isConfigured?: Effect.Effect<boolean>
  /** What to set where it isn't configured, in a sentence: the end of the message where that is why the chain fails. */
  readonly setUp?: Effect.Effect<string>
  /** The longest it may take, where its share of the call's time is longer. */
  readonly deadline?: Duration.Input
  /** Its limits are of this machine's address, not of a tenant's key: all tenants rest together. Default: no. */
  readonly keyless?: boolean
}

/** A link that searches. */
export type SearchLink<E = never, R = never> = Link<SearchRequest, SearchAnswer | ReadonlyArray<unknown>, E, R>

/** A link that reads pages. */
export type ExtractLink<E = never, R = never> = Link<ExtractRequest, unknown, E, R>

/** What may be said of a chain as a whole. */
export interface Options<L = never> {
  /** A sentence that ends the message where all failed and no link is configured: what to set. */
  readonly setUp?: string
  /** Links that are asked, one after the other, only where none of the chain's is configured at that call. */
  readonly whenNoneConfigured?: ReadonlyArray<L>
  /** Whether `attempts` names links that aren't configured. Default: `told`. */
  readonly skippedUnconfigured?: "told" | "silent"
}

/** What making the half of a link may fail with; of several links, all of it. */
export type ErrorOf<L extends { readonly half: unknown }> = Effect.Error<L["half"]>

/** What making the half of a link needs; of several links, all of it. */
export type ServicesOf<L extends { readonly half: unknown }> = Effect.Services<L["half"]>
