/** One provider of a chain: what is said of it, how its half is made, whether it is configured, and how it is asked. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as WebError from "../domain/WebError.ts"
import type { Attempt } from "../domain/WebError.ts"
import * as Deadline from "../domain/Deadline.ts"
import * as Trace from "../domain/Trace.ts"
import type { ExtractRequest, Half, SearchAnswer, SearchRequest } from "../ports/WebBackend.ts"
import * as Kind from "./Kind.ts"
import type { CircuitBreakers } from "./CircuitBreakers.ts"

/** One provider of a half. Links of one name share their circuit breakers. */
export interface Link<A, B, E = never, R = never> {
  /** As in reasons: a lower-case letter, then at most 31 letters and digits (`tavily`). */
  readonly provider: string
  /** Made once, with the chain. */
  readonly half: Half<(input: A) => Effect.Effect<B, WebError.WebError>, E, R>
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

/** A link whose half is made. */
export interface ReadyLink<A, B> {
  readonly provider: string
  readonly keyless: boolean
  readonly isConfigured: Effect.Effect<boolean>
  readonly setUp: Effect.Effect<string> | undefined
  /** In ms. */
  readonly deadline: number
  readonly ask: (request: A) => Effect.Effect<B, WebError.WebError>
}

/** A link answered. */
export interface Answered<C> {
  readonly outcome: "answered"
  readonly provider: string
  readonly value: C
}

/** A link didn't; `error` is what the chain fails with where it is the last one. */
export interface Unanswered {
  readonly outcome: "failed" | "skipped" | "unconfigured"
  readonly provider: string
  readonly error: WebError.WebError
}

/** What came of one link. */
export type Tried<C> = Answered<C> | Unanswered

/** Makes a link's half. A name that can't stand in a reason is a bug. */
export const ready = Effect.fnUntraced(function* <A, B, E, R>(link: Link<A, B, E, R>) {
  const {
    deadline = Duration.infinity,
    half,
    isConfigured = Effect.succeed(true),
    keyless = false,
    provider,
    setUp,
  } = link
  if (!WebError.isErrorReason(`${provider}_unreachable`)) {
    return yield* Effect.die(new TypeError("A link's provider is a lower-case letter, then letters and digits."))
  }
  const ask = yield* half
  return { provider, keyless, isConfigured, setUp, deadline: Duration.toMillis(deadline), ask } satisfies ReadyLink<
    A,
    B
  >
})

/**
 * Asks a link that is configured, for `share` ms at most and until `giveUp` ends. Fails with what no other link is
 * asked after.
 */
export const ask = Effect.fnUntraced(function* <A, B, C>(
  { check, goesOn, isOutage, late }: Kind.Kind<A, B, C>,
  breakers: CircuitBreakers,
  link: ReadyLink<A, B>,
  request: A,
  share: number,
  giveUp: Effect.Effect<unknown> = Effect.never,
): Effect.fn.Return<Tried<C>, WebError.WebError> {
  const { provider } = link
  const endsAt = (yield* Clock.currentTimeMillis) + Math.min(share, link.deadline)
  // What a slow store of circuit breakers took is time of this link, too.
  const call = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.suspend(() => link.ask(request)).pipe(
      Effect.flatMap((answer) => check(answer, provider, request)),
      (call) => Deadline.within(call, { duration: Math.max(0, endsAt - now), orElse: () => Effect.fail(late) }),
      Effect.raceFirst(Effect.andThen(giveUp, Effect.fail(late))),
    ),
  )
  return yield* Trace.step("provider", breakers(link, call, isOutage(link)), { "porthole.provider": provider }).pipe(
    Effect.map((value): Tried<C> => ({ outcome: "answered", provider, value })),
    Effect.catch((error): Effect.Effect<Tried<C>, WebError.WebError> => {
      if (error._tag === "Resting") {
        return Effect.succeed({ outcome: "skipped", provider, error: resting(provider, error.fault, error.retryAfter) })
      }
      if (!goesOn(error)) return Effect.fail(error)
      // Not `unconfigured`: who was thought to be set up, and isn't for now, has no public provider in its place.
      const isMissing = Kind.faultOf(error) === "not_configured"
      return Effect.succeed({ outcome: isMissing ? "skipped" : "failed", provider, error })
    }),
  )
})

/** A link that isn't asked, since it isn't configured. */
export const unconfigured = Effect.fnUntraced(function* ({
  provider,
  setUp,
}: Pick<ReadyLink<never, unknown>, "provider" | "setUp">): Effect.fn.Return<Tried<never>> {
  const missing = `The provider ${provider} isn't configured.`
  const message = setUp === undefined ? missing : `${missing} ${yield* setUp}`
  return { outcome: "unconfigured", provider, error: WebError.unavailable(provider, "not_configured", message) }
})

/** Which attempt an answer names it as. */
export const attemptOf = (tried: Tried<unknown>): Attempt => {
  const { outcome, provider } = tried
  if (tried.outcome === "answered") return { provider, outcome: "answered" }
  return { provider, outcome: outcome === "failed" ? "failed" : "skipped", reason: Kind.reasonOf(tried.error) }
}

/** How long the answers of `isConfigured` may take, in ms, and which part of the call's time. */
export const configuredPatience = 1_000
export const configuredShare = 1 / 4

/**
 * For each link whether it is configured; `time` is what the call has left, in ms. Yes where it isn't known in time, so
 * that a store that hangs sends no search to a public provider.
 */
export const readConfigured = <A, B>(
  links: ReadonlyArray<ReadyLink<A, B>>,
  time: number,
): Effect.Effect<ReadonlyArray<boolean>> => {
  const duration = Math.max(0, Math.min(configuredPatience, time * configuredShare))
  return Effect.forEach(
    links,
    ({ isConfigured }) => Effect.timeoutOrElse(isConfigured, { duration, orElse: () => Effect.succeed(true) }),
    { concurrency: "unbounded" },
  )
}

// --- private --------------------------------------------------------------------------

const resting = (provider: string, fault: WebError.ProviderFault, retryAfter: Duration.Duration): WebError.WebError => {
  const retry_after = Math.max(1, Math.ceil(Duration.toSeconds(retryAfter)))
  return WebError.make({
    error: "web_search_unavailable",
    reason: `${provider}_${fault}`,
    message: `The provider ${provider} is paused for ${retry_after} s because of its earlier answers.`,
    retry_after,
  })
}
