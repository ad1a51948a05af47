/** Runs `porthole batch`. */
import { Frontier, type WebBackend } from "@porthole/core"
import { Batch, Jobs } from "@porthole/tools"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { createReadStream } from "node:fs"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import * as JobView from "../../view/JobView.ts"
import * as Printable from "../../view/Printable.ts"
import * as BatchLines from "./BatchLines.ts"
import * as BatchPlan from "./BatchPlan.ts"
import * as Folder from "./Folder.ts"
import * as Job from "./Job.ts"
import * as JobProgress from "./JobProgress.ts"
import * as Keeper from "./Keeper.ts"
import type * as PageFile from "./PageFile.ts"

/** A batch as the command line says it. */
export interface BatchOptions extends Job.JobOptions {
  /** The file with the lines; `-` is stdin. */
  readonly file: string
  /** The folder for the pages and the state; without one the results go to stdout, and nothing is kept. */
  readonly out: string | undefined
  readonly format: PageFile.Format
  readonly maxLength: number | undefined
  readonly restart: boolean
  /** The reason of failures to try again, `all` of them, or none. */
  readonly retryFailed: string | undefined
}

/** Reads the pages of a file's URLs, until all have a result or a signal stops it. */
export const run = (options: BatchOptions): Effect.Effect<void, Quit.Quit | OutputClosed, Output | Stdio.Stdio> =>
  Job.run(options, usageFault(options), runJob(options))

// --- private --------------------------------------------------------------------------

const usageFault = ({ out, restart, retryFailed }: BatchOptions): string | undefined =>
  out === undefined && (restart || retryFailed !== undefined)
    ? "--restart and --retry-failed need the folder of --out DIR."
    : undefined

const runJob = Effect.fnUntraced(function* (
  options: BatchOptions,
): Effect.fn.Return<void, Job.Failure, Output | Scope.Scope | Stdio.Stdio | WebBackend.WebBackend> {
  const keeper = yield* options.out === undefined ? Keeper.onStdout : openFolder(options.out, options)
  const { frontier } = keeper
  if (options.retryFailed !== undefined) yield* retry(frontier, options.retryFailed)
  const added = yield* addLines(frontier, options)
  yield* keeper.begin
  const before = yield* frontier.counts
  yield* Job.tell(beginning(options, added, before))
  if (added.unknown.length > 0)
    yield* Job.tell(`Fields of the lines that aren't parameters are ignored: ${added.unknown.join(", ")}.`)
  const { signalled, stop } = Job.signals(yield* Output)
  const progress = yield* JobProgress.make(before.waiting)
  const begun = yield* Clock.currentTimeMillis
  yield* progress.during(
    Effect.provideService(
      Jobs.visit({
        visit: (item) => visit(keeper, item),
        giveUp: Batch.giveUp,
        onSettled: (settled) => Effect.andThen(keeper.report(settled), progress.onSettled(settled)),
        onRest: progress.onRest,
        concurrency: options.concurrency,
        interval: options.delay,
        stop,
      }),
      Frontier.Frontier,
      frontier,
    ),
  )
  const took = (yield* Clock.currentTimeMillis) - begun
  const after = yield* frontier.counts
  const code = signalled() ?? (after.done === 0 && Job.sumOf(after.failed) > 0 ? Quit.codes.failed : undefined)
  yield* tellEnd(options, after, took, signalled() !== undefined)
  if (code !== undefined) return yield* new Quit.Quit({ code })
})

/** Lets failed items wait again; a reason that none failed with is told, as it may be misspelt. */
const retry = Effect.fnUntraced(function* (frontier: Frontier.Frontier["Service"], reason: string) {
  const count = yield* frontier.retry(reason === "all" ? undefined : reason)
  const reasons = Object.keys((yield* frontier.counts).failed)
  if (count === 0 && reasons.length > 0)
    yield* Job.tell(`Nothing failed with ${reason}. The reasons are ${reasons.join(", ")}.`)
})

/** Reads an item's page, and keeps it. */
const visit = Effect.fnUntraced(function* ({ keep }: Keeper.Keeper, item: Frontier.Taken) {
  const fault = BatchLines.faultOf(item)
  if (fault !== undefined) return Batch.failed({ error: "invalid_request", message: fault })
  const format = BatchLines.formatOf(item)
  const read = yield* Effect.result(
    Batch.read(BatchLines.withoutFormat(item), format === "text" || format === "html" ? { extract: format } : {}),
  )
  if (Result.isFailure(read)) return Batch.failed(read.failure.wire)
  return { outcome: { result: yield* keep(item, read.success) } }
})

/** Opens the folder of a job, and tells of a state that had to be made anew. */
const openFolder = Effect.fnUntraced(function* (out: string, { format, maxLength, restart }: BatchOptions) {
  const plan = { format, ...(maxLength === undefined ? {} : { max_length: maxLength }) }
  yield* BatchPlan.check(out, plan, { restart })
  const folder = yield* Folder.open(out, { restart })
  yield* BatchPlan.keep(out, plan)
  yield* Job.tellRestored(folder)
  return Keeper.inFolder(folder)
})

interface Added {
  readonly lines: number
  readonly fresh: number
  /** Some names of lines' fields that nothing reads. */
  readonly unknown: ReadonlyArray<string>
}

/** Adds the lines of the file. */
const addLines = Effect.fnUntraced(function* (
  frontier: Frontier.Frontier["Service"],
  { file, format, maxLength }: BatchOptions,
): Effect.fn.Return<Added, Quit.Quit | Frontier.FrontierError, Output | Stdio.Stdio> {
  const defaults: BatchLines.Defaults = {
    ...(format === "markdown" ? {} : { format }),
    ...(maxLength === undefined ? {} : { max_length: maxLength }),
  }
  const { stdin } = yield* Stdio.Stdio
  const bytes: Stream.Stream<Uint8Array, unknown> =
    file === "-" ? stdin : Stream.fromAsyncIterable<Uint8Array, unknown>(createReadStream(file), (cause) => cause)
  return yield* BatchLines.read(bytes, defaults).pipe(
    // Lines are read while those before them are written.
    Stream.mapEffect(
      (items) =>
        Effect.map(frontier.add(items), (fresh): Added => ({
          lines: items.length,
          fresh,
          unknown: BatchLines.unknownIn(items),
        })),
      { concurrency: 2 },
    ),
    Stream.runFold(
      (): Added => ({ lines: 0, fresh: 0, unknown: [] }),
      (sum, { fresh, lines, unknown }) => ({
        lines: sum.lines + lines,
        fresh: sum.fresh + fresh,
        unknown: Array.from(new Set([...sum.unknown, ...unknown])).slice(0, maxNames),
      }),
    ),
    Effect.catchIf(
      (cause) => !(cause instanceof Frontier.FrontierError),
      () => Quit.withMessage(Quit.codes.usage, `${file === "-" ? "stdin" : Printable.line(file)} can't be read.`),
    ),
    Effect.catchIf(
      (error): error is unknown => !(error instanceof Quit.Quit || error instanceof Frontier.FrontierError),
      Effect.die,
    ),
  )
})

/** Maximum number of unknown fields that are named. */
const maxNames = 5

const beginning = (
  { file }: BatchOptions,
  { fresh, lines }: Added,
  { done, failed, hosts, waiting }: Frontier.Counts,
): string => {
  const failures = Job.sumOf(failed)
  const known = lines - fresh
  const isNew = done + failures + waiting === fresh
  const none = lines === 0 ? `${file === "-" ? "stdin" : file} has no URL` : "No URL is left"
  const parts = [
    waiting === 0 ? none : `${JobView.count(waiting, "URL")} of ${JobView.count(hosts, "host")} to read`,
    ...(done + failures === 0 ? [] : [`${JobView.number(done)} done and ${JobView.number(failures)} failed before`]),
    ...(known === 0 ? [] : [JobView.count(known, isNew ? "duplicate line" : "known line")]),
  ]
  return `${parts.join("; ")}.`
}

/** The command that goes on with the same items; the pace may be another one. */
const commandOf = ({ file, format, maxLength, out, ...options }: BatchOptions): string =>
  Job.commandOf([
    "porthole",
    "batch",
    file,
    ...(out === undefined ? [] : ["--out", out]),
    ...(format === "markdown" ? [] : ["--format", format]),
    ...(maxLength === undefined ? [] : ["--max-length", `${maxLength}`]),
    ...Job.flagsOf(options),
  ])

const tellEnd = Effect.fnUntraced(function* (
  options: BatchOptions,
  { done, failed, waiting }: Frontier.Counts,
  took: number,
  isStopped: boolean,
) {
  const { file, out } = options
  const output = yield* Output
  const failures = Job.sumOf(failed)
  const command = commandOf(options)
  const where = out === undefined ? "" : ` in ${out}`
  yield* Job.tell(
    `${JobView.count(done, "page")}${where}, ${JobView.number(failures)} failed` +
      `${waiting === 0 ? "" : `, ${JobView.number(waiting)} left`}; ${JobView.duration(took)}.`,
  )
  yield* output.err(JobView.reasons(failed))
  if (isStopped && out === undefined)
    return yield* Job.tell("Nothing is kept without --out DIR; with it a job goes on.")
  if (isStopped && file === "-") return yield* Job.tell(`The same lines on stdin go on: \`${command}\`.`)
  if (isStopped) return yield* Job.tell(`\`${command}\` goes on.`)
  if (failures > 0 && out !== undefined) yield* Job.tell(`\`${command} --retry-failed\` tries the failed ones again.`)
})
