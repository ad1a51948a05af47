/** Makes signing keys, and the directory that publishes their public parts (Web Bot Auth). */
import * as Effect from "effect/Effect"
import { createHash, generateKeyPairSync } from "node:crypto"
import type { SigningKeys } from "@porthole/stores"

/** The path of a directory on the operator's site, and its media type. */
export const directoryPath = "/.well-known/http-message-signatures-directory"
export const directoryType = "application/http-message-signatures-directory+json"

/** Makes a key. Its thumbprint is an argument of `porthole identity`, so it doesn't begin like an option. */
export const generate: Effect.Effect<SigningKeys.SigningKey> = Effect.sync(() => {
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" })
  const key: SigningKeys.SigningKey = { kty: "OKP", crv: "Ed25519", kid: thumbprintOf(x), x, d }
  return key
}).pipe(Effect.repeat({ until: ({ kid }) => !kid.startsWith("-") }))

/** The SHA-256 thumbprint of a public key (RFC 7638, RFC 8037 appendix A.3). */
export const thumbprintOf = (x: string): string =>
  createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url")

/** The public parts of keys, as a JSON Web Key Set. */
export const directoryOf = (keys: ReadonlyArray<SigningKeys.SigningKey>) => ({
  keys: keys.map(({ crv, kty, x }) => ({ kty, crv, kid: thumbprintOf(x), x, use: "sig" })),
})
