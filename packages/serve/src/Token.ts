/** An access token: `porthole_` and 32 random bytes in base64url. It is shown once; only its hash is stored. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { AccessTokens } from "@porthole/stores"
import { createHash, randomBytes } from "node:crypto"

/** A new token, and its stored form. */
export interface NewToken {
  readonly token: string
  readonly stored: AccessTokens.StoredToken
}

/** Makes a token of a tenant. */
export const make = (tenant: string): Effect.Effect<NewToken> =>
  Effect.map(DateTime.now, (now) => {
    const token = `${prefix}${randomBytes(32).toString("base64url")}`
    return { token, stored: { tenant, hash: hashOf(token).toString("hex"), added: DateTime.formatIso(now) } }
  })

/** Whether a text is a token by its form, known or not. */
export const isToken = (text: string): boolean => text.startsWith(prefix)

/** SHA-256 of a token. */
export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest()

/** The id by which people name a stored token: the beginning of its hash, which reveals nothing of the token. */
export const idOf = ({ hash }: AccessTokens.StoredToken): string => hash.slice(0, 12)

// --- private --------------------------------------------------------------------------

const prefix = "porthole_"
