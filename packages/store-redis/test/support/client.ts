/** A client of a `redis-server`, for what only a test does to one. */
import { Effect } from "effect"
import { createClient } from "redis"

/** Connects to a server on loopback until the scope ends. */
export const connected = (port: number) =>
  Effect.acquireRelease(
    Effect.promise(() => createClient({ url: `redis://127.0.0.1:${port}` }).connect()),
    (client) => Effect.sync(() => client.destroy()),
  )
