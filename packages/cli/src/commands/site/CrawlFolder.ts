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
import { createReadStream, existsSync } from "node:fs"
import { copyFile, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Json from "../../Json.ts"
import type { Output } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import * as BatchPlan from "../batch/BatchPlan.ts"
import * as Folder from "../batch/Folder.ts"
import * as Job from "../batch/Job.ts"
import * as CrawlPlan from "./CrawlPlan.ts"

/** An open folder. */
export interface CrawlFolder extends Folder.Folder {
  /** What the last finished crawl kept, by the pages' keys; absent if there was none. */
  readonly known: ReadonlyMap<string, Crawl.Kept> | undefined
  /** The URLs that the last finished crawl couldn't read, and that may be there now. */
  readonly again: ReadonlyArray<string>
  /** Whether this crawl was begun before. */
  readonly goesOn: boolean
  /** The text of a page's file as the last crawl wrote it. */
  readonly textOf: (file: string) => Effect.Effect<string>
  /** Whether a page's file isn't there any more. */
  readonly isLost: (kept: Crawl.Kept) => Effect.Effect<boolean>
}

/** Opens a folder. `restart` forgets every crawl. */
export const open = Effect.fnUntraced(function* (
  out: string,
  { restart, ...flags }: CrawlPlan.Flags & { readonly restart: boolean },
): Effect.fn.Return<CrawlFolder, Folder.FolderError | Jobs.Failure | Quit.Quit, Output | Scope.Scope> {
  const [before, planned] = [join(out, ".porthole", "before.ndjson"), join(out, ".porthole", "crawl.json")]
  const results = join(out, "results.ndjson")
  const plan = yield* CrawlPlan.of(flags)
  if (existsSync(BatchPlan.fileIn(out)))
    return yield* Quit.withMessage(Quit.codes.usage, "The folder has a batch. Use another folder.")
  const textOf: CrawlFolder["textOf"] = (file) => textIn(out, file)
  const isLost: CrawlFolder["isLost"] = ({ file }) =>
    typeof file === "string" ? Folder.isAbsent(join(out, file)) : Effect.succeed(false)
  for (const file of [before, `${before}.tmp`, planned]) yield* Folder.refuseLink(file)
  if (restart) {
    const folder = yield* Folder.open(out, { restart })
    yield* Folder.write(before, () => rm(before, { force: true }).then(() => writeFile(planned, Json.line(plan))))
    return { ...folder, known: undefined, again: [], goesOn: false, textOf, isLost }
  }
  const last = yield* CrawlPlan.read(planned)
  const refuseIf = (goesOn: boolean) => refuse(last === undefined ? undefined : CrawlPlan.faultOf(last, plan, goesOn))
  // Before the state is opened, which mends a damaged one: only a crawl that then begins may take note of it.
  yield* refuseIf(false)
  const { isBegun, isDamaged, isFinished } = yield* stateOf(out)
  yield* refuseIf(isBegun && !isFinished)
  // A kill before the restart leaves a finished crawl, so that this is done once more.
  // The results of a damaged state may be those of a part: the new crawl compares with the one before, and tells all.
  if (isFinished && !(isDamaged && existsSync(before))) yield* Folder.write(before, () => copy(results, before))
  const folder = yield* Folder.open(out, { restart: isFinished })
  const isOther = isDamaged || (last !== undefined && !CrawlPlan.isSame(last, plan))
  const readsAnew = isFinished ? isOther : last?.readsAnew === true
  yield* Folder.write(planned, () => writeFile(planned, Json.line({ ...plan, readsAnew })))
  const { again, known } = yield* readKept(before)
  return {
    ...folder,
    known: known.size === 0 ? undefined : readsAnew ? withoutValidators(known) : known,
    again,
    goesOn: !isFinished && (yield* folder.frontier.counts).waiting > 0,
    textOf,
    isLost,
  }
})

// --- private --------------------------------------------------------------------------

const refuse = (fault: string | undefined): Effect.Effect<void, Quit.Quit, Output> =>
  fault === undefined
    ? Effect.void
    : Quit.withMessage(Quit.codes.usage, `${fault} Use another folder, or begin anew with --restart.`)

/** How far the folder's crawl is. One whose state was damaged counts as finished, because what waited is lost. */
const stateOf = (out: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const folder = yield* Folder.open(out, { restart: false })
      yield* Job.tellRestored(folder)
      const { frontier, restored } = folder
      const { done, failed, waiting } = yield* frontier.counts
      const isBegun = done + waiting + Object.keys(failed).length > 0
      return {
        isBegun,
        isDamaged: restored !== undefined,
        isFinished: restored !== undefined || (isBegun && waiting === 0),
      }
    }),
  )

/** What is kept, so that every page is sent again with its links. */
const withoutValidators = (known: ReadonlyMap<string, Crawl.Kept>): ReadonlyMap<string, Crawl.Kept> =>
  new Map(
    Array.from(known, ([key, kept]) => {
      const { validators: _, ...rest } = kept
      return [key, rest]
    }),
  )

/** The text of a file that is in the folder, and no link out of it. */
const textIn = Effect.fnUntraced(function* (out: string, file: string) {
  const path = join(out, file)
  if ((yield* Folder.isLink(path)) || (yield* Folder.isLink(dirname(path)))) return ""
  return yield* Effect.orElseSucceed(
    Effect.tryPromise(() => readFile(path, "utf8")),
    () => "",
  )
})

/** Copies the results, if there are any, so that the copy is whole or the old one. */
const copy = (results: string, before: string): Promise<void> =>
  copyFile(results, `${before}.tmp`)
    .then(() => rename(`${before}.tmp`, before))
    .catch((cause: NodeJS.ErrnoException) => (cause.code === "ENOENT" ? undefined : Promise.reject(cause)))

/** What the lines keep, and the URLs of those that failed; a line that can't be read is none. */
const readKept = (file: string) => {
  const known = new Map<string, Crawl.Kept>()
  const again: Array<string> = []
  return Lines.split(
    Stream.fromAsyncIterable<Uint8Array, unknown>(createReadStream(file), (cause) => cause),
    maxLine,
  ).pipe(
    Stream.runForEach((line) =>
      Effect.sync(() => {
        const value = Option.getOrUndefined(Option.flatMap(line, Json.parse))
        if (!Predicate.isObject(value) || typeof value["url"] !== "string") return
        const url = URL.parse(value["url"])
        const kept = Crawl.keptIn(value)
        if (url === null) return
        if (kept === undefined) {
          const { failure } = value
          const isLeft = value["unvisited"] !== undefined
          if (isLeft || (typeof failure === "string" && !lasting.has(failure))) again.push(url.href)
          return
        }
        // A difference belongs to the crawl that found it.
        const { diff: _, ...rest } = kept
        known.set(SiteScope.keyOf(url), rest)
      }),
    ),
    Effect.ignore,
    Effect.as({ known, again }),
  )
}

/** Failures of pages that don't exist, or aren't to be read. */
const lasting: ReadonlySet<string> = new Set(["http_404", "http_410", "robots_disallowed"])

const maxLine = 1_048_576
