/**
 * Runs the command in the tests' process, for all tests that don't concern the process itself: the call gives its
 * arguments, environment, stdin and settings, and collects its streams. It costs a tenth of a process.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Context, type Duration, Effect, Layer, Logger, Stdio, Stream } from "effect"
import { TestClock } from "effect/testing"
import { formatWithOptions } from "node:util"
import { Output } from "../../src/Output.ts"
import { run } from "../../src/porthole.ts"
import { codeOf } from "../../src/Quit.ts"
import { environment, linesOf } from "./porthole.ts"

export interface Options {
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** The command's clock; without one it is the machine's. */
  readonly clock?: StoppedClock
}

/** A clock that stands still until it is adjusted, so that only its test brings a deadline about. */
export interface StoppedClock {
  readonly context: Context.Context<TestClock.TestClock>
  readonly adjust: (by: Duration.Input) => Promise<void>
}

export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A thread takes as long to start as a process; `extract` tests the isolation by threads and processes. */
const settings = { PORTHOLE_EXTRACT_ISOLATION: "none" }

/** Runs the command to its end. */
export const porthole = async (
  args: ReadonlyArray<string>,
  { clock, env, input = "" }: Options = {},
): Promise<Finished> => {
  let stdout = ""
  let stderr = ""
  const out = (text: string) => Effect.sync(() => void (stdout += text))
  const err = (text: string) => Effect.sync(() => void (stderr += text))
  const log = (...parts: ReadonlyArray<unknown>) => void (stdout += `${formatWithOptions({}, ...parts)}\n`)
  const error = (...parts: ReadonlyArray<unknown>) => void (stderr += `${formatWithOptions({}, ...parts)}\n`)
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input
  const handlers = process.listenerCount("SIGTERM")
  const exit = await run(args).pipe(
    Effect.provide([
      Layer.succeed(Output, {
        out,
        show: out,
        err,
        colours: false,
        columns: undefined,
        showsProgress: false,
        isInteractive: false,
      }),
      Layer.merge(NodeServices.layer, Stdio.layerTest({ stdin: Stream.make(bytes) })),
      ConfigProvider.layer(ConfigProvider.fromEnv({ env: environment({ ...settings, ...env }) })),
      Layer.succeed(Logger.LogToStderr, true),
      Layer.succeed(Console.Console, { ...console, log, error }),
      Layer.succeedContext(clock?.context ?? Context.empty()),
    ]),
    Effect.runPromiseExit,
  )
  // The watchdog of a server that has ended kills its process ten seconds later, with all children: other tests die.
  if (process.listenerCount("SIGTERM") > handlers) throw new Error("A server has a watchdog: start it as a process.")
  return { code: codeOf(exit), stdout, stderr }
}

/** A new clock that stands still. */
export const stopClock = async (): Promise<StoppedClock> => {
  // The scope ends at once, and with it a warning that comes after a second of the machine's clock.
  const context = await Effect.runPromise(Effect.scoped(Layer.build(TestClock.layer())))
  return { context, adjust: (by) => Effect.runPromise(Effect.provide(TestClock.adjust(by), context)) }
}

/** The answer of a search with one provider, as `--json` prints it. */
export const searchInProcess = async (
  provider: string,
  env: Readonly<Record<string, string>>,
  clock?: StoppedClock,
): Promise<unknown> => {
  const { stdout } = await porthole(["search", "tidal power", "--json"], {
    ...(clock === undefined ? {} : { clock }),
    env: { PORTHOLE_PROVIDER: provider, ...env },
  })
  return linesOf(stdout)[0]
}

/**
 * Loads the command's lazy modules now: from sources that takes seconds on a busy machine, and would count towards
 * deadlines.
 */
const warm = { PORTHOLE_SEARCH_TIMEOUT: "1 s", PORTHOLE_SEARCH_CACHE_TTL: "0 s" }
await porthole(["doctor", "--offline"], { env: warm })
await porthole(["search", "tidal power"], { env: warm })
