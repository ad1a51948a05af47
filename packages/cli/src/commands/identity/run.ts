/** Runs `porthole identity`. */
import type { SigningKeys } from "@porthole/stores"
import { Operator, type SigningIdentity } from "@porthole/tools"
import * as Effect from "effect/Effect"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import { withSettings } from "../../withSettings.ts"

/** Makes a key, and prints the directory on stdout. */
export const add = (): Run =>
  withIdentity((identity) =>
    Effect.gen(function* () {
      const { err } = yield* Output
      const name = yield* identity.add
      const keys = yield* printDirectory(identity)
      yield* err(
        keys === 1
          ? `porthole: the key ${name} signs. Publish the directory, and set PORTHOLE_SIGNATURE_AGENT to its URL.\n`
          : `porthole: once the directory is published, \`porthole identity use ${name}\` makes the key sign.\n`,
      )
    }),
  )

/** Prints the directory on stdout. */
export const directory = (): Run =>
  withIdentity((identity) =>
    Effect.gen(function* () {
      const { err } = yield* Output
      if ((yield* printDirectory(identity)) === 0)
        yield* err("porthole: there is no key; `porthole identity add` makes one.\n")
    }),
  )

/** Makes a key the signing one. */
export const use = (name: string): Run =>
  withIdentity((identity) => Effect.flatMap(identity.use(name), requireKey(name, "signs now")))

/** Removes a key. */
export const remove = (name: string): Run =>
  withIdentity((identity) => Effect.flatMap(identity.remove(name), requireKey(name, "is removed")))

// --- private --------------------------------------------------------------------------

type Run = Effect.Effect<void, Quit.Quit | OutputClosed, Output>

/** Prints the directory, and returns its number of keys. */
const printDirectory = Effect.fnUntraced(function* (identity: SigningIdentity) {
  const { out } = yield* Output
  const published = yield* identity.directory
  yield* out(`${JSON.stringify(published, undefined, 2)}\n`)
  return published.keys.length
})

const requireKey =
  (name: string, outcome: string) =>
  (exists: boolean): Run =>
    exists
      ? Effect.flatMap(Output, ({ err }) => err(`porthole: the key ${name} ${outcome}.\n`))
      : Quit.withMessage(
          Quit.codes.failed,
          "There is no such key. `porthole identity directory` prints all, each with its name in `kid`.",
        )

const withIdentity = (
  use: (
    identity: SigningIdentity,
  ) => Effect.Effect<void, SigningKeys.SigningKeysError | Quit.Quit | OutputClosed, Output>,
): Run =>
  withSettings({}, () =>
    Effect.flatMap(Operator.signingIdentity, use).pipe(
      Effect.catchTag("SigningKeysError", ({ message }) => Quit.withMessage(Quit.codes.failed, message)),
    ),
  )
