/**
 * One client of the npm package `redis`, for one connection: connected or failed, it never reconnects by itself.
 *
 * The protocol is RESP2, which servers before Redis 6 also support.
 *
 * The address of a Redis is read from a URL: `redis://user:password@host:port/database`, `rediss:` for TLS (IANA's
 * registration of the scheme; a user without a password doesn't count). No error or log contains any part of a URL, not
 * even of an invalid one.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Redis from "effect/persistence/Redis"
import { createClient } from "redis"

/** A client. */
export type RedisClient = ReturnType<typeof makeClient>

/** Maximum number of concurrent commands; more fail. */
export const maxCommands = 1_000

/**
 * Opens a client whose server answers; fails with the reason in one word. `onLost` gets the reason when the connection
 * breaks later. The end of the scope ends the client and everything that waits on it.
 */
export const open = Effect.fnUntraced(function* (url: RedisUrl, onLost: (reason: string) => void) {
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const client = makeClient(url)
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

/** The address of a Redis, and its credentials. */
export interface RedisUrl {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  readonly username: string | undefined
  readonly password: Redacted.Redacted | undefined
  readonly database: number
}

/** The form of a URL, for people. */
export const expected = "`redis://[[user]:password@]host[:port][/database]`, or `rediss://…`"

/** Parses a URL; none if it doesn't match {@link expected}. */
export const parse = (url: Redacted.Redacted): Option.Option<RedisUrl> => {
  const parsed = URL.parse(Redacted.value(url))
  if (parsed === null || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === "") return Option.none()
  const path = /^\/?(\d{0,5})$/.exec(parsed.pathname)
  if (path === null || parsed.search !== "" || parsed.hash !== "") return Option.none()
  return Option.all({ username: text(parsed.username), password: text(parsed.password) }).pipe(
    Option.map(({ username, password }) => ({
      // An IPv6 literal has brackets only in a URL.
      host: parsed.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: parsed.port === "" ? 6_379 : Number(parsed.port),
      isTls: parsed.protocol === "rediss:",
      username: username === "" ? undefined : username,
      password: password === "" ? undefined : Redacted.make(password),
      database: Number(path[1] ?? 0),
    })),
  )
}

// --- private --------------------------------------------------------------------------

const makeClient = (url: RedisUrl) => {
  const { username } = url
  const password = url.password === undefined ? undefined : Redacted.value(url.password)
  const socket = { host: url.host, port: url.port, connectTimeout: 2_000, reconnectStrategy: false } as const
  return createClient({
    socket: url.isTls ? { ...socket, tls: true } : socket,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    database: url.database,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: "disabled",
    commandsQueueMaxLength: maxCommands,
  })
}

/** An error's code (`ECONNREFUSED`) or the first word of a server's answer (`WRONGPASS`); never the text after it. */
const reasonOf = (cause: unknown): string => {
  if (Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code)) return cause.code
  if (!(cause instanceof Error)) return "unknown"
  return /^[A-Z]{3,20}(?= )/.exec(cause.message)?.[0] ?? cause.constructor.name
}

const text = Option.liftThrowable(decodeURIComponent)
