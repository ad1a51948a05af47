/** A port of loopback for a server that must be given one. */
import { Effect } from "effect"
import { createServer } from "node:net"

/**
 * Systems give the ports from 32,768 on to sockets that name none, as those of all connections. A port below stays free
 * until its server listens, and while that is down.
 */
export const freePort: Effect.Effect<number> = Effect.suspend(() => {
  const port = 16_384 + Math.floor(Math.random() * 16_384)
  return Effect.flatMap(isFree(port), (isIt) => (isIt ? Effect.succeed(port) : freePort))
})

// --- private --------------------------------------------------------------------------

const isFree = (port: number): Effect.Effect<boolean> =>
  Effect.callback<boolean>((resume) => {
    const probe = createServer()
    probe.once("error", () => resume(Effect.succeed(false)))
    probe.listen(port, "127.0.0.1", () => probe.close(() => resume(Effect.succeed(true))))
  })
