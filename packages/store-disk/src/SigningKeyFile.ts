/** The operator's signing keys in one {@link PrivateFile}, as a JSON Web Key Set with private keys. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { SigningKeys } from "@porthole/stores"
import * as PrivateFile from "./PrivateFile.ts"

/** Keys in the file; nothing is opened or made before a method needs it. */
export const make = Effect.fnUntraced(function* ({ file }: { readonly file: string }) {
  const { change, read } = yield* PrivateFile.make({ file, contents: "signing keys", decode, encode })
  const service: SigningKeys.SigningKeysShape = {
    list: withKeysError(read),
    change: (edit) => withKeysError(Effect.asVoid(change(edit))),
  }
  return service
})

// --- private --------------------------------------------------------------------------

const KeySet = Schema.Struct({ keys: Schema.Array(SigningKeys.SigningKey) })

const decodeFile = Schema.decodeUnknownOption(Schema.fromJsonString(KeySet))
const decode = (text: string): Option.Option<ReadonlyArray<SigningKeys.SigningKey>> =>
  Option.map(decodeFile(text), ({ keys }) => keys)

const encode = (keys: ReadonlyArray<SigningKeys.SigningKey>): string => JSON.stringify({ keys }, undefined, 2)

const withKeysError = <A>(
  effect: Effect.Effect<A, PrivateFile.PrivateFileError>,
): Effect.Effect<A, SigningKeys.SigningKeysError> =>
  Effect.mapError(effect, ({ cause, message }) => new SigningKeys.SigningKeysError({ message, cause }))
