/** Chooses the versions of libraries that a question is about, or says which names and versions there are. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Library from "../domain/docs/Library.ts"
import * as Likeness from "../domain/text/Likeness.ts"
import * as WebError from "../domain/WebError.ts"
import { DocsIndex, type DocsIndexError, InstalledVersion } from "../ports/DocsIndex.ts"

/** The chosen versions, and notes about libraries. */
export interface Choice {
  readonly libraries: ReadonlyArray<Library.Indexed>
  readonly notes: ReadonlyArray<Note>
}

/** A sentence for the model; one with a `library` counts only where that is shown. */
export interface Note {
  readonly text: string
  readonly library?: string
}

/** What a caller asked for; `library` may be `name@version`. */
export interface Wanted {
  readonly library?: string | undefined
  readonly version?: string | undefined
  /** Whether only the version itself counts, and none of its series. */
  readonly isExact?: boolean | undefined
}

/**
 * One version of the wanted library, or of each: the wanted version, else the newest of its series; without one the
 * installed version, else the newest. Fails with `invalid_request` for a library or version that isn't indexed, and
 * with `extraction_failed` for one whose index can't be read.
 */
export const chooseLibraries = Effect.fnUntraced(function* ({
  isExact = false,
  library,
  version,
}: Wanted): Effect.fn.Return<Choice, WebError.WebError, DocsIndex> {
  const index = yield* DocsIndex
  const { failed, libraries } = yield* Effect.mapError(index.list, toWebError)
  if (library === undefined) {
    const chosen = yield* Effect.forEach(new Set(libraries.map(({ name }) => name)), (name) =>
      installedOrNewest(libraries.filter((each) => each.name === name)),
    )
    return {
      libraries: chosen.flatMap((choice) => choice.libraries),
      notes: [...failed.map(({ message }) => ({ text: message })), ...chosen.flatMap(({ notes }) => notes)],
    }
  }
  const parsed = Option.getOrUndefined(Library.parse(library.trim()))
  const name = parsed?.name.toLowerCase()
  const wanted = version?.trim().replace(/^[v^~=]+/, "") ?? parsed?.version
  const versions = libraries.filter((each) => each.name.toLowerCase() === name)
  const isWanted = (version: string): boolean =>
    wanted === undefined || (isExact ? version === wanted : Library.isOfSeries(version, wanted))
  const exact = versions.filter((each) => each.version === wanted)
  const matching = exact.length > 0 ? exact : versions.filter((each) => isWanted(each.version))
  const broken = failed.find((error) => {
    const known = Option.getOrUndefined(Library.parse(error.library ?? ""))
    if (known?.version === undefined || known.name.toLowerCase() !== name) return false
    // Another version of the series doesn't stand in for the very one that was asked for.
    return known.version === wanted || (matching.length === 0 && isWanted(known.version))
  })
  if (broken !== undefined) return yield* Effect.fail(toWebError(broken))
  if (matching.length > 0)
    return wanted === undefined ? yield* installedOrNewest(matching) : { libraries: newest(matching), notes: [] }
  return yield* Effect.fail(versions.length > 0 ? otherVersions(versions, wanted) : unknownLibrary(library, libraries))
})

/** A failure of the index for a model; the cause stays with it for an operator. */
export const toWebError = (error: DocsIndexError): WebError.WebError =>
  WebError.make({ error: "extraction_failed", message: error.message }, error)

// --- private --------------------------------------------------------------------------

/** Maximum number of names or versions in a sentence. */
const maxNames = 5

const newest = (versions: ReadonlyArray<Library.Indexed>): ReadonlyArray<Library.Indexed> =>
  versions.toSorted((a, b) => Library.compareVersions(b.version, a.version)).slice(0, 1)

const installedOrNewest = (versions: ReadonlyArray<Library.Indexed>): Effect.Effect<Choice> =>
  InstalledVersion.use((versionOf) =>
    Effect.map(versionOf(versions[0]?.name ?? ""), (installed) => {
      const same = versions.filter(({ version }) => version === installed)
      // A project's manifest may say anything: only a version is repeated.
      if (same.length > 0 || !isVersion(installed))
        return { libraries: same.length > 0 ? same : newest(versions), notes: [] }
      const libraries = newest(versions)
      return { libraries, notes: libraries.map((shown) => otherInstalled(shown, installed)) }
    }),
  )

const isVersion = Schema.is(Library.Version)

const otherInstalled = ({ name, version }: Library.Library, installed: string): Note => ({
  library: name,
  text:
    `The project has installed ${name} ${installed}, but only ${version} is indexed: ` +
    `\`porthole docs add ${name}\` indexes the installed one.`,
})

const otherVersions = (versions: ReadonlyArray<Library.Indexed>, wanted = ""): WebError.WebError => {
  const [first] = versions
  const known = versions.slice(0, maxNames).map(({ version }) => version)
  return Arguments.invalid(
    "version",
    `Version ${shorten(wanted)} of ${first?.name ?? ""} isn't indexed. Indexed: ${known.join(", ")}.`,
  )
}

const unknownLibrary = (wanted: string, libraries: ReadonlyArray<Library.Indexed>): WebError.WebError => {
  const names = Array.from(new Set(libraries.map(({ name }) => name)))
  const near = Likeness.nearest(names, maxNames, (name) => likenessOf(wanted.toLowerCase(), name.toLowerCase()))
  const known = near.length === 0 ? "Nothing is indexed yet." : `The nearest names are ${near.join(", ")}.`
  return Arguments.invalid(
    "library",
    `No documentation of ${shorten(wanted)} is indexed. ${known} \`porthole docs add NAME\` indexes an installed one.`,
  )
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** The likeness of two names, by their beginnings; the first letter counts as a pair. */
const likenessOf = (one: string, other: string): number =>
  Likeness.likenessOf(` ${one.slice(0, maxName)}`, ` ${other.slice(0, maxName)}`)

/** In characters. */
const maxName = 200
