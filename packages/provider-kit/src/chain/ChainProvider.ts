/** One provider of a chain or a fan-out: its options, and its backend once it is made. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type WebBackend, WebError } from "@porthole/core"

/** One provider of a chain or a fan-out. Providers of one name share their circuit breakers. */
export interface ChainProvider<A, B, E = never, R = never> {
  /** The name in reasons: a lower-case letter, then at most 31 letters and digits (`tavily`). */
  readonly provider: string
  /** Made once, with the chain. */
  readonly backend: WebBackend.Factory<(input: A) => Effect.Effect<B, WebError.WebError>, E, R>
  /**
   * Whether it has everything it needs, such as a key. Read at each call, so it may depend on `Conversation`. Without
   * an answer within its share of the call's time the provider is skipped. Default: yes.
   */
  readonly isConfigured?: Effect.Effect<boolean>
  /**
   * A sentence about what to set. It ends the error message if the chain fails because this provider isn't configured.
   */
  readonly setUpHint?: Effect.Effect<string>
  /** The longest time for this provider's answer, even if its share of the call's remaining time is longer. */
  readonly deadline?: Duration.Input
  /**
   * Whether its limits apply to this machine's address rather than to a tenant's key: all tenants then share its
   * circuits. Default: no.
   */
  readonly sharedByTenants?: boolean
}

/** A provider that searches. */
export type SearchProvider<E = never, R = never> = ChainProvider<
  WebBackend.SearchRequest,
  WebBackend.SearchAnswer | ReadonlyArray<unknown>,
  E,
  R
>

/** A provider that reads pages. */
export type PageProvider<E = never, R = never> = ChainProvider<WebBackend.ExtractRequest, unknown, E, R>

/** Options of a chain. */
export interface Options<L = never> {
  /** A sentence about what to set. It ends the message if all providers failed and none is configured. */
  readonly setUpHint?: string
  /** Providers that are called in turn only if none of the chain's is configured at that call. */
  readonly whenNoneConfigured?: ReadonlyArray<L>
  /** Whether `attempts` names providers that aren't configured. Default: `listed`. */
  readonly skippedUnconfigured?: "listed" | "omitted"
}

/** The errors of making the backend; of several providers, the union. */
export type ErrorOf<L extends { readonly backend: unknown }> = Effect.Error<L["backend"]>

/** The services that making the backend needs; of several providers, the union. */
export type ServicesOf<L extends { readonly backend: unknown }> = Effect.Services<L["backend"]>

/** A provider whose backend is made. */
export interface ReadyProvider<A, B> {
  readonly provider: string
  readonly sharedByTenants: boolean
  readonly isConfigured: Effect.Effect<boolean>
  readonly setUpHint: Effect.Effect<string> | undefined
  /** In ms. */
  readonly deadline: number
  readonly ask: (request: A) => Effect.Effect<B, WebError.WebError>
}

/** Makes a provider's backend. A name that can't be part of a reason is a bug. */
export const ready = Effect.fnUntraced(function* <A, B, E, R>(chainProvider: ChainProvider<A, B, E, R>) {
  const {
    deadline = Duration.infinity,
    backend,
    isConfigured = Effect.succeed(true),
    sharedByTenants = false,
    provider,
    setUpHint,
  } = chainProvider
  if (!WebError.isErrorReason(`${provider}_unreachable`)) {
    return yield* Effect.die(new TypeError("A provider's name is a lower-case letter, then letters and digits."))
  }
  const ask = yield* backend
  return {
    provider,
    sharedByTenants,
    isConfigured,
    setUpHint,
    deadline: Duration.toMillis(deadline),
    ask,
  } satisfies ReadyProvider<A, B>
})
