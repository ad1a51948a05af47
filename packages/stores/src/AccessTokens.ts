/**
 * The port to a server's access tokens, which identify the tenant of a request. Only hashes are stored, so a stolen
 * store grants no access.
 *
 * A token is `porthole_` and 32 random bytes in base64url. SHA-256 without salt is enough for that much randomness.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A token as it is stored: its tenant, and the token's SHA-256 in hexadecimal. */
export const StoredToken = Schema.Struct({
  tenant: Schema.NonEmptyString,
  hash: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  /** When it was added, ISO 8601 in UTC. */
  added: Schema.String,
})
export type StoredToken = typeof StoredToken.Type

/** The tokens can't be read or changed now. That isn't the same as having none. */
export class AccessTokensError extends Schema.TaggedError<AccessTokensError>()("AccessTokensError", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {}

/** Stored tokens. A tenant may have several, so that one can replace another. */
export interface AccessTokensShape {
  /** Every token, the oldest first. */
  readonly list: Effect.Effect<ReadonlyArray<StoredToken>, AccessTokensError>
  readonly add: (token: StoredToken) => Effect.Effect<void, AccessTokensError>
  /** Removes the token of a hash; returns whether it existed. */
  readonly remove: (hash: string) => Effect.Effect<boolean, AccessTokensError>
}

/** The current tokens: none, unless a layer is provided. */
export const AccessTokens: Context.Reference<AccessTokensShape> = Context.Reference<AccessTokensShape>(
  "@porthole/stores/AccessTokens",
  {
    defaultValue: () => {
      const readOnlyFailure = Effect.fail(new AccessTokensError({ message: "No token store is configured." }))
      return { list: Effect.succeed([]), add: () => readOnlyFailure, remove: () => readOnlyFailure }
    },
  },
)
