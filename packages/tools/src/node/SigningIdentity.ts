/**
 * The operator's identity towards sites (Web Bot Auth): the keys in a file of this user's, and the setting that
 * publishes them. Loaded at its first use.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { createPrivateKey, sign } from "node:crypto"
import { RequestSigner, SigningKey } from "@porthole/backend-fetch"
import type { SigningKeys } from "@porthole/stores"
import type { SigningKeyFile } from "@porthole/store-disk"
import { ToolSettings } from "../settings/ToolSettings.ts"
import * as UserFile from "./UserFile.ts"

/** Loads the adapter at its first use. */
export type LoadKeyFile = () => Promise<typeof SigningKeyFile>

/** The keys, as the operator manages them; each is named by its thumbprint. */
export interface SigningIdentity {
  /** Adds a key after the others, and returns its name. */
  readonly add: Effect.Effect<string, SigningKeys.SigningKeysError>
  /** The public keys, the signing one first. */
  readonly directory: Effect.Effect<ReturnType<typeof SigningKey.directoryOf>, SigningKeys.SigningKeysError>
  /** Makes a key the signing one; returns whether it exists. */
  readonly use: (name: string) => Effect.Effect<boolean, SigningKeys.SigningKeysError>
  /** Removes a key; returns whether it existed. */
  readonly remove: (name: string) => Effect.Effect<boolean, SigningKeys.SigningKeysError>
  /** Signs a text with the signing key; nothing without a key. */
  readonly sign: (text: string) => Effect.Effect<SignedText | undefined, SigningKeys.SigningKeysError>
}

/** The thumbprint and the public part of a key, and its signature in base64url. */
export interface SignedText {
  readonly kid: string
  readonly x: string
  readonly signature: string
}

/** Opens the keys of `signature_keys`. */
export const open = (loadKeyFile: LoadKeyFile): Effect.Effect<SigningIdentity> =>
  Effect.map(openFile(loadKeyFile), ({ change, list }) => {
    const changeNamed = (name: string, edit: (keys: Keys, named: Keys) => Keys) =>
      Effect.flatMap(list, (keys) => {
        const named = keys.filter(({ kid }) => kid === name)
        return named.length === 0
          ? Effect.succeed(false)
          : Effect.as(
              change((keys) =>
                edit(
                  keys.filter(({ kid }) => kid !== name),
                  named,
                ),
              ),
              true,
            )
      })
    return {
      add: Effect.gen(function* () {
        const key = yield* SigningKey.generate
        yield* change((keys) => [...keys, key])
        return key.kid
      }),
      directory: Effect.map(list, SigningKey.directoryOf),
      use: (name) => changeNamed(name, (others, named) => [...named, ...others]),
      remove: (name) => changeNamed(name, (others) => others),
      sign: (text) =>
        Effect.map(list, ([key]) => {
          if (key === undefined) return undefined
          const privateKey = createPrivateKey({ key: { ...key }, format: "jwk" })
          return { kid: key.kid, x: key.x, signature: sign(null, Buffer.from(text), privateKey).toString("base64url") }
        }),
    }
  })

/** Signs as `agent` with the first key of `signature_keys`. Without a usable key it logs why, and signs nothing. */
export const layer = (agent: string, loadKeyFile: LoadKeyFile): Layer.Layer<never> =>
  Layer.effect(
    RequestSigner.RequestSigner,
    Effect.map(openFile(loadKeyFile), ({ list }) =>
      Effect.matchEffect(list, {
        onFailure: ({ message }) => Effect.as(Effect.logWarning(`No request is signed. ${message}`), Option.none()),
        onSuccess: ([key]) =>
          key === undefined
            ? Effect.as(Effect.logWarning("No request is signed. `porthole identity add` makes a key."), Option.none())
            : Effect.succeedSome({ agent, key: Redacted.make(key) }),
      }),
    ),
  )

// --- private --------------------------------------------------------------------------

type Keys = ReadonlyArray<SigningKeys.SigningKey>

const openFile = Effect.fnUntraced(function* (
  loadKeyFile: LoadKeyFile,
): Effect.fn.Return<SigningKeys.SigningKeysShape> {
  const { signature_keys = UserFile.pathOf("signature-keys.json") } = yield* ToolSettings
  const { make } = yield* Effect.promise(loadKeyFile)
  return yield* Effect.provide(make({ file: signature_keys }), UserFile.nodeFiles)
})
