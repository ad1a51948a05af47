/**
 * The settings of a run: the flags, then the environment, then the defaults. A setting out of bounds is wrong usage,
 * reported before anything else runs.
 */
import { Conversation, SettingSet } from "@porthole/core"
import { Operator } from "@porthole/tools"
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
        Effect.flatMap((telemetry) => Effect.provideContext(use(settings), telemetry)),
        Effect.scoped,
        Effect.provideContext(Settings.contextOf(settings)),
      ),
    ),
    Effect.provideServiceEffect(Conversation.Conversation, conversation(tenant)),
  )

// --- private --------------------------------------------------------------------------

/** Makes a random id: with one fixed id, concurrent scripts over the same Redis would share one rate limit. */
const conversation = (tenant: string): Effect.Effect<Conversation.ConversationId> =>
  Effect.map(Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER), (run) => ({ id: `cli/${run.toString(36)}`, tenant }))
