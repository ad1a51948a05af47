/**
 * Providers' keys in one {@link PrivateFile}. They aren't encrypted, as with the providers' own tools: reading the file
 * reveals the keys.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Credentials } from "@porthole/stores"
import * as PrivateFile from "./PrivateFile.ts"

/** Keys in the file; nothing is opened or made before a method needs it. */
export const make = Effect.fnUntraced(function* ({ file }: { readonly file: string }) {
  const { change, read } = yield* PrivateFile.make<StoredKey>({ file, contents: "keys", decode, encode })
  const service: Credentials.StoredKeys = {
    get: (tenant, provider) =>
      withCredentialsError(
        Effect.map(read, (entries) => {
          const found = entries.find(isKeyOf(tenant, provider))
          return found === undefined ? undefined : Redacted.make(found.key)
        }),
      ),
    set: (tenant, provider, key) =>
      withCredentialsError(
        Effect.asVoid(
          change((entries) => [
            ...entries.filter((entry) => !isKeyOf(tenant, provider)(entry)),
            { tenant, provider, key: Redacted.value(key) },
          ]),
        ),
      ),
    remove: (tenant, provider) =>
      withCredentialsError(change((entries) => entries.filter((entry) => !isKeyOf(tenant, provider)(entry)))),
    list: (tenant) =>
      withCredentialsError(
        Effect.map(read, (entries) =>
          entries.flatMap((entry) => (entry.tenant === tenant ? [entry.provider] : [])).toSorted(),
        ),
      ),
  }
  return service
})

// --- private --------------------------------------------------------------------------

const StoredKey = Schema.Struct({ tenant: Schema.String, provider: Schema.String, key: Schema.String })
type StoredKey = typeof StoredKey.Type

const decodeFile = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(StoredKey) })))
const decode = (text: string): Option.Option<ReadonlyArray<StoredKey>> =>
  Option.map(decodeFile(text), ({ keys }) => keys)

const encode = (keys: ReadonlyArray<StoredKey>): string => JSON.stringify({ keys }, undefined, 2)

const isKeyOf =
  (tenant: string, provider: string) =>
  (entry: StoredKey): boolean =>
    entry.tenant === tenant && entry.provider === provider

const withCredentialsError = <A>(
  effect: Effect.Effect<A, PrivateFile.PrivateFileError>,
): Effect.Effect<A, Credentials.CredentialsError> =>
  Effect.mapError(effect, ({ cause, message }) => new Credentials.CredentialsError({ message, cause }))
