/**
 * Signs requests as the operator's (Web Bot Auth, draft-ietf-webbotauth-httpsig-protocol, over RFC 9421 with Ed25519).
 *
 * Nothing is signed until a site asks: {@link wantedBy} reads its challenge, and {@link fieldsFor} makes the fields of
 * the one further try. Each hop to the origin that asked gets a signature of its own; no other origin gets one.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { createPrivateKey, randomBytes, sign } from "node:crypto"
import { HttpUrl, type Network, type WebUrl } from "@porthole/core"
import type { SigningKeys } from "@porthole/stores"
import * as AcceptSignature from "./AcceptSignature.ts"
import { thumbprintOf } from "./SigningKey.ts"

/** Who signs: the HTTPS URL at which the operator publishes the keys, and the first key. */
export interface Identity {
  readonly agent: string
  readonly key: Redacted.Redacted<SigningKeys.SigningKey>
}

/** The identity, read at each challenge, so that a changed key needs no restart; none by default: nothing is signed. */
export const RequestSigner: Context.Reference<Effect.Effect<Option.Option<Identity>>> = Context.Reference<
  Effect.Effect<Option.Option<Identity>>
>("@porthole/backend-fetch/RequestSigner", { defaultValue: () => Effect.succeedNone })

/** The signature that an origin asked for, and who makes it. */
export interface Wanted extends AcceptSignature.Wanted {
  readonly origin: string
  readonly identity: Identity
}

/** How long a signature is valid, in seconds. */
export const lifetime = 60

/** The signature that a response asks for (sections 4.3 and 5 of the draft), if it can be made; only over TLS. */
export const wantedBy = (
  signer: Effect.Effect<Option.Option<Identity>>,
  { headers, status }: Network.DialResponse,
  { origin, secure }: WebUrl.Target,
): Effect.Effect<Wanted | undefined> => {
  const field = headers["accept-signature"]
  if (field === undefined || !secure || !challenges.has(status)) return Effect.undefined
  return Effect.map(
    signer,
    Option.match({
      onNone: () => undefined,
      onSome: (identity) => {
        const keyid = thumbprintOf(Redacted.value(identity.key).x)
        const wanted = AcceptSignature.read(field, { canSign, keyid })
        return wanted === undefined ? undefined : { ...wanted, origin, identity }
      },
    }),
  )
}

/** The fields that sign a request with these fields to a URL; none for another origin. */
export const fieldsFor = (
  { components, identity, label, nonce, origin }: Wanted,
  target: WebUrl.Target,
  headers: Readonly<Record<string, string>>,
): Effect.Effect<Readonly<Record<string, string>>> =>
  target.origin !== origin
    ? Effect.succeed({})
    : Effect.map(Clock.currentTimeMillis, (now) => {
        const key = Redacted.value(identity.key)
        const url = new URL(target.url)
        const agent = `"${identity.agent}"`
        const lines: ReadonlyArray<readonly [identifier: string, value: string]> = [
          [`"@authority"`, url.host],
          [`"signature-agent";key="${label}"`, agent],
          ...components
            .filter((name) => !usual.has(name))
            .map((name) => [`"${name}"`, derived.get(name)?.(url) ?? headers[name] ?? ""] as const),
        ]
        const created = Math.floor(now / 1_000)
        const parameters =
          `(${lines.map(([identifier]) => identifier).join(" ")});created=${created};expires=${created + lifetime}` +
          `;keyid="${thumbprintOf(key.x)}";alg="ed25519"` +
          `;nonce="${nonce ?? randomBytes(64).toString("base64url")}";tag="${AcceptSignature.tag}"`
        const base = [...lines, [`"@signature-params"`, parameters] as const]
          .map(([identifier, value]) => `${identifier}: ${value}`)
          .join("\n")
        const signature = sign(null, Buffer.from(base, "latin1"), createPrivateKey({ key: { ...key }, format: "jwk" }))
        return {
          "signature-agent": `${label}=${agent}`,
          "signature-input": `${label}=${parameters}`,
          signature: `${label}=:${signature.toString("base64")}:`,
        }
      })

// --- private --------------------------------------------------------------------------

/** The statuses with which a site may ask. */
const challenges: ReadonlySet<number> = new Set([401, 403, 429])

/** Components that every signature covers. */
const usual: ReadonlySet<string> = new Set(["@authority", "signature-agent"])

/** Fields of every request. */
const sent: ReadonlySet<string> = new Set(["user-agent", "accept", "accept-encoding"])

/** Components of the request line (RFC 9421 section 2.2). */
const derived: ReadonlyMap<string, (url: URL) => string> = new Map([
  ["@method", () => "GET"],
  ["@target-uri", ({ href }: URL) => href],
  ["@scheme", ({ protocol }: URL) => protocol.slice(0, -1)],
  ["@request-target", HttpUrl.requestTarget],
  ["@path", ({ pathname }: URL) => pathname],
  ["@query", ({ search }: URL) => search || "?"],
])

const canSign = (name: string): boolean => usual.has(name) || sent.has(name) || derived.has(name)
