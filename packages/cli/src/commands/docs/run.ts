/** Runs `porthole docs`. */
import { Arguments, DocsIndex, type Extractor, Library } from "@porthole/core"
import { Documentation, Lines, Node, ToolCalls } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Answer from "../../Answer.ts"
import * as Json from "../../Json.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Progress from "../../Progress.ts"
import * as Quit from "../../Quit.ts"
import * as DocsView from "../../view/DocsView.ts"
import * as PageView from "../../view/PageView.ts"
import * as Printable from "../../view/Printable.ts"
import { withSettings } from "../../withSettings.ts"

/** A source, or a project. */
export interface AddOptions {
  readonly source?: string
  readonly project?: string
  readonly name?: string
  readonly base?: string
  readonly json: boolean
}

/** Adds one source, or all of a project. */
export const add = ({ base, json, name, project, source }: AddOptions): Run =>
  withReader(
    Effect.gen(function* () {
      if ((source === undefined) === (project === undefined))
        return yield* Quit.withMessage(Quit.codes.usage, "Name a source, or a project by --for DIR.")
      if (project !== undefined && (name ?? base) !== undefined)
        return yield* Quit.withMessage(Quit.codes.usage, "--name and --url are for one source, not for --for.")
      if (project === undefined) {
        const opened = yield* orQuit(Documentation.open({ source: source ?? "", name, base, from: here() }))
        return yield* addAll([pendingOf(opened)], { json })
      }
      const { missing, skipped, sources } = yield* orQuit(Documentation.project(project))
      yield* addAll(sources.map(pendingOf), { json, missing, skipped })
    }),
  )

/** Adds the sources again that have changed. */
export const update = ({ json }: { readonly json: boolean }): Run =>
  withReader(
    Effect.gen(function* () {
      const { libraries } = yield* orQuit((yield* DocsIndex.DocsIndex).list)
      const pending = libraries.map((library) => ({
        label: Library.label(library),
        // One after the other: an open archive is in memory.
        open: Documentation.open({
          source: library.source,
          name: Library.label(library),
          base: library.base,
          from: here(),
        }),
      }))
      yield* addAll(pending, { json })
    }),
  )

/** Removes a version of a library, or all of them. */
export const remove = (text: string): Run =>
  withIndex(
    Effect.gen(function* () {
      const index = yield* DocsIndex.DocsIndex
      const wanted = Library.parse(text)
      if (Option.isNone(wanted)) return yield* Quit.withMessage(Quit.codes.usage, `${text} is no name of a library.`)
      const { name, version } = wanted.value
      const { failed, libraries } = yield* orQuit(index.list)
      const labels = [...libraries.map(Library.label), ...failed.flatMap(({ library = "" }) => library)]
      const versions = labels.flatMap((label) => {
        const known = Option.getOrUndefined(Library.parse(label))
        return known?.name === name && known.version !== undefined ? [known.version] : []
      })
      const chosen = version === undefined ? versions : versions.filter((each) => each === version)
      for (const version of chosen) yield* orQuit(index.remove({ name, version }))
      if (chosen.length === 0) return yield* Quit.withMessage(Quit.codes.failed, `${text} isn't indexed.`)
      yield* tell(`Removed ${name} ${chosen.join(", ")}.`)
    }),
  )

/** Lists the libraries. */
export const list = ({ json }: { readonly json: boolean }): Run =>
  withIndex(
    Effect.gen(function* () {
      const output = yield* Output
      const { failed, libraries } = yield* orQuit((yield* DocsIndex.DocsIndex).list)
      yield* output.out(json ? Json.line({ libraries, failed: failed.map(failureOf) }) : DocsView.libraries(libraries))
      for (const { message } of failed) yield* tell(message)
      if (libraries.length === 0 && failed.length === 0)
        yield* tell("Nothing is indexed yet. `porthole docs add --for .` indexes a project's.")
    }),
  )

/** Searches. */
export const search = ({ input, json }: { readonly input: object; readonly json: boolean }): Run =>
  withIndex(Answer.give({ json, activity: "Searching", make: ToolCalls.searchLibraries(input), view: DocsView.hits }))

/** Answers each line of stdin, in order; what a line leaves out the flags say. */
export const searchLines = (defaults: object): Run<Stdio.Stdio> =>
  withIndex(
    Effect.gen(function* () {
      const output = yield* Output
      const { stdin } = yield* Stdio.Stdio
      const answers = Stream.mapEffect(Lines.split(stdin), (line) => answerLine(line, defaults), {
        concurrency: atOnce,
      })
      yield* Stream.runForEach(answers, (answer) => output.out(Json.line(answer)))
    }),
  ).pipe(Effect.catchTag("PlatformError", () => Quit.withMessage(Quit.codes.failed, "stdin can't be read.")))

/** Reads a page. */
export const fetch = ({ input, json }: { readonly input: object; readonly json: boolean }): Run =>
  withIndex(Answer.give({ json, activity: "Reading", make: ToolCalls.readLibraryPage(input), view: PageView.of }))

// --- private --------------------------------------------------------------------------

type Run<R = never> = Effect.Effect<void, Quit.Quit | OutputClosed, Output | R>

/** Maximum number of lines that are answered at once. */
const atOnce = 4

const here = (): string => process.cwd()

const withIndex = <E, R>(use: Effect.Effect<void, E, R | DocsIndex.DocsIndex>) =>
  withSettings({}, () => Effect.provide(use, Layer.merge(index, Node.similarity)))

/** A reader of pages is a process, which only adding needs, and only for pages that have changed. */
const withReader = <E, R>(use: Effect.Effect<void, E, R | DocsIndex.DocsIndex | Extractor.Extractor>) =>
  withSettings(patient, () => Effect.provide(use, Layer.merge(index, Node.lateExtractor)))

/** Nobody waits for a single page, and one that is left out would be missed for long. */
const patient = { extract_timeout: "60 seconds" } as const

const index = Layer.catch(
  Layer.suspend(() => Documentation.layer(here())),
  ({ message }) => Layer.effectContext(Quit.withMessage(Quit.codes.failed, message)),
)

/** Tells a person in one line of stderr; manifests and files of others have a part in it. */
const tell = (message: string): Effect.Effect<void, never, Output> =>
  Output.use(({ err }) => err(`porthole: ${Printable.line(message)}\n`))

/** Ends the run with the sentence of a failure. */
const orQuit = <A, R>(effect: Effect.Effect<A, Documentation.Failure, R>) =>
  Effect.catch(effect, ({ message }) => Quit.withMessage(Quit.codes.failed, message))

/** A source that is opened when its turn comes. */
interface Pending {
  readonly label: string
  readonly open: Effect.Effect<Documentation.Addable, Documentation.Failure>
}

const pendingOf = (source: Documentation.Addable): Pending => ({
  label: Library.label(source),
  open: Effect.succeed(source),
})

interface Adding {
  readonly json: boolean
  readonly missing?: ReadonlyArray<string>
  readonly skipped?: ReadonlyArray<string>
}

const addAll = Effect.fnUntraced(function* (
  sources: ReadonlyArray<Pending>,
  { json, missing = [], skipped = [] }: Adding,
) {
  const output = yield* Output
  const { libraries } = yield* orQuit((yield* DocsIndex.DocsIndex).list)
  const added: Array<Documentation.Added> = []
  const failed: Array<{ readonly library: string; readonly message: string }> = []
  for (const [at, { label, open }] of sources.entries()) {
    const counted = sources.length === 1 ? "" : ` (${at + 1} of ${sources.length})`
    const add = Effect.flatMap(open, ({ add }) => add(libraries))
    const outcome = yield* Effect.result(Progress.showWhile(`Indexing ${label}${counted}`, add))
    if (outcome._tag === "Failure") failed.push({ library: label, message: outcome.failure.message })
    else added.push(outcome.success)
  }
  yield* output.out(json ? Json.line({ added: added.map(addedOf), failed, missing, skipped }) : DocsView.added(added))
  for (const { message } of json ? [] : failed) yield* tell(message)
  const [only] = sources.length === 1 ? added : []
  if (!json && only !== undefined) for (const sentence of sentencesOf(only, libraries)) yield* tell(sentence)
  if (!json && missing.length > 0) yield* tell(`Not found: ${missing.join(", ")}. Install them first.`)
  if (!json && skipped.length > 0) yield* tell(`Patterns of the workspace that aren't read: ${skipped.join(", ")}.`)
  if (added.length === 0 && failed.length + missing.length > 0) return yield* new Quit.Quit({ code: Quit.codes.failed })
})

/** What a person should know of the only source. */
const sentencesOf = (
  { isChanged, library, notes }: Documentation.Added,
  before: ReadonlyArray<Library.Indexed>,
): ReadonlyArray<string> => {
  const old = before.find((each) => Library.label(each) === Library.label(library))
  const isOther = isChanged && old !== undefined && old.source !== library.source
  return [
    ...(library.left_out.length > 0 ? [`Left out: ${DocsView.leftOut(library)}.`] : []),
    ...(notes === "" ? [] : [notes]),
    ...(isOther ? [`It took the place of what ${old.source} had; --name NAME@VERSION keeps both.`] : []),
  ]
}

const addedOf = ({ isChanged, library }: Documentation.Added) => ({ ...library, changed: isChanged })

const failureOf = ({ library, message, reason }: DocsIndex.DocsIndexError) => ({ library, reason, message })

const answerLine = (
  line: Option.Option<string>,
  defaults: object,
): Effect.Effect<object, never, DocsIndex.DocsIndex> => {
  const value = Option.getOrUndefined(Option.flatMap(line, Json.parse))
  return Predicate.isObject(value)
    ? Effect.match(ToolCalls.searchLibraries({ ...defaults, ...value }), {
        onFailure: ({ wire }) => wire,
        onSuccess: (answer) => answer,
      })
    : Effect.succeed(unreadableLine.wire)
}

const unreadableLine = Arguments.invalid(
  "query",
  'The line is too long, or no JSON object. A line is {"query": "…", "library": "…"}.',
)
