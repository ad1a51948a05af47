/** Access tokens of a server in one {@link PrivateFile}, by their hashes. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { AccessTokens } from "@porthole/stores"
import * as PrivateFile from "./PrivateFile.ts"

/** Tokens in the file; nothing is opened or made before a method needs it. */
export const make = Effect.fnUntraced(function* ({ file }: { readonly file: string }) {
  const { change, read } = yield* PrivateFile.make<AccessTokens.StoredToken>({
    file,
    contents: "tokens",
    decode,
    encode,
  })
  const service: AccessTokens.AccessTokensShape = {
    list: withTokensError(read),
    add: (token) => withTokensError(Effect.asVoid(change((tokens) => [...tokens, token]))),
    remove: (hash) => withTokensError(change((tokens) => tokens.filter((token) => token.hash !== hash))),
  }
  return service
})

// --- private --------------------------------------------------------------------------

const File = Schema.fromJsonString(Schema.Struct({ tokens: Schema.Array(AccessTokens.StoredToken) }))

const decodeFile = Schema.decodeUnknownOption(File)
const decode = (text: string): Option.Option<ReadonlyArray<AccessTokens.StoredToken>> =>
  Option.map(decodeFile(text), ({ tokens }) => tokens)

const encode = (tokens: ReadonlyArray<AccessTokens.StoredToken>): string => JSON.stringify({ tokens }, undefined, 2)

const withTokensError = <A>(
  effect: Effect.Effect<A, PrivateFile.PrivateFileError>,
): Effect.Effect<A, AccessTokens.AccessTokensError> =>
  Effect.mapError(effect, ({ cause, message }) => new AccessTokens.AccessTokensError({ message, cause }))
