/** Runs `porthole serve`. */
import { Server, ServerLog, ServerSettings } from "@porthole/serve"
import { Node, Operator } from "@porthole/tools"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { Output } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import { onSignal } from "../../Signals.ts"
import * as Watchdog from "../../Watchdog.ts"
import type * as Settings from "../../settings.ts"
import { withSettings } from "../../withSettings.ts"
import * as Worker from "../worker/run.ts"
import * as JsonLines from "./JsonLines.ts"

/** The options from the flags. */
export interface ServeOptions extends Server.Options {
  readonly settings: Settings.Input
  /** The number of workers that this process has for jobs. Default: none. */
  readonly workers?: number
  /** The tenant for requests without a token. */
  readonly tenant?: string
}

/** Serves until a signal; then finishes running requests, and ends with success. */
export const serve = ({
  settings,
  tenant,
  workers = 0,
  ...options
}: ServeOptions): Effect.Effect<void, Quit.Quit, Output> =>
  withSettings(
    settings,
    ({ redis_url }) => {
      if (workers > 0 && redis_url === undefined)
        return Quit.withMessage(Quit.codes.usage, "--workers needs a Redis: set PORTHOLE_REDIS_URL.")
      return Watchdog.watch(0, (announceEnd) =>
        Effect.gen(function* () {
          const ended = yield* Deferred.make<void>()
          onSignal(() => Deferred.doneUnsafe(ended, Effect.void))
          const stop = Deferred.await(ended)
          const working = Effect.all(
            Array.from({ length: workers }, () => Worker.until(stop, grace)),
            {
              concurrency: "unbounded",
              discard: true,
            },
          )
          yield* Effect.provide(
            // A program that starts the server may read the address from the first line.
            greet.pipe(
              Effect.andThen(Effect.forkChild(Node.warnOfEviction)),
              Effect.andThen(Effect.forkChild(Node.warnOfLoss)),
              Effect.andThen(Effect.forkChild(Node.warnOfSilence)),
              Effect.andThen(Effect.ensuring(workers === 0 ? stop : Effect.andThen(working, stop), announceEnd)),
            ),
            Server.layer(options).pipe(
              Layer.provideMerge(Node.layer()),
              Layer.provide(Operator.accessTokens),
              Layer.provideMerge(Operator.jobs),
            ),
          )
        }),
      ).pipe(
        Effect.provide(ServerLog.layer),
        Effect.catchTags({
          TokenNeeded: ({ message }) => Quit.withMessage(Quit.codes.usage, message),
          AccessTokensError: ({ message }) => Quit.withMessage(Quit.codes.failed, message),
          SettingsError: Quit.ofDocsSite,
          NotIndexed: ({ message }) => Quit.withMessage(Quit.codes.usage, message),
          NotInstalled: ({ message }) => Quit.withMessage(Quit.codes.failed, message),
          DocsIndexError: ({ message }) => Quit.withMessage(Quit.codes.failed, message),
          FrontierError: ({ message }) => Quit.withMessage(Quit.codes.failed, message),
          ServeError: ({ cause }) => Quit.withMessage(Quit.codes.failed, cannotListen(cause)),
        }),
      )
    },
    tenant,
  ).pipe(Effect.provideService(Node.RecordingByTenant, true), JsonLines.run)

// --- private --------------------------------------------------------------------------

/** How long the workers' pages under way may take after a signal; the server's requests have their own time then. */
const grace = Duration.seconds(2)

/** With the system's words, such as `listen EADDRINUSE: address already in use 127.0.0.1:8710`. */
const cannotListen = (cause: unknown): string =>
  `The server can't listen there${cause instanceof Error ? ` (${cause.message})` : ""}. Choose another address with ` +
  "--listen or PORTHOLE_LISTEN."

/** The address, for which a program that starts the server may wait. */
const greet = Effect.gen(function* () {
  const { err } = yield* Output
  const { address } = yield* HttpServer.HttpServer
  const { log_format } = yield* ServerSettings.ServerSettings
  const sentence = `serving on ${HttpServer.formatAddress(address)}`
  yield* log_format === "json" ? Effect.logInfo(sentence) : err(`porthole: ${sentence}\n`)
})
