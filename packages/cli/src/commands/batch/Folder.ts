/**
 * The folder of a job: its pages, `results.ndjson` with a line for each settled URL, and `.porthole` with the state
 * from which it goes on. A file is complete or absent, and written before its result.
 */
import { Frontier, type Visits } from "@porthole/core"
import { Jobs, Lines } from "@porthole/tools"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { createReadStream, existsSync } from "node:fs"
import { appendFile, type FileHandle, lstat, open as openFile, rename, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import * as Json from "../../Json.ts"
import * as NewFolder from "../../NewFolder.ts"
import * as ResultLine from "./ResultLine.ts"

/** A file of the folder that can't be written or read. */
export class FolderError extends Schema.TaggedError<FolderError>()("FolderError", {
  file: Schema.String,
  reason: Schema.Literals(["full", "link", "file", "failed"]),
  cause: Schema.Defect(),
}) {
  override get message(): string {
    return `${this.file} ${sentences[this.reason]}`
  }
}

/** An open folder. */
export interface Folder {
  readonly frontier: Frontier.Frontier["Service"]
  /** Where a damaged state was put, and how many results the new one has from `results.ndjson`. */
  readonly restored: { readonly aside: string; readonly known: number } | undefined
  /** Writes a page's file. */
  readonly write: (path: string, text: string) => Effect.Effect<void, FolderError>
  /** Adds a line to `results.ndjson`. */
  readonly report: (settled: Visits.Settled) => Effect.Effect<void, FolderError>
  /** Writes `results.ndjson` anew, by what the state says. */
  readonly rewrite: Effect.Effect<void, FolderError | Frontier.FrontierError>
}

/** Opens a folder for this program alone. `restart` forgets the state and the results; pages stay until overwritten. */
export const open = Effect.fnUntraced(function* (
  folder: string,
  { restart }: { readonly restart: boolean },
): Effect.fn.Return<Folder, FolderError | Jobs.Failure, Scope.Scope> {
  const state = join(folder, ".porthole", "frontier.db")
  const results = join(folder, "results.ndjson")
  yield* makeFolder(folder)
  for (const file of [dirname(state), state, `${state}-wal`, results]) yield* refuseLink(file)
  const known = yield* Effect.result(restart ? Effect.scoped(openState(state)) : openState(state))
  const reason = Result.isFailure(known) && known.failure._tag === "FrontierError" ? known.failure.reason : undefined
  const isDamaged = reason === "damaged"
  if (Result.isFailure(known) && !isDamaged && !(restart && reason === "newer")) return yield* known.failure
  if (restart) {
    for (const file of [state, `${state}-wal`, `${state}-shm`, results])
      yield* write(file, () => rm(file, { force: true }))
  }
  const aside = isDamaged && !restart ? yield* setAside(state) : undefined
  const frontier = Result.isSuccess(known) && !restart ? known.success : yield* openState(state)
  const lines = yield* openedLines
  return {
    frontier,
    restored: aside === undefined ? undefined : { aside, known: yield* restore(frontier, results) },
    write: (path, text) => writePage(join(folder, path), text),
    report: (settled) => {
      const line = Json.line(ResultLine.of(settled))
      return write(results, () => lines.file?.appendFile(line) ?? appendFile(results, line))
    },
    rewrite: rewrite(frontier, results, lines),
  }
})

/** Does something to a file; its failure names the file. */
export const write = <A>(file: string, work: () => Promise<A>): Effect.Effect<A, FolderError> =>
  Effect.mapError(Effect.tryPromise(work), ({ cause }) => new FolderError({ file, reason: reasonOf(cause), cause }))

/** Whether a file is a symbolic link. */
export const isLink = (file: string): Effect.Effect<boolean> =>
  Effect.orElseSucceed(
    Effect.map(
      Effect.tryPromise(() => lstat(file)),
      (stats) => stats.isSymbolicLink(),
    ),
    () => false,
  )

/** Whether there is no such file; one that can't be looked at counts as there. */
export const isAbsent = (file: string): Effect.Effect<boolean> =>
  Effect.match(
    Effect.tryPromise(() => lstat(file)),
    {
      onFailure: ({ cause }) => NewFolder.codeOf(cause) === "ENOENT",
      onSuccess: () => false,
    },
  )

/** Fails for a link, so that nothing is written or read outside of the folder. */
export const refuseLink = (file: string): Effect.Effect<void, FolderError> =>
  Effect.flatMap(isLink(file), (link) =>
    link ? Effect.fail(new FolderError({ file, reason: "link", cause: undefined })) : Effect.void,
  )

// --- private --------------------------------------------------------------------------

const makeFolder = (folder: string): Effect.Effect<void, FolderError> =>
  Effect.mapError(
    NewFolder.make(folder),
    ({ cause, isFile, path }) => new FolderError({ file: path, reason: isFile ? "file" : reasonOf(cause), cause }),
  )

const openState = (file: string): Effect.Effect<Frontier.Frontier["Service"], Jobs.Failure, Scope.Scope> =>
  Effect.map(Layer.build(Jobs.frontier(file)), Context.get(Frontier.Frontier))

const sentences: Readonly<Record<FolderError["reason"], string>> = {
  full: "can't be written: the disk is full. Free some space; the same command goes on.",
  link: "is a symbolic link, which could lead out of the folder. Remove it; the same command goes on.",
  file: "is a file. Name a folder with --out.",
  failed: "can't be written or read. Check the folder and its permissions; the same command goes on.",
}

const reasonOf = (cause: unknown): FolderError["reason"] => (NewFolder.isFull(cause) ? "full" : "failed")

/** Writes a file beside its place, and moves it there: a reader finds the old one or the new one. */
const writePage = (file: string, text: string): Effect.Effect<void, FolderError> => {
  const draft = join(dirname(file), `.${basename(file)}.tmp`)
  const created = write(file, () => createFile(draft, text).then(() => rename(draft, file)))
  return refuseLink(dirname(file)).pipe(
    Effect.andThen(created),
    Effect.catch((error) =>
      NewFolder.codeOf(error.cause) === "ENOENT"
        ? Effect.andThen(makeFolder(dirname(file)), created)
        : Effect.fail(error),
    ),
    Effect.tapError(() => Effect.ignore(Effect.tryPromise(() => rm(draft, { force: true })))),
  )
}

/** Makes a file, or puts it in the place of one that a kill left, or of a link. */
const createFile = (file: string, text: string): Promise<void> => {
  const create = () => writeFile(file, text, { flag: "wx" })
  return create().catch((cause: unknown) =>
    NewFolder.codeOf(cause) === "EEXIST" ? rm(file).then(create) : Promise.reject(cause),
  )
}

/** Keeps a damaged state under another name, and returns that. */
const setAside = (state: string): Effect.Effect<string, FolderError> => {
  const aside = `${state}.damaged`
  return Effect.as(
    write(state, () => rename(state, aside).then(() => rm(`${state}-wal`, { force: true }))),
    aside,
  )
}

const chunk = 500

/** Adds the results of an earlier run to an empty state, and returns their number; a line that isn't whole is none. */
const restore = (frontier: Frontier.Frontier["Service"], results: string) => {
  if (!existsSync(results)) return Effect.succeed(0)
  const bytes = Stream.fromAsyncIterable<Uint8Array, FolderError>(
    createReadStream(results),
    (cause) => new FolderError({ file: results, reason: "failed", cause }),
  )
  return Lines.split(bytes).pipe(
    Stream.mapEffect((line) => ResultLine.settledOf(Option.getOrUndefined(Option.flatMap(line, Json.parse)))),
    Stream.filter((settled) => settled !== undefined),
    Stream.grouped(chunk),
    Stream.mapEffect((settled) => frontier.add(settled)),
    Stream.runFold(
      () => 0,
      (sum, count) => sum + count,
    ),
  )
}

/** The file of the results while it is open, so that a line is one write. */
interface OpenLines {
  file: FileHandle | undefined
}

const openedLines: Effect.Effect<OpenLines, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync((): OpenLines => ({ file: undefined })),
  (lines) => Effect.promise(() => lines.file?.close() ?? Promise.resolve()),
)

const rewrite = Effect.fnUntraced(function* (
  frontier: Frontier.Frontier["Service"],
  results: string,
  lines: OpenLines,
) {
  const draft = `${results}.tmp`
  yield* makeFolder(dirname(results))
  yield* write(draft, () => rm(draft, { force: true }))
  const file = yield* write(draft, () => openFile(draft, "ax"))
  yield* Effect.promise(() => lines.file?.close() ?? Promise.resolve())
  lines.file = file
  const copied = Effect.gen(function* () {
    for (let after = 0; ;) {
      const settled = yield* frontier.settled(after, chunk)
      if (settled.length === 0) break
      const text = settled.map(({ failure, result, ...item }) =>
        Json.line(ResultLine.of({ ...item, outcome: { failure, result } })),
      )
      yield* write(draft, () => file.appendFile(text.join("")))
      after = settled.at(-1)?.position ?? after
    }
  })
  yield* copied
  yield* write(results, () => rename(draft, results))
})
