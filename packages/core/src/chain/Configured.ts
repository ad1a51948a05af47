/**
 * Which links have what they need, asked of all of them side by side. The answer may lie in a store of keys that hangs, so it is
 * waited for a second at most, and for a quarter of what the call has left: the links themselves need the rest.
 */
import * as Effect from "effect/Effect"
import type { ReadyLink } from "./Try.ts"

/** How long the answers may take, in ms, and which part of the call's time. */
export const patience = 1_000
export const share = 1 / 4

/**
 * For each link whether it is configured; `time` is what the call has left, in ms. Yes where it isn't known in time, so that a store that
 * hangs sends no search to a public provider.
 */
export const read = <A, B>(
  links: ReadonlyArray<ReadyLink<A, B>>,
  time: number,
): Effect.Effect<ReadonlyArray<boolean>> => {
  const duration = Math.max(0, Math.min(patience, time * share))
  return Effect.forEach(
    links,
    ({ isConfigured }) => Effect.timeoutOrElse(isConfigured, { duration, orElse: () => Effect.succeed(true) }),
    { concurrency: "unbounded" },
  )
}
