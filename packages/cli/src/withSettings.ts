/**
 * The settings of a run: the flags, then the environment, then the defaults. A setting out of bounds is wrong usage,
 * reported before anything else runs.
 */
import { Conversation, SettingSet } from "@porthole/core"
import { Node, Operator } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type { Output } from "./Output.ts"
import * as Quit from "./Quit.ts"
import * as Settings from "./settings.ts"
import * as UnknownVariables from "./UnknownVariables.ts"

/**
 * Runs an effect under the settings. The effect is one conversation, the only one of this process; `tenant` owns it.
 */
export const withSettings = <A, E, R>(
  config: Settings.Input,
  use: (settings: Settings.Values) => Effect.Effect<A, E, R>,
  tenant = "default",
): Effect.Effect<A, E | Quit.Quit, R | Output> =>
  Effect.andThen(UnknownVariables.warn, SettingSet.decode(Settings.table, config)).pipe(
    Effect.catchTags({
      SettingsError: (error) => Quit.withMessage(Quit.codes.usage, error.message),
      ConfigError: (error) => Quit.withMessage(Quit.codes.usage, error.message),
    }),
    Effect.flatMap((settings) =>
      Layer.build(Operator.telemetry).pipe(
        Effect.catchTag("SettingsError", (error) => Quit.withMessage(Quit.codes.usage, error.message)),
        Effect.flatMap((telemetry) => Effect.provideContext(withRecording(use(settings)), telemetry)),
        Effect.scoped,
        Effect.provideContext(Settings.contextOf(settings)),
      ),
    ),
    Effect.provideServiceEffect(Conversation.Conversation, conversation(tenant)),
  )

// --- private --------------------------------------------------------------------------

/** Runs an effect over the recording of the settings, if they name one; one that can't be used ends the run. */
const withRecording = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Quit.Quit, R | Output> =>
  Effect.scoped(
    Effect.flatMap(
      Effect.catch(Layer.build(Node.recording), ({ message }) => Quit.withMessage(Quit.codes.failed, message)),
      (context) => Effect.provideContext(effect, context),
    ),
  )

/** Makes a random id: with one fixed id, concurrent scripts over the same Redis would share one rate limit. */
const conversation = (tenant: string): Effect.Effect<Conversation.ConversationId> =>
  Effect.map(Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER), (run) => ({ id: `cli/${run.toString(36)}`, tenant }))
