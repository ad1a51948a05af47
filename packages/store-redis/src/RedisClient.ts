/**
 * A client of the package `redis` whose reconnecting is off, because that has no timeout for its handshake or a reply.
 * It names an error by one word, because a server's text can repeat the command.
 *
 * The protocol is RESP2, which servers before Redis 6 also support.
 */
import { Bound } from "@porthole/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redis from "effect/persistence/Redis"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import { createClient } from "redis"
import type { RedisUrl } from "./RedisUrl.ts"

/** A client. */
export type RedisClient = ReturnType<typeof makeClient>

/**
 * Opens a client whose server answers; fails with the reason in one word. `timeout` is for connecting. `onLost` gets
 * the reason when the connection breaks later. The end of the scope ends the client and everything that waits on it.
 */
export const open = Effect.fnUntraced(function* (
  url: RedisUrl,
  timeout: Duration.Input,
  onLost: (reason: string) => void,
) {
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const client = makeClient(url, timeout)
      client.on("error", (cause) => onLost(reasonOf(cause)))
      return client
    }),
    (client) =>
      Effect.sync(() => {
        // A connecting client doesn't hold its socket yet, and would continue with it later.
        client.on("connect", () => client.destroy())
        client.destroy()
      }),
  )
  yield* Effect.tryPromise({ try: () => client.connect(), catch: reasonOf })
  yield* Effect.tryPromise({ try: () => client.sendCommand(["PING"]), catch: reasonOf })
  return client
})

/** Sends one command; the caller knows the reply's shape. */
export const send = <A>(client: RedisClient, command: ReadonlyArray<string>): Effect.Effect<A, Redis.RedisError> =>
  Effect.tryPromise({
    try: () => client.sendCommand<A>(command),
    catch: (cause) => new Redis.RedisError({ cause }),
  })

/** An error's code (`ECONNREFUSED`) or the first word of a server's answer (`WRONGPASS`); never the text after it. */
export const reasonOf = (cause: unknown): string => {
  if (Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code)) return cause.code
  if (!(cause instanceof Error)) return "unknown"
  return /^[A-Z]{3,20}(?= )/.exec(cause.message)?.[0] ?? cause.constructor.name
}

// --- private --------------------------------------------------------------------------

/** Maximum number of concurrent commands; further ones fail. */
const maxCommands = 1_000

/** Maximum ms of a timer of Node. */
const maxTimer = 2_147_483_647

const makeClient = (url: RedisUrl, timeout: Duration.Input) => {
  const { username } = url
  const password = url.password === undefined ? undefined : Redacted.value(url.password)
  const connectTimeout = Math.min(Duration.toMillis(timeout), maxTimer)
  const socket = { host: url.host, port: url.port, connectTimeout, reconnectStrategy: false } as const
  return Bound.start("commands of a Redis", () =>
    createClient({
      socket: url.isTls ? { ...socket, tls: true } : socket,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      database: url.database,
      RESP: 2,
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: "disabled",
      commandsQueueMaxLength: maxCommands,
    }),
  )
}
