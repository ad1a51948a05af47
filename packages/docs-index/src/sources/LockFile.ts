/** The sum of a package's archive by the lock file of a project, npm's or pnpm's, as text. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Library } from "@porthole/core"

/** The `integrity` of a version in the nearest lock file; `undefined` if none names it. */
export const integrityOf = Effect.fnUntraced(function* (
  from: string,
  library: Library.Library,
): Effect.fn.Return<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    for (const [file, find] of lockFiles) {
      const text = yield* Effect.option(Effect.tryPromise(() => readFile(join(folder, file), "utf8")))
      if (Option.isSome(text)) return find(text.value, library)
    }
    if (dirname(folder) === folder) return undefined
  }
})

// --- private --------------------------------------------------------------------------

type Find = (text: string, library: Library.Library) => string | undefined

const Entry = Schema.Struct({
  name: Schema.optionalKey(Schema.String),
  version: Schema.optionalKey(Schema.String),
  integrity: Schema.optionalKey(Schema.String),
})
const decodeLock = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ packages: Schema.Record(Schema.String, Entry) })),
)

const ofNpm: Find = (text, { name, version }) =>
  Object.entries(Option.getOrUndefined(decodeLock(text))?.packages ?? {}).find(
    ([path, entry]) =>
      entry.version === version &&
      (entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)) === name,
  )?.[1].integrity

/** The line after that of `name@version:`, which pnpm writes in quotes if it has a scope. */
const ofPnpm: Find = (text, library) => {
  const lines = text.split("\n")
  const label = Library.label(library)
  const at = lines.findIndex((line) => [`  ${label}:`, `  '${label}':`].includes(line.trimEnd()))
  return at === -1 ? undefined : /integrity: (sha512-[\w+/=]+)/.exec(lines[at + 1] ?? "")?.[1]
}

const lockFiles: ReadonlyArray<readonly [file: string, find: Find]> = [
  ["package-lock.json", ofNpm],
  ["pnpm-lock.yaml", ofPnpm],
]
