/** What the commands over many pages have in common: their settings and pace, their signals, and their sentences. */
import { type Frontier, Settings as KernelSettings, type WebBackend, type WebError } from "@porthole/core"
import { type Jobs, Node } from "@porthole/tools"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Answer from "../../Answer.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import type * as Settings from "../../settings.ts"
import { onSignal } from "../../Signals.ts"
import * as JobView from "../../view/JobView.ts"
import * as Printable from "../../view/Printable.ts"
import { withSettings } from "../../withSettings.ts"
import type * as Folder from "./Folder.ts"

/** A job's pace and settings as the command line says them. */
export interface JobOptions {
  /** The number of requests to a host at the same time. */
  readonly concurrency: number
  /** Milliseconds between the starts of two requests to a host. */
  readonly delay: number
  readonly settings: Settings.Input
  readonly tenant?: string
}

/** Why a job ends early. */
export type Failure = Folder.FolderError | Jobs.Failure | WebError.WebError | Quit.Quit | OutputClosed

/** Runs a job under its settings and pace; `fault` is what is wrong with its flags. */
export const run = <R>(
  { concurrency, settings, tenant }: JobOptions,
  fault: string | undefined,
  job: Effect.Effect<void, Failure, Output | Scope.Scope | WebBackend.WebBackend | R>,
): Effect.Effect<void, Quit.Quit | OutputClosed, Output | Exclude<Exclude<R, Scope.Scope>, WebBackend.WebBackend>> =>
  withSettings(
    settings,
    ({ per_host_concurrency }) => {
      if (concurrency < 1 || concurrency > per_host_concurrency)
        return Quit.withMessage(
          Quit.codes.usage,
          `--concurrency may be from 1 to ${per_host_concurrency}. PORTHOLE_PER_HOST_CONCURRENCY raises that.`,
        )
      if (fault !== undefined) return Quit.withMessage(Quit.codes.usage, fault)
      return Effect.andThen(keepYoungGeneration, Effect.scoped(job)).pipe(
        Effect.provide(Node.layer()),
        // The transport keeps the number, too, for redirects between hosts.
        Effect.updateService(KernelSettings.Settings, (known) => ({ ...known, per_host_concurrency: concurrency })),
        Effect.catchTags({
          FolderError: ({ message }) => Quit.withMessage(Quit.codes.failed, message),
          FrontierError: ({ message, reason }) =>
            Quit.withMessage(
              Quit.codes.failed,
              reason === "damaged" ? `${message} The same command makes it anew from results.ndjson.` : message,
            ),
          NotInstalled: ({ message }) => Quit.withMessage(Quit.codes.failed, message),
          WebError: (error) => Answer.failure(error, false),
        }),
      )
    },
    tenant,
  )

/** What stops a job: the first signal. A second one ends the process. */
export const signals = ({ err }: Output["Service"]) => {
  let code: number | undefined
  const stop = Effect.andThen(
    Effect.callback<void>((resume) =>
      onSignal((signal) => {
        code = signal
        resume(Effect.void)
      }),
    ),
    err("\nporthole: Stopping after the pages under way. Ctrl+C again stops at once.\n"),
  )
  return { stop, signalled: () => code }
}

/** The number of failed items. */
export const sumOf = (failed: Frontier.Counts["failed"]): number =>
  Object.values(failed).reduce((sum, count) => sum + count, 0)

/** A command as a shell reads it. */
export const commandOf = (words: ReadonlyArray<string>): string =>
  words.map((word) => (/^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ")

/** The flags with which a command reads the same pages in the same way, whatever its pace. */
export const flagsOf = ({ settings, tenant }: Pick<JobOptions, "settings" | "tenant">): ReadonlyArray<string> => {
  const { reader, recording, recording_mode, replay_misses, robots } = settings
  return [
    ...(robots === false ? ["--ignore-robots"] : []),
    ...(reader === undefined ? [] : ["--reader", [reader].flat().join(",")]),
    ...(recording === undefined ? [] : [`--${recording_mode}`, recording]),
    ...(replay_misses === undefined ? [] : ["--replay-misses", replay_misses]),
    ...(tenant === undefined ? [] : ["--tenant", tenant]),
  ]
}

/** Tells a person a sentence on stderr. */
export const tell = (message: string): Effect.Effect<void, never, Output> =>
  Output.use(({ err }) => err(`porthole: ${Printable.line(message)}\n`))

/** Tells a person of a state that had to be made anew. */
export const tellRestored = ({ restored }: Pick<Folder.Folder, "restored">): Effect.Effect<void, never, Output> =>
  restored === undefined
    ? Effect.void
    : tell(
        `The job's state was damaged, and is now ${restored.aside}. ` +
          `The new one has ${JobView.count(restored.known, "result")} of results.ndjson.`,
      )

// --- private --------------------------------------------------------------------------

/** The young generation would grow to 100 MiB with the number of lines and pages, for objects that die at once. */
const keepYoungGeneration = Effect.sync(() =>
  process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1"),
)
