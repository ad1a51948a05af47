/** One environment variable, read when it is needed and not when the program started. */
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/**
 * Its text without blanks around it; unset is the empty text.
 *
 * Effect's default provider is a copy of the environment made at its first use in the process, so
 * what the host program sets later is seen only through a new one. A provider of the caller's stays.
 */
export const read = (name: string): Effect.Effect<string, Config.ConfigError> =>
  Effect.flatMap(ConfigProvider.ConfigProvider, (given) =>
    Config.option(Config.String(name)).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        given === defaultProvider() ? ConfigProvider.fromEnv() : given,
      ),
      Effect.map(Option.match({ onNone: () => "", onSome: (text) => text.trim() })),
    ),
  )

// --- private --------------------------------------------------------------------------

const defaultProvider = (): ConfigProvider.ConfigProvider => Context.get(Context.empty(), ConfigProvider.ConfigProvider)
