/**
 * The command's output: answers on stdout, everything else (errors, notes, progress, logs) on stderr. A write ends when
 * the system has accepted it, so a slow reader slows the command down instead of filling its memory.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { exit } from "./Exit.ts"

/**
 * Nothing more can be written to stdout. Usually the program that reads it has ended, like `head`, which is no fault. A
 * full disk is a fault.
 */
export class OutputClosed extends Schema.TaggedError<OutputClosed>()("OutputClosed", { isFault: Schema.Boolean }) {}

/** The two streams, and what they support. */
export class Output extends Context.Service<
  Output,
  {
    /** Writes to stdout, in one piece. */
    readonly out: (text: string) => Effect.Effect<void, OutputClosed>
    /** Shows text to a person: in the pager if it is longer than the terminal, else like `out`. */
    readonly show: (text: string) => Effect.Effect<void, OutputClosed>
    /** Writes to stderr; a closed stderr is ignored. */
    readonly err: (text: string) => Effect.Effect<void>
    /** Whether stdout may be coloured. */
    readonly colours: boolean
    /** The columns of the terminal on stdout; `undefined` if stdout isn't one. */
    readonly columns: number | undefined
    /** Whether stderr is a terminal, so that progress makes sense. */
    readonly showsProgress: boolean
    /** Whether stdin is a terminal. */
    readonly isInteractive: boolean
  }
>()("@porthole/cli/Output") {}

/** The user's preferences; a stream that isn't a terminal gets neither colours nor a pager. */
export interface OutputOptions {
  readonly colours: boolean
  readonly progress: boolean
  /** The command of the pager; without one nothing is paged. */
  readonly pager: string | undefined
}

/** The streams of this process. */
export const layerProcess = (options: OutputOptions): Layer.Layer<Output> =>
  Layer.sync(Output, () => {
    // Without a listener an EPIPE ends the process with a stack trace; the write's callback reports it anyway.
    for (const stream of [process.stdout, process.stderr]) stream.off("error", ignore).on("error", ignore)
    // A terminal without a size says 0.
    const { isTTY } = process.stdout
    const columns = process.stdout.columns || 80
    const rows = process.stdout.rows || 24
    const { pager } = options
    return {
      out,
      show: (text) =>
        !isTTY || pager === undefined || text.split("\n").length <= rows
          ? out(text)
          : Effect.flatMap(
              Effect.promise(() => import("./Pager.ts")),
              (Pager) => Effect.flatMap(Pager.show(pager, text), (isShown) => (isShown ? Effect.void : out(text))),
            ),
      columns: isTTY && options.progress ? columns : undefined,
      err: (text) => Effect.ignore(write(process.stderr, text)),
      colours: options.colours && process.stdout.isTTY,
      showsProgress: options.progress && process.stderr.isTTY,
      isInteractive: process.stdin.isTTY,
    }
  })

/** Waits until both streams have been flushed, or can't be; then ends the process. */
export const flushAndExit = (code: number): void => {
  process.stdout.write("", () => process.stderr.write("", () => exit(code)))
}

// --- private --------------------------------------------------------------------------

const ignore = (): void => {}

const out = (text: string): Effect.Effect<void, OutputClosed> => write(process.stdout, text)

const write = (stream: NodeJS.WriteStream, text: string): Effect.Effect<void, OutputClosed> =>
  Effect.callback((resume) => {
    stream.write(text, (error) =>
      resume(error == null ? Effect.void : Effect.fail(new OutputClosed({ isFault: !hasNoReader(error) }))),
    )
  })

const hasNoReader = (error: Error): boolean =>
  "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED")
