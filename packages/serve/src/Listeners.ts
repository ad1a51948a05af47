/**
 * The listening sockets of a server. Node accepts one connection of a socket in each turn of its event loop (libuv
 * 1.52), and under load turns take long: behind a flood of connections a client would wait for a minute until it is
 * seen. So on Linux several sockets listen at the server's port, and the system shares new connections among them
 * (SO_REUSEPORT of socket(7)). Elsewhere there is one.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { readFileSync } from "node:fs"
import type { Server as HttpServer } from "node:http"
import { createServer, type ListenOptions, type Server } from "node:net"
import { Bound } from "@porthole/core"

/** Connections that are accepted in one turn of the event loop, where the process may open enough files. */
export const maxSockets = 128

/** New connections that the system keeps for the server, over all sockets. */
export const backlog = 8_192

/** Where a server listens. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** The options of the server's own socket, and the number of all its sockets. */
export interface Plan {
  readonly options: ListenOptions
  readonly count: number
}

/**
 * Plans the sockets of a server. Sockets of two programs could share a port, too, and each would get half of the
 * connections. So the first server of an address holds a name, by which a second one knows that it has to listen alone,
 * which fails.
 */
export const plan = (address: Address): Effect.Effect<Plan, never, Scope.Scope> =>
  Effect.gen(function* () {
    const count = process.platform === "linux" ? socketsWithin(yield* fileLimit) : 1
    const isShared = count > 1 && (address.port === 0 || (yield* holdName(address)))
    return isShared
      ? { count, options: { ...address, backlog: Math.ceil(backlog / count), reusePort: true } }
      : { count: 1, options: { ...address, backlog } }
  })

/**
 * Listens with the plan's further sockets where the server listens already. At its end, which `onEnd` begins, nothing
 * listens any more, and the connections have `grace` to close.
 */
export const layer = (
  server: HttpServer,
  { count, options }: Plan,
  { grace, onEnd }: { readonly grace: Duration.Input; readonly onEnd: () => void },
): Layer.Layer<never> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const at = server.address()
      const further = Array.from({ length: count - 1 }, () => furtherOf(server))
      yield* Effect.addFinalizer(() =>
        Effect.sync(onEnd).pipe(
          Effect.andThen(Effect.forEach([server, ...further], closed, { concurrency: "unbounded", discard: true })),
          Effect.timeoutOrElse({ duration: grace, orElse: () => Effect.void }),
        ),
      )
      if (at === null || typeof at === "string") return
      if (options.port === 0) yield* holdName({ host: at.address, port: at.port })
      const there = { ...options, host: at.address, port: at.port }
      // Without one of them the server accepts fewer connections a turn.
      yield* Effect.forEach(further, (one) => Effect.ignore(listening(one, there)), { discard: true })
    }),
  )

// --- private --------------------------------------------------------------------------

/** A thirty-second part of the files that the process may open. */
const socketsWithin = (files: number): number => Math.max(1, Math.min(maxSockets, Math.floor(files / 32)))

/** Maximum number of open files (proc_pid_limits(5)); Node has raised the soft limit to the hard one. */
const fileLimit: Effect.Effect<number> = Effect.map(
  Effect.option(Effect.try(() => readFileSync(new URL("file:///proc/self/limits"), "latin1"))),
  (limits) => Number(/^Max open files +(\d+)/m.exec(Option.getOrElse(limits, () => ""))?.[1] ?? 0),
)

/** Holds the name of an address until the scope ends, if nobody holds it: a socket without a file (unix(7)). */
const holdName = ({ host, port }: Address): Effect.Effect<boolean, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      const holder = Bound.start("connections", () => createServer((socket) => void socket.destroy()))
      return Effect.map(Effect.isSuccess(listening(holder, { path: `\0porthole ${host}:${port}` })), (isHeld) => ({
        holder,
        isHeld,
      }))
    }),
    ({ holder }) => closed(holder),
  ).pipe(Effect.map(({ isHeld }) => isHeld))

const listening = (server: Server, options: ListenOptions): Effect.Effect<void, Error> =>
  Effect.callback((resume) => {
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(options, () => resume(Effect.void))
    return closed(server)
  })

/** Closes a server, and waits until its connections are closed. */
const closed = (server: Server): Effect.Effect<void> =>
  Effect.callback((resume) => void server.close(() => resume(Effect.void)))

/** Its connections are the server's. `allowHalfOpen` and `noDelay` are what Node's HTTP server sets. */
const furtherOf = (server: HttpServer): Server => {
  const further = Bound.start("connections", () => createServer({ allowHalfOpen: true, noDelay: true }))
  further.on("error", () => {})
  return further.on("connection", (socket) => void server.emit("connection", socket))
}
