/**
 * The progress of a job on stderr: a line that is rewritten each second on a terminal, a line a minute in a log. Beside
 * the counts it tells which host a job waits for.
 */
import type { Visits } from "@porthole/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Output } from "../../Output.ts"
import * as JobView from "../../view/JobView.ts"
import * as Printable from "../../view/Printable.ts"

/** Counts what a job does, and shows it. */
export interface JobProgress {
  /** More items wait. */
  readonly onAdded: (count: number) => Effect.Effect<void>
  readonly onSettled: (settled: Visits.Settled) => Effect.Effect<void>
  readonly onRest: (rest: Visits.Rest) => Effect.Effect<void>
  /** Shows the progress while an effect runs. */
  readonly during: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Makes the progress of a job of which so many items wait. */
export const make = Effect.fnUntraced(function* (waiting: number): Effect.fn.Return<JobProgress, never, Output> {
  const output = yield* Output
  const begun = yield* Clock.currentTimeMillis
  const counts = { done: 0, failed: 0, waiting }
  const rests = new Map<string, JobView.Rest>()
  /** The number of settled items at the last lines, the oldest first. */
  const samples: Array<JobView.Sample> = [{ at: begun, settled: 0 }]

  const line = Effect.map(Clock.currentTimeMillis, (now) => {
    for (const [host, { until }] of rests) if (until <= now) rests.delete(host)
    samples.push({ at: now, settled: counts.done + counts.failed })
    while (samples.length > 2 && now - (samples[0]?.at ?? now) > window) samples.splice(0, 1)
    return Printable.line(JobView.progress(counts, samples, Array.from(rests.values()), now))
  })
  const show = output.showsProgress
    ? Effect.delay(
        Effect.flatMap(line, (text) => output.err(`\r\u001b[K${text}`)),
        "1 second",
      )
    : Effect.delay(
        Effect.flatMap(line, (text) => output.err(`porthole: ${text}\n`)),
        "1 minute",
      )
  return {
    onAdded: (count) => Effect.sync(() => void (counts.waiting += count)),
    onSettled: ({ host, outcome }) =>
      Effect.sync(() => {
        counts.waiting--
        if (outcome.failure === undefined) {
          counts.done++
          rests.delete(host)
        } else counts.failed++
      }),
    onRest: (rest) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        // Short rests aren't worth a line, and what waits is told by a few.
        if (rest.wait >= 5_000 && rests.size < maxRests) rests.set(rest.host, { ...rest, until: now + rest.wait })
      }),
    during: (effect) =>
      Effect.raceFirst(effect, Effect.forever(show)).pipe(
        Effect.ensuring(output.showsProgress ? output.err("\r\u001b[K") : Effect.void),
      ),
  }
})

// --- private --------------------------------------------------------------------------

/** The rate is that of the last two minutes. */
const window = 120_000

const maxRests = 1_000
