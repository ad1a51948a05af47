/** One running browser: its connection, the way of its events, the bound of its memory, and its watchdog. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Answers from "../cdp/Answers.ts"
import * as Connection from "../cdp/Connection.ts"
import * as BrowserProcess from "./BrowserProcess.ts"
import * as GroupMemory from "./GroupMemory.ts"
import * as ProcessorTime from "./ProcessorTime.ts"
import * as Router from "./Router.ts"
import { Unready } from "./Unready.ts"
import * as Watchdog from "./Watchdog.ts"

/** What to start. */
export interface Options extends BrowserProcess.Options {
  /** Bytes of all processes together. */
  readonly maxMemory: number
  /** Whether requests are intercepted; only a test of the wall leaves that out. */
  readonly intercepts?: boolean | undefined
  /** Whether a browser that one page blocks is given up, because others use it. */
  readonly isShared?: boolean | undefined
}

/** A browser. */
export interface Browser {
  readonly connection: Connection.Connection
  readonly router: Router.Router
  /** Product and version, in the browser's words. */
  readonly version: string
  /** The process group that all of its processes are in. */
  readonly group: number
  /** Bytes of all processes together, as last read. */
  readonly memory: () => number
  /** Says that a page of it can't be closed: it must end. */
  readonly condemn: () => void
  /** Whether it must end, or has. */
  readonly isCondemned: () => boolean
}

/** Starts a browser, which ends with the scope; fails if it doesn't answer, as without a usable sandbox. */
export const start = Effect.fnUntraced(function* (options: Options): Effect.fn.Return<Browser, Unready, Scope.Scope> {
  const { complaint, group, pipe } = yield* BrowserProcess.start(options)
  const connection = Connection.make(pipe, { maxMessageBytes, maxAnswers })
  const { product } = yield* Answers.ask(connection, Answers.Version, ["Browser.getVersion"]).pipe(
    Effect.timeout(startTime),
    Effect.catch(() => Effect.flatMap(complaint, (reason) => unanswered(options.browser.path, reason))),
  )
  const router = yield* Router.make(connection, { intercepts: options.intercepts })
  const memory = yield* boundMemory(group, options.maxMemory)
  let isCondemned = false
  if (options.isShared === true) yield* abandonBlocked(connection, group)
  return {
    connection,
    router,
    version: product,
    group,
    memory,
    condemn: () => void (isCondemned = true),
    isCondemned: () => isCondemned || connection.hasEnded(),
  }
})

/** Interval of the look at the memory. */
export const memoryInterval = Duration.millis(250)

// --- private --------------------------------------------------------------------------

/** The largest message is a page's document. */
const maxMessageBytes = 64 * 1_048_576

/** The list of a page's nodes: closed shadow trees are in it, whose size nobody knows before. */
const maxAnswers = { "DOM.getDocument": 16 * 1_048_576 }

/** A busy machine starts a browser within seconds. */
const startTime = "20 seconds"

const unanswered = (path: string, reason: string): Unready =>
  new Unready({
    missing: [
      `The browser ${path} ended without an answer${reason === "" ? "" : `: ${reason}`}.`,
      "Its user must be able to run it, and its sandbox, which is always on, must work here.",
      `It says more when a user that isn't root runs \`${path} --dump-dom about:blank\`.`,
    ].join(" "),
  })

/** Gives a blocked browser up, so that its renderings end at once; what answers no command isn't waited for. */
const abandonBlocked = Effect.fnUntraced(function* (connection: Connection.Connection, group: number) {
  const processorTime = yield* ProcessorTime.reader(group)
  const watch = Watchdog.blocked({ ping: connection.send("Browser.getVersion"), processorTime })
  yield* Effect.forkScoped(Effect.ignore(Effect.andThen(watch, Effect.sync(connection.abandon))))
})

/**
 * Ends the renderer that takes most, as the system would: only its page is lost. The browser ends where no renderer
 * takes much.
 */
const boundMemory = Effect.fnUntraced(function* (
  group: number,
  maxBytes: number,
): Effect.fn.Return<() => number, never, Scope.Scope> {
  const processes = GroupMemory.reader(group)
  let last = 0
  const look = Effect.map(processes, (found) => {
    last = found.reduce((sum, { bytes }) => sum + bytes, 0)
    if (last <= maxBytes) return
    const [largest] = found.filter(({ isRenderer }) => isRenderer).toSorted((one, other) => other.bytes - one.bytes)
    kill(largest !== undefined && largest.bytes > last / found.length ? largest.pid : -group)
  })
  yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(memoryInterval)))
  return () => last
})

const kill = (pid: number): void => Effect.runSync(Effect.ignore(Effect.try(() => process.kill(pid, "SIGKILL"))))
