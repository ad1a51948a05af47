/**
 * The listening sockets of a server. Node accepts one connection of a socket in each turn of its event loop (libuv
 * 1.52), and under load turns take long: behind a flood of connections a client would wait for a minute until it is
 * seen. So on Linux several sockets listen at the server's port, and the system shares new connections among them
 * (SO_REUSEPORT of socket(7)). Elsewhere there is one.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Server as HttpServer } from "node:http"
import { createServer, type ListenOptions, type Server } from "node:net"
import { Bound } from "@porthole/core"

/** Connections that are accepted in one turn of the event loop. */
export const count = 128

/** New connections that the system keeps for the server, over all sockets. */
export const backlog = 8_192

/** Where a server listens. */
export interface Address {
  readonly host: string
  readonly port: number
}

/**
 * The options of the server's own socket. Sockets of two programs may share a port, too, so the port must be free: a
 * second server would get half of the first one's connections.
 */
export const optionsOf = (address: Address): Effect.Effect<ListenOptions> =>
  Effect.map(canShare(address), (isShared) =>
    isShared ? { ...address, backlog: backlog / count, reusePort: true } : { ...address, backlog },
  )

/**
 * Listens with further sockets where the server listens already, if these options let it. At its end, which `onEnd`
 * begins, nothing listens any more, and the connections have `grace` to close.
 */
export const layer = (
  server: HttpServer,
  { backlog, reusePort }: ListenOptions,
  { grace, onEnd }: { readonly grace: Duration.Input; readonly onEnd: () => void },
): Layer.Layer<never> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const at = server.address()
      const isShared = reusePort === true && at !== null && typeof at !== "string"
      const further = isShared ? Array.from({ length: count - 1 }, () => furtherOf(server)) : []
      yield* Effect.addFinalizer(() =>
        Effect.sync(onEnd).pipe(
          Effect.andThen(Effect.forEach([server, ...further], closed, { concurrency: "unbounded", discard: true })),
          Effect.timeoutOrElse({ duration: grace, orElse: () => Effect.void }),
        ),
      )
      if (!isShared) return
      const options = { host: at.address, port: at.port, backlog, reusePort }
      // Without one of them the server accepts fewer connections a turn.
      yield* Effect.forEach(further, (one) => Effect.ignore(listening(one, options)), { discard: true })
    }),
  )

// --- private --------------------------------------------------------------------------

const canShare = (address: Address): Effect.Effect<boolean> => {
  if (process.platform !== "linux") return Effect.succeed(false)
  if (address.port === 0) return Effect.succeed(true)
  const probe = Bound.start("connections", () => createServer())
  return Effect.isSuccess(Effect.andThen(listening(probe, address), closed(probe)))
}

const listening = (server: Server, options: ListenOptions): Effect.Effect<void, Error> =>
  Effect.callback((resume) => {
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(options, () => resume(Effect.void))
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
