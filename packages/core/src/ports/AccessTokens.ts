/**
 * The port to the access tokens of a server: whose request it is. Only hashes are stored, so what a store holds opens
 * nothing.
 *
 * A token is `porthole_` and 32 random bytes in base64url. SHA-256 without salt is enough for so much randomness.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A token as it is stored: the tenant that it stands for, and SHA-256 of the token in hexadecimal. */
export const StoredToken = Schema.Struct({
  tenant: Schema.NonEmptyString,
  hash: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  /** When it was added, ISO 8601 in UTC. */
  added: Schema.String,
})
export type StoredToken = typeof StoredToken.Type

/** The tokens can't be read or changed at present. That isn't the same as having none. */
export class AccessTokensError extends Schema.TaggedError<AccessTokensError>()("AccessTokensError", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {}

/** Stored tokens. A tenant may have several, so that one can take the place of another. */
export interface AccessTokensShape {
  /** Every token, the oldest first. */
  readonly list: Effect.Effect<ReadonlyArray<StoredToken>, AccessTokensError>
  readonly add: (token: StoredToken) => Effect.Effect<void, AccessTokensError>
  /** Removes the token of a hash; whether there was one. */
  readonly remove: (hash: string) => Effect.Effect<boolean, AccessTokensError>
}

/** The tokens in force: none, unless a layer is provided. */
export const AccessTokens: Context.Reference<AccessTokensShape> = Context.Reference<AccessTokensShape>(
  "@porthole/core/AccessTokens",
  {
    defaultValue: () => {
      const readOnly = Effect.fail(new AccessTokensError({ message: "No token store is configured." }))
      return { list: Effect.succeed([]), add: () => readOnly, remove: () => readOnly }
    },
  },
)
