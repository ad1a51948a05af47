/** What `porthole serve` does. */
import type { Settings } from "@porthole/core"
import { Server } from "@porthole/serve"
import { Node } from "@porthole/tools"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { Output } from "../Output.ts"
import * as Quit from "../Quit.ts"
import { onSignal } from "../Signals.ts"
import { withSettings } from "../withSettings.ts"

/** What the flags say. */
export interface Served {
  readonly settings: Settings.SettingsInput
  /** Whose keys, caches and limits requests without a token use. */
  readonly tenant?: string
}

/** Serves until a signal; then finishes what is under way, and ends well. */
export const serve = ({ settings, tenant }: Served): Effect.Effect<void, Quit.Quit, Output> =>
  withSettings(
    settings,
    () =>
      Effect.gen(function* () {
        const ended = yield* Deferred.make<void>()
        onSignal(() => Deferred.doneUnsafe(ended, Effect.void))
        yield* Effect.provide(Effect.andThen(greet, Deferred.await(ended)), server)
      }).pipe(
        Effect.catchTags({
          TokenNeeded: ({ message }) => Quit.withMessage(Quit.codes.usage, message),
          AccessTokensError: ({ message }) => Quit.withMessage(Quit.codes.failed, message),
          ServeError: () => Quit.withMessage(Quit.codes.failed, "This address can't be listened on; see --listen."),
        }),
      ),
    tenant,
  )

// --- private --------------------------------------------------------------------------

const server = Server.layer.pipe(Layer.provide(Node.layer()))

/** The address, which a program that starts this may wait for. */
const greet = Effect.gen(function* () {
  const { err } = yield* Output
  const { address } = yield* HttpServer.HttpServer
  yield* err(`porthole: serving on ${HttpServer.formatAddress(address)}\n`)
})
