/**
 * The keys with which the operator signs requests to sites (Web Bot Auth), and the port to where they are kept. The
 * first key signs. The others are published with it, so that one can take its place without a gap.
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** 32 bytes in base64url. */
const Octets = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/))

/** A private key for Ed25519, as a JSON Web Key (RFC 8037); `kid` is its thumbprint (RFC 7638). */
export const SigningKey = Schema.Struct({
  kty: Schema.Literal("OKP"),
  crv: Schema.Literal("Ed25519"),
  kid: Octets,
  x: Octets,
  d: Octets,
})
export type SigningKey = typeof SigningKey.Type

/** The keys can't be read or changed now. */
export class SigningKeysError extends Schema.TaggedError<SigningKeysError>()("SigningKeysError", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {}

/** Stored keys, the signing one first. */
export interface SigningKeysShape {
  readonly list: Effect.Effect<ReadonlyArray<SigningKey>, SigningKeysError>
  /** Replaces the keys by what the function makes of them. */
  readonly change: (
    edit: (keys: ReadonlyArray<SigningKey>) => ReadonlyArray<SigningKey>,
  ) => Effect.Effect<void, SigningKeysError>
}
