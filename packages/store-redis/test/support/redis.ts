/** A real `redis-server` on a free port of loopback, for tests against an independent server. It writes no file. */
import { Data, Effect } from "effect"
import type * as Scope from "effect/Scope"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { freePort } from "../../../../test/freePort.ts"

/** A server that can be ended and started again at the same address, empty. */
export interface RedisServer {
  readonly port: number
  readonly start: Effect.Effect<void, RedisServerError>
  readonly kill: Effect.Effect<void>
  /** Suspends it immediately: it keeps its connections and answers nothing. */
  readonly freeze: Effect.Effect<void>
  readonly thaw: Effect.Effect<void>
}

/** The server couldn't be started. */
export class RedisServerError extends Data.TaggedError("RedisServerError")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

const isInstalled = (): boolean => spawnSync("redis-server", ["--version"]).status === 0

/**
 * Whether tests over a server are skipped here; the test run prints it. With `PORTHOLE_REQUIRE_SERVERS=1` they are
 * never skipped: they fail instead.
 */
export const isMissing = (): boolean => {
  if (isInstalled() || process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") return false
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  console.warn("SKIPPED: redis-server is missing, so nothing is tested against one (apt-get install redis-server).")
  return true
}

/** Starts a server; it ends with the scope. */
export const make = (
  options: {
    readonly password?: string
    /** Further arguments, such as `--maxmemory`. */
    readonly args?: ReadonlyArray<string>
  } = {},
): Effect.Effect<RedisServer, RedisServerError, Scope.Scope> =>
  Effect.gen(function* () {
    const port = yield* freePort
    let child: ChildProcess | undefined
    const kill = Effect.suspend(() => (child === undefined ? Effect.void : end(child)))
    const start = Effect.gen(function* () {
      child = run(port, [
        ...(options.password === undefined ? [] : ["--requirepass", options.password]),
        ...(options.args ?? []),
      ])
      yield* healthy(port, child)
    })
    yield* Effect.addFinalizer(() => kill)
    yield* start
    const signal = (name: NodeJS.Signals) => Effect.sync(() => void child?.kill(name))
    return { port, start, kill, freeze: signal("SIGSTOP"), thaw: signal("SIGCONT") }
  })

// --- private --------------------------------------------------------------------------

const run = (port: number, args: ReadonlyArray<string>): ChildProcess => {
  const settings = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", tmpdir()]
  const child = spawn("redis-server", [...settings, ...args], { stdio: "ignore" })
  child.once("error", () => {})
  const kill = () => child.kill("SIGKILL")
  process.once("exit", kill)
  child.once("exit", () => process.off("exit", kill))
  return child
}

const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

const end = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (hasEnded(child)) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
  })

/** Waits until a server answers. */
const healthy = Effect.fnUntraced(function* (port: number, child: ChildProcess) {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    if (hasEnded(child)) return yield* new RedisServerError({ reason: "redis-server is missing or ended early" })
    if (yield* answers(port)) return
    // clock: polls until it answers
    yield* Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, 50)))
  }
  return yield* new RedisServerError({ reason: "redis-server didn't come up" })
})

const answers = (port: number): Effect.Effect<boolean> =>
  Effect.callback<boolean>((resume) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"))
    const settle = (isUp: boolean) => {
      socket.destroy()
      resume(Effect.succeed(isUp))
    }
    // clock: the next attempt asks again
    socket.setTimeout(1_000, () => settle(false))
    socket.once("data", () => settle(true))
    socket.once("error", () => settle(false))
  })
