/** Runs `porthole crawl`. */
import { Frontier, type WebBackend } from "@porthole/core"
import { Batch, Crawl } from "@porthole/tools"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import * as FlagNames from "../../view/FlagNames.ts"
import * as JobView from "../../view/JobView.ts"
import * as Job from "../batch/Job.ts"
import * as JobProgress from "../batch/JobProgress.ts"
import * as Keeper from "../batch/Keeper.ts"
import type * as PageFile from "../batch/PageFile.ts"
import * as Changes from "./Changes.ts"
import * as CrawlFolder from "./CrawlFolder.ts"
import { mapSite } from "./mapSite.ts"

/** A crawl as the command line says it. */
export interface CrawlOptions extends Job.JobOptions {
  readonly url: string
  readonly format: PageFile.Format
  readonly include: ReadonlyArray<string> | undefined
  readonly exclude: ReadonlyArray<string> | undefined
  readonly subdomains: boolean
  readonly isDryRun: boolean
  /** The folder for the pages and the state; without one the results go to stdout, and nothing is kept. */
  readonly out: string | undefined
  readonly maxPages: number
  readonly maxDepth: number | undefined
  readonly maxBytes: number | undefined
  /** The file for the changes. */
  readonly changes: string | undefined
  readonly hasDiff: boolean
  readonly restart: boolean
}

/** Reads the pages of a site, until all are read, a bound is reached or a signal stops it. */
export const crawlSite = (options: CrawlOptions): Effect.Effect<void, Quit.Quit | OutputClosed, Output> => {
  if (options.isDryRun) return dryRun(options)
  return Job.run(options, usageFault(options), runJob(options))
}

// --- private --------------------------------------------------------------------------

const usageFault = ({ changes, hasDiff, maxDepth, maxPages, out, restart }: CrawlOptions): string | undefined => {
  if (maxPages < 1 || maxPages > maxUrls) return `--max-pages may be from 1 to ${JobView.number(maxUrls)}.`
  if (maxDepth !== undefined && maxDepth < 0) return "--max-depth may be 0 or more."
  if (out === undefined && (restart || changes !== undefined))
    return "--restart and --changes need the folder of --out DIR."
  return hasDiff && changes === undefined ? "--diff needs --changes FILE." : undefined
}

/** A crawl keeps so many URLs. */
const maxUrls = 100_000

const dryRun = ({ exclude, include, maxDepth, maxPages, settings, subdomains, tenant, url }: CrawlOptions) =>
  mapSite({
    input: {
      url,
      max_results: maxPages,
      max_pages: maxPages,
      max_time: 3_600,
      ...(maxDepth === undefined ? {} : { max_depth: maxDepth }),
    },
    scope: { subdomains, include, exclude },
    settings,
    json: false,
    ...(tenant === undefined ? {} : { tenant }),
  })

const runJob = Effect.fnUntraced(function* (
  options: CrawlOptions,
): Effect.fn.Return<void, Job.Failure, Output | Scope.Scope | WebBackend.WebBackend> {
  const { concurrency, delay, format, out } = options
  // A wrong URL would take the folder for itself.
  yield* Crawl.startOf(options)
  const folder = out === undefined ? undefined : yield* CrawlFolder.open(out, options)
  yield* Changes.check(options.changes)
  const keeper = folder === undefined ? yield* Keeper.onStdout : Keeper.inFolder(folder)
  yield* keeper.begin
  yield* Job.tell(beginning(folder))
  const { signalled, stop } = Job.signals(yield* Output)
  const progress = yield* JobProgress.make((yield* keeper.frontier.counts).waiting)
  const begun = yield* Clock.currentTimeMillis
  const summary = yield* progress.during(
    Effect.provideService(
      Crawl.run({
        ...options,
        extract: format === "text" || format === "html" ? format : "markdown",
        data: format === "markdown" ? {} : { format },
        known: folder?.known,
        again: folder?.again,
        isLost: folder?.isLost,
        keep: (item, page, change) =>
          Effect.gen(function* () {
            // The old text is read before the new one takes its place.
            const diff = yield* Changes.diffOf(folder, options, { item, page, change })
            return { ...Batch.fieldsOf(yield* keeper.keep(item, page)), ...diff }
          }),
        onAdded: progress.onAdded,
        onSettled: (settled) => {
          const { left, unvisited } = Crawl.resultOf(settled)
          return Effect.andThen(
            folder === undefined && left !== undefined ? Effect.void : keeper.report(settled),
            unvisited === undefined ? progress.onSettled(settled) : Effect.void,
          )
        },
        onRest: progress.onRest,
        concurrency,
        delay,
        stop,
      }),
      Frontier.Frontier,
      keeper.frontier,
    ),
  )
  const changes = yield* Changes.write(keeper.frontier, options.changes)
  const pages = changes.new + changes.changed + changes.unchanged
  yield* tellEnd(options, summary, { pages, took: (yield* Clock.currentTimeMillis) - begun })
  if (folder?.known !== undefined) yield* Job.tell(Changes.sentence(changes))
  const [first] = pages === 0 ? yield* keeper.frontier.settled(0, 1) : []
  const { message } = Batch.fieldsOf(first?.result)
  if (typeof message === "string") yield* Job.tell(message)
  const code = signalled() ?? (pages === 0 ? Quit.codes.failed : undefined)
  if (code !== undefined) return yield* new Quit.Quit({ code })
})

const beginning = (folder: CrawlFolder.CrawlFolder | undefined): string => {
  if (folder?.goesOn === true) return "The crawl goes on."
  return folder?.known === undefined
    ? "A new crawl begins."
    : `A new crawl begins, which asks for what has changed on ${JobView.count(folder.known.size, "page")}.`
}

const tellEnd = Effect.fnUntraced(function* (
  { maxPages, out, url }: CrawlOptions,
  { beyond, counts, isOver, notes, unvisited }: Crawl.Summary,
  { pages, took }: { readonly pages: number; readonly took: number },
) {
  const output = yield* Output
  const { done, failed, waiting } = counts
  const failures = Job.sumOf(failed)
  yield* Job.tell(
    `${JobView.count(pages, "page")}${out === undefined ? "" : ` in ${out}`}; ` +
      `${JobView.count(done - unvisited + failures, "URL")} visited, ${JobView.number(failures)} failed` +
      `${waiting === 0 ? "" : `, ${JobView.number(waiting)} left`}; ${JobView.duration(took)}.`,
  )
  yield* output.err(JobView.reasons(failed))
  if (beyond > 0)
    yield* Job.tell(
      `--max-pages ended it at ${JobView.number(maxPages)}: ${JobView.number(beyond)} more links were found.`,
    )
  if (unvisited > 0)
    yield* Job.tell(`${JobView.count(unvisited, "known URL")} beyond --max-pages stayed as the last crawl left them.`)
  if (notes !== "") yield* Job.tell(FlagNames.inFlags(notes))
  const how = isOver ? "a higher --max-bytes" : "the same flags"
  if (waiting > 0)
    yield* Job.tell(
      out === undefined
        ? "Nothing is kept without --out DIR; with it a crawl goes on."
        : `\`${Job.commandOf(["porthole", "crawl", url, "--out", out])}\`, with ${how}, goes on.`,
    )
})
