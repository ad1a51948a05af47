/** One environment variable, read when a call runs. */
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/**
 * The current, trimmed text of an environment variable; empty if unset.
 *
 * Effect's default `ConfigProvider` copies the environment at its first use in the process, and misses variables that
 * the host program sets later. So each read makes a new one, unless the caller provided its own.
 */
export const readVariable = (name: string): Effect.Effect<string, Config.ConfigError> =>
  Effect.flatMap(ConfigProvider.ConfigProvider, (current) =>
    Config.option(Config.String(name)).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        current === defaultProvider() ? ConfigProvider.fromEnv() : current,
      ),
      Effect.map(Option.match({ onNone: () => "", onSome: (text) => text.trim() })),
    ),
  )

// --- private --------------------------------------------------------------------------

const defaultProvider = (): ConfigProvider.ConfigProvider => Context.get(Context.empty(), ConfigProvider.ConfigProvider)
