/** Runs `porthole worker`. */
import { ServerLog } from "@porthole/serve"
import type { WebBackend } from "@porthole/core"
import { type Jobs, JobWorker, Node, Operator } from "@porthole/tools"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Output } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import { onSignal } from "../../Signals.ts"
import * as Watchdog from "../../Watchdog.ts"
import type * as Settings from "../../settings.ts"
import { withSettings } from "../../withSettings.ts"

/** How long pages under way may take after a signal. */
export const grace = Duration.seconds(5)

/** Does the jobs of the Redis until a signal; then finishes the pages under way, and ends with success. */
export const work = (settings: Settings.Input): Effect.Effect<void, Quit.Quit, Output> =>
  withSettings(settings, ({ redis_url }) => {
    if (redis_url === undefined)
      return Quit.withMessage(Quit.codes.usage, "A worker needs the Redis of its servers: set PORTHOLE_REDIS_URL.")
    return Watchdog.watch(0, (announceEnd) =>
      Effect.gen(function* () {
        const ended = yield* Deferred.make<void>()
        onSignal(() => Deferred.doneUnsafe(ended, Effect.void))
        const { err } = yield* Output
        yield* err("porthole: working on the jobs of PORTHOLE_REDIS_URL\n")
        yield* Effect.forkChild(Node.warnOfEviction)
        yield* Effect.ensuring(until(Deferred.await(ended), grace), announceEnd)
      }).pipe(Effect.provide(Node.layer().pipe(Layer.provideMerge(Operator.jobs)))),
    ).pipe(
      Effect.provide(ServerLog.layer),
      Effect.catchTags({
        FrontierError: ({ message }) => Quit.withMessage(Quit.codes.failed, message),
        NotInstalled: ({ message }) => Quit.withMessage(Quit.codes.failed, message),
      }),
    )
  })

/** A worker that stops, and whose pages under way may then take as long as the grace. */
export const until = (
  stop: Effect.Effect<void>,
  grace: Duration.Duration,
): Effect.Effect<void, Jobs.Failure, WebBackend.WebBackend> =>
  Effect.raceFirst(JobWorker.run({ stop }), Effect.andThen(stop, Effect.sleep(grace)))
