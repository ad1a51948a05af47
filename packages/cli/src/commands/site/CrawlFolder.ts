/**
 * The folder of a crawl: that of a job, and what the last finished crawl kept of its pages (`.porthole/before.ndjson`).
 * A crawl that isn't finished goes on; else a new one begins, which compares with the last one.
 */
import { SiteScope } from "@porthole/core"
import { Crawl, type Jobs, Lines } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { createReadStream } from "node:fs"
import { copyFile, mkdir, readFile, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Json from "../../Json.ts"
import * as Folder from "../batch/Folder.ts"

/** An open folder. */
export interface CrawlFolder extends Folder.Folder {
  /** What the last finished crawl kept, by the pages' keys; absent if there was none. */
  readonly known: ReadonlyMap<string, Crawl.Kept> | undefined
  /** Whether this crawl was begun before. */
  readonly goesOn: boolean
  /** The text of a page's file as the last crawl wrote it. */
  readonly textOf: (file: string) => Effect.Effect<string>
}

/** Opens a folder. `restart` forgets every crawl. */
export const open = Effect.fnUntraced(function* (
  out: string,
  { restart }: { readonly restart: boolean },
): Effect.fn.Return<CrawlFolder, Folder.FolderError | Jobs.Failure, Scope.Scope> {
  const before = join(out, ".porthole", "before.ndjson")
  const results = join(out, "results.ndjson")
  const textOf: CrawlFolder["textOf"] = (file) =>
    Effect.orElseSucceed(
      Effect.tryPromise(() => readFile(join(out, file), "utf8")),
      () => "",
    )
  if (restart) {
    const folder = yield* Folder.open(out, { restart })
    yield* change(before, () => rm(before, { force: true }))
    return { ...folder, known: undefined, goesOn: false, textOf }
  }
  const isFinished = yield* Effect.scoped(
    Effect.gen(function* () {
      const { frontier, restored } = yield* Folder.open(out, { restart: false })
      const { done, failed, waiting } = yield* frontier.counts
      return restored !== undefined || (waiting === 0 && done + Object.keys(failed).length > 0)
    }),
  )
  // A kill before the restart leaves a finished crawl, so that this is done once more.
  if (isFinished) yield* change(before, () => move(results, before))
  const folder = yield* Folder.open(out, { restart: isFinished })
  const known = yield* readKept(before)
  const goesOn = !isFinished && (yield* folder.frontier.counts).waiting > 0
  return { ...folder, known: known.size === 0 ? undefined : known, goesOn, textOf }
})

// --- private --------------------------------------------------------------------------

const change = (file: string, work: () => Promise<void>): Effect.Effect<void, Folder.FolderError> =>
  Effect.mapError(Effect.tryPromise(work), ({ cause }) => new Folder.FolderError({ file, isFull: false, cause }))

/** Copies the results, if there are any, so that the copy is whole or the old one. */
const move = (results: string, before: string): Promise<void> =>
  mkdir(dirname(before), { recursive: true })
    .then(() => copyFile(results, `${before}.tmp`))
    .then(() => rename(`${before}.tmp`, before))
    .catch((cause: NodeJS.ErrnoException) => (cause.code === "ENOENT" ? undefined : Promise.reject(cause)))

/** What the lines keep; a line that can't be read is none. */
const readKept = (file: string): Effect.Effect<ReadonlyMap<string, Crawl.Kept>> =>
  Lines.split(
    Stream.fromAsyncIterable<Uint8Array, unknown>(createReadStream(file), (cause) => cause),
    maxLine,
  ).pipe(
    Stream.runFold(
      () => new Map<string, Crawl.Kept>(),
      (known, line) => {
        const value = Option.getOrUndefined(Option.flatMap(line, Json.parse))
        const kept = Crawl.keptIn(value)
        const url = Predicate.isObject(value) && typeof value["url"] === "string" ? URL.parse(value["url"]) : null
        if (kept === undefined || url === null) return known
        // A difference belongs to the crawl that found it.
        const { diff: _, ...rest } = kept
        return known.set(SiteScope.keyOf(url), rest)
      },
    ),
    Effect.orElseSucceed(() => new Map<string, Crawl.Kept>()),
  )

const maxLine = 1_048_576
