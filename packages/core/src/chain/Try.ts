/** One link, made and asked: within its share of the time, under its rests, and what came of it as an attempt. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Attempt } from "../domain/Attempt.ts"
import * as Deadline from "../domain/Deadline.ts"
import * as WebError from "../domain/WebError.ts"
import * as Verdict from "./Verdict.ts"
import type { Kind } from "./Kind.ts"
import type { Link } from "./Link.ts"
import type { Rests } from "./Rests.ts"

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
export const ask = Effect.fnUntraced(function* <A extends { readonly endsAt?: number }, B, C>(
  { check, goesOn, isOutage, late }: Kind<A, B, C>,
  rests: Rests,
  link: ReadyLink<A, B>,
  request: A,
  share: number,
  giveUp: Effect.Effect<unknown> = Effect.never,
): Effect.fn.Return<Tried<C>, WebError.WebError> {
  const { provider } = link
  const endsAt = (yield* Clock.currentTimeMillis) + Math.min(share, link.deadline)
  // What a slow store of rests took is time of this link, too.
  const call = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.suspend(() => link.ask({ ...request, endsAt })).pipe(
      Effect.flatMap((answer) => check(answer, provider, request)),
      (call) => Deadline.within(call, { duration: Math.max(0, endsAt - now), orElse: () => Effect.fail(late) }),
      Effect.raceFirst(Effect.andThen(giveUp, Effect.fail(late))),
    ),
  )
  return yield* rests(link, call, isOutage(link)).pipe(
    Effect.map((value): Tried<C> => ({ outcome: "answered", provider, value })),
    Effect.catch((error): Effect.Effect<Tried<C>, WebError.WebError> => {
      if (error._tag === "Resting") {
        return Effect.succeed({ outcome: "skipped", provider, error: resting(provider, error.fault, error.retryAfter) })
      }
      if (!goesOn(error)) return Effect.fail(error)
      // Not `unconfigured`: who was thought to be set up, and isn't for now, has no public provider in its place.
      const isMissing = Verdict.faultOf(error) === "not_configured"
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
  return { provider, outcome: outcome === "failed" ? "failed" : "skipped", reason: Verdict.reasonOf(tried.error) }
}

// --- private --------------------------------------------------------------------------

const resting = (provider: string, fault: WebError.ProviderFault, retryAfter: Duration.Duration): WebError.WebError => {
  const retry_after = Math.max(1, Math.ceil(Duration.toSeconds(retryAfter)))
  return WebError.make({
    error: "web_search_unavailable",
    reason: `${provider}_${fault}`,
    message: `The provider ${provider} isn't asked for another ${retry_after} s, because of what it answered before.`,
    retry_after,
  })
}
