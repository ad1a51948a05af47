/**
 * The port to the keys of providers: which key, if any, a call of a tenant may use.
 *
 * A key is looked up when a call runs, so a missing one fails the call and not the construction. Unless
 * something is provided, keys come from the environment, which is the operator's and serves every tenant.
 */
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Conversation } from "../domain/Conversation.ts"

// --- variables -------------------------------------------------------------------------

/**
 * The text of an environment variable, without blanks around it, as it is now; unset is the empty text.
 *
 * Effect's default provider is a copy of the environment made at its first use in the process, so
 * what the host program sets later is seen only through a new one. A provider of the caller's stays.
 */
export const readVariable = (name: string): Effect.Effect<string, Config.ConfigError> =>
  Effect.flatMap(ConfigProvider.ConfigProvider, (given) =>
    Config.option(Config.String(name)).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        given === defaultProvider() ? ConfigProvider.fromEnv() : given,
      ),
      Effect.map(Option.match({ onNone: () => "", onSome: (text) => text.trim() })),
    ),
  )

// --- keys ------------------------------------------------------------------------------

/** Whose key is wanted: a provider's name, as in reasons, and the environment variable that its users have. */
export interface KeyOf {
  readonly provider: string
  readonly variable: string
}

/** The keys can't be looked up at present. That isn't the same as having none. */
export class CredentialsError extends Schema.TaggedError<CredentialsError>()("CredentialsError", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {}

/** Finds the key for the tenant of the call, which is the `Conversation`'s; `undefined` where there is none. */
export interface CredentialsShape {
  readonly find: (key: KeyOf) => Effect.Effect<Redacted.Redacted | undefined, CredentialsError>
}

/** Finds the key that an environment variable holds; a blank one is none. */
const inEnvironment = ({ variable }: KeyOf): Effect.Effect<Redacted.Redacted | undefined, CredentialsError> =>
  Effect.mapBoth(readVariable(variable), {
    onFailure: (cause) => new CredentialsError({ message: `${variable} can't be read.`, cause }),
    onSuccess: (text) => (text === "" ? undefined : Redacted.make(text)),
  })

/** The keys of the environment, and no others. */
export const ofEnvironment: CredentialsShape = { find: inEnvironment }

/** The keys in force: those of the environment, unless a layer is provided. */
export const Credentials: Context.Reference<CredentialsShape> = Context.Reference<CredentialsShape>(
  "@porthole/core/Credentials",
  { defaultValue: () => ofEnvironment },
)

/** Keys that were stored, each for one tenant and one provider. */
export interface StoredKeys {
  readonly get: (tenant: string, provider: string) => Effect.Effect<Redacted.Redacted | undefined, CredentialsError>
  readonly set: (tenant: string, provider: string, key: Redacted.Redacted) => Effect.Effect<void, CredentialsError>
  /** Whether there was one to remove. */
  readonly remove: (tenant: string, provider: string) => Effect.Effect<boolean, CredentialsError>
  /** The providers whose keys a tenant has, in alphabetical order; never a key. */
  readonly list: (tenant: string) => Effect.Effect<ReadonlyArray<string>, CredentialsError>
}

/** Whose keys the environment stands in for first. */
export const defaultTenant = "default"

/**
 * Keys of the environment and of a store. For the tenant `default` the environment comes first, as with
 * any command; a named tenant's own key comes before the operator's. A stored key serves its tenant only.
 */
export const withStored = (stored: Pick<StoredKeys, "get">): CredentialsShape => ({
  find: (key) =>
    Effect.flatMap(Conversation, ({ tenant }) => {
      const own = stored.get(tenant, key.provider)
      const [first, second] = tenant === defaultTenant ? [inEnvironment(key), own] : [own, inEnvironment(key)]
      return Effect.flatMap(first, (found) => (found === undefined ? second : Effect.succeed(found)))
    }),
})

/** Makes a method whose calls use the keys that were in force when it was made, since its callers needn't have them. */
export const bound = <A, B, F, E, R>(
  half: Effect.Effect<(input: A) => Effect.Effect<B, F>, E, R>,
): Effect.Effect<(input: A) => Effect.Effect<B, F>, E, R> =>
  Effect.flatMap(Credentials, (keys) =>
    Effect.map(half, (call) => (input) => Effect.provideService(call(input), Credentials, keys)),
  )

// --- private --------------------------------------------------------------------------

const defaultProvider = (): ConfigProvider.ConfigProvider => Context.get(Context.empty(), ConfigProvider.ConfigProvider)
