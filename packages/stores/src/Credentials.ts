/**
 * The port to the providers' keys: the key, if any, that a tenant's call uses.
 *
 * A key is looked up when a call runs, so a missing one fails the call and not the construction. By default keys come
 * from the environment, which belongs to the operator and serves every tenant.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Conversation } from "@porthole/core"
import { readVariable } from "./EnvironmentVariable.ts"

/** A key to find: a provider's name, as in reasons, and the environment variable of its key. */
export interface WantedKey {
  readonly provider: string
  readonly variable: string
}

/** The keys can't be looked up now. That isn't the same as having none. */
export class CredentialsError extends Schema.TaggedError<CredentialsError>()("CredentialsError", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {}

/** Finds the key for the call's tenant (see `Conversation`); `undefined` if there is none. */
export interface CredentialsShape {
  readonly find: (key: WantedKey) => Effect.Effect<Redacted.Redacted | undefined, CredentialsError>
}

/** Finds the key in an environment variable; a blank one counts as none. */
const inEnvironment = ({ variable }: WantedKey): Effect.Effect<Redacted.Redacted | undefined, CredentialsError> =>
  Effect.mapBoth(readVariable(variable), {
    onFailure: (cause) => new CredentialsError({ message: `${variable} can't be read.`, cause }),
    onSuccess: (text) => (text === "" ? undefined : Redacted.make(text)),
  })

/** Only the keys of the environment. */
export const ofEnvironment: CredentialsShape = { find: inEnvironment }

/** The current keys: those of the environment, unless a layer is provided. */
export const Credentials: Context.Reference<CredentialsShape> = Context.Reference<CredentialsShape>(
  "@porthole/stores/Credentials",
  { defaultValue: () => ofEnvironment },
)

/** Stored keys, each for one tenant and one provider. */
export interface StoredKeys {
  readonly get: (tenant: string, provider: string) => Effect.Effect<Redacted.Redacted | undefined, CredentialsError>
  readonly set: (tenant: string, provider: string, key: Redacted.Redacted) => Effect.Effect<void, CredentialsError>
  /** Removes a key; returns whether it existed. */
  readonly remove: (tenant: string, provider: string) => Effect.Effect<boolean, CredentialsError>
  /** The providers whose keys a tenant has, in alphabetical order; never a key. */
  readonly list: (tenant: string) => Effect.Effect<ReadonlyArray<string>, CredentialsError>
}

/** The tenant that uses the environment's keys first. */
export const defaultTenant = "default"

/**
 * Keys of the environment and of a store. For the tenant `default` the environment comes first, because a variable
 * commonly overrides what a command has stored. For any other tenant its stored key comes first. A stored key serves
 * only its tenant.
 */
export const withStored = (stored: Pick<StoredKeys, "get">): CredentialsShape => ({
  find: (key) =>
    Effect.flatMap(Conversation.Conversation, ({ tenant }) => {
      const own = stored.get(tenant, key.provider)
      const [first, second] = tenant === defaultTenant ? [inEnvironment(key), own] : [own, inEnvironment(key)]
      return Effect.flatMap(first, (found) => (found === undefined ? second : Effect.succeed(found)))
    }),
})

/**
 * Makes a method whose calls use the keys that were current when it was made, because its callers may not have them.
 */
export const bound = <A, B, F, E, R>(
  factory: Effect.Effect<(input: A) => Effect.Effect<B, F>, E, R>,
): Effect.Effect<(input: A) => Effect.Effect<B, F>, E, R> =>
  Effect.flatMap(Credentials, (keys) =>
    Effect.map(factory, (method) => (input) => Effect.provideService(method(input), Credentials, keys)),
  )
