/**
 * One connection to a Redis that may be down, die, or hang: Effect's `Redis` over it can always be made and blocks no
 * caller.
 *
 * It connects at the first command. From then on a fiber keeps one connection, and reconnects after each loss, with a
 * growing pause between failed attempts. Without a connection a command fails at once. But it waits for the very first
 * attempt, and for the first one after the loss of a connection that lasted at least {@link lastingAfter}. A late reply
 * means that the server is silent: the connection is dropped with everything that waits on it, and commands fail at
 * once until the server answers again.
 *
 * Each connection has a client of its own whose reconnecting is off, because the client of `redis` has no timeout for
 * its handshake or a reply. A log contains one word of an error, because a server's text can repeat the command.
 *
 * The protocol is RESP2, which servers before Redis 6 also support.
 *
 * The address of a Redis is read from a URL: `redis://user:password@host:port/database`, `rediss:` for TLS (IANA's
 * registration of the scheme). A user without a password signs in with an empty one. No error or log contains any part
 * of a URL, not even of an invalid one.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redis from "effect/persistence/Redis"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { createClient } from "redis"
import { Settings } from "@porthole/core"

// --- the client ------------------------------------------------------------------------

/** A client. */
export type RedisClient = ReturnType<typeof makeClient>

/** Maximum number of concurrent commands; further ones fail. */
const maxCommands = 1_000

/**
 * Opens a client whose server answers; fails with the reason in one word. `timeout` is for connecting. `onLost` gets
 * the reason when the connection breaks later. The end of the scope ends the client and everything that waits on it.
 */
export const openClient = Effect.fnUntraced(function* (
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
export const sendTo = <A>(client: RedisClient, command: ReadonlyArray<string>): Effect.Effect<A, Redis.RedisError> =>
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
  return Option.all({ username: decodedText(parsed.username), password: decodedText(parsed.password) }).pipe(
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

// --- the connection --------------------------------------------------------------------

/** The timeouts of a connection. */
export interface Limits {
  /** Timeout for connecting, signing in and a first answer. Default: 2 s. */
  readonly connectTimeout?: Duration.Input | undefined
  /** Timeout for the reply to one command. Default: 2 s. */
  readonly replyTimeout?: Duration.Input | undefined
}

/** A command got no reply. The reason contains no text of the server. */
export class NoReply extends Data.TaggedError("NoReply")<{ readonly reason: "offline" | "timeout" | "closed" }> {
  override get message(): string {
    return { offline: "Redis isn't connected", timeout: "Redis didn't reply in time", closed: "Redis is closed" }[
      this.reason
    ]
  }
}

/** The pauses between failed attempts, in ms: doubled each time, half of each at random. */
export const pauses = { first: 100, longest: 5_000 } as const

/** If a connection lasted this long, in ms, the next attempt after its loss is immediate. */
export const lastingAfter = 1_000

/** Makes Effect's `Redis`; its scope ends the connection. */
export const make = Effect.fnUntraced(function* (url: RedisUrl, limits: Limits = {}) {
  const scope = yield* Effect.scope
  const connectTimeout = limits.connectTimeout ?? "2 seconds"
  const replyTimeout = limits.replyTimeout ?? "2 seconds"
  let current: Connection | undefined
  let firstAttempt = Deferred.makeUnsafe<void>()
  const firstCommand = Deferred.makeUnsafe<void>()

  /**
   * A connection from its opening to its loss; returns its duration in ms, or 0 if it failed or its server fell silent.
   */
  const connectOnce = Effect.gen(function* () {
    const lost = Deferred.makeUnsafe<string>()
    const client = yield* Effect.timeoutOrElse(
      openClient(url, connectTimeout, (reason) => Deferred.doneUnsafe(lost, Exit.succeed(reason))),
      { duration: connectTimeout, orElse: () => Effect.fail("timeout") },
    )
    const begin = yield* Clock.currentTimeMillis
    current = { client, lost }
    yield* Deferred.succeed(firstAttempt, undefined)
    yield* Effect.logDebug("Redis: connected")
    const reason = yield* Deferred.await(lost)
    yield* Effect.logDebug(`Redis: connection lost (${reason})`)
    return reason === lateReply ? 0 : (yield* Clock.currentTimeMillis) - begin
  }).pipe(
    Effect.ensuring(Effect.sync(() => (current = undefined))),
    Effect.scoped,
    Effect.catch((reason) => Effect.as(Effect.logDebug(`Redis: no connection (${reason})`), 0)),
  )

  const keepConnected = Effect.gen(function* () {
    let failures = 0
    for (;;) {
      if ((yield* connectOnce) >= lastingAfter) {
        failures = 0
        firstAttempt = Deferred.makeUnsafe<void>()
        continue
      }
      yield* Deferred.succeed(firstAttempt, undefined)
      const pause = Math.min(pauses.first * 2 ** failures++, pauses.longest)
      yield* Effect.sleep(pause / 2 + (yield* Random.next) * (pause / 2))
    }
  })

  // The fiber starts here and not in the first command, whose span and annotations don't belong to the connection.
  yield* Effect.forkIn(Effect.andThen(Deferred.await(firstCommand), keepConnected), scope)

  /** One command on one connection, until its reply or its loss. */
  const exchange = <A>({ client, lost }: Connection, command: ReadonlyArray<string>) =>
    sendTo<A>(client, command).pipe(
      // The second, short sleep lets a busy event loop read a reply that came in time.
      Effect.raceFirst(
        Effect.suspend(() => {
          Deferred.doneUnsafe(lost, Exit.succeed(lateReply))
          return Effect.fail(new Redis.RedisError({ cause: new NoReply({ reason: "timeout" }) }))
        }).pipe(Effect.delay(1), Effect.delay(replyTimeout)),
      ),
    )

  const send = <A = unknown>(
    ...command: readonly [string, ...ReadonlyArray<string>]
  ): Effect.Effect<A, Redis.RedisError> =>
    Effect.gen(function* () {
      yield* Deferred.succeed(firstCommand, undefined)
      if (current === undefined) yield* Deferred.await(firstAttempt)
      if (current === undefined) return yield* new Redis.RedisError({ cause: new NoReply({ reason: "offline" }) })
      // In a fiber of its own: a caller that gives up early mustn't hide that the reply is late.
      const fiber = yield* Effect.forkIn(exchange<A>(current, command), scope, { startImmediately: true })
      const exit = yield* Fiber.await(fiber)
      if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) {
        return yield* new Redis.RedisError({ cause: new NoReply({ reason: "closed" }) })
      }
      return yield* exit
    })

  const commandsOnly = Effect.fail(
    new Redis.RedisError({
      cause: new Error("This connection supports neither blocking commands nor subscriptions"),
    }),
  )
  return yield* Redis.make({ send, subscribe: () => commandsOnly, connect: commandsOnly })
})

/** Provides Effect's `Redis` for commands only: no subscriptions and no reserved connections. */
export const layer = (url: RedisUrl, limits?: Limits): Layer.Layer<Redis.Redis> =>
  Layer.effect(Redis.Redis, make(url, limits))

/** The connection to the Redis of the setting `redis_url`. It fails only for an invalid URL. */
export const open = Effect.fnUntraced(function* (url: Redacted.Redacted, limits: Limits) {
  const redisUrl = parse(url)
  if (Option.isSome(redisUrl)) {
    return yield* make(redisUrl.value, limits)
  }
  return yield* new Settings.SettingsError({ setting: "redis_url", expected, source: "config" })
})

/** Why a write failed, and what to do, for people; `noAnswer` unless the server has no memory left. */
export const explain = ({ cause }: Redis.RedisError, noAnswer: string): string =>
  cause instanceof Error && reasonOf(cause) === "OOM"
    ? "The Redis is full. Raise its maxmemory, or set maxmemory-policy to volatile-lru."
    : noAnswer

// --- private --------------------------------------------------------------------------

/** The reason of a connection that was lost because the server doesn't reply. */
const lateReply = "late reply"

interface Connection {
  readonly client: RedisClient
  /** Completes with the reason, in one word, once the connection is lost. */
  readonly lost: Deferred.Deferred<string>
}

/** Maximum ms of a timer of Node. */
const maxTimer = 2_147_483_647

const makeClient = (url: RedisUrl, timeout: Duration.Input) => {
  const { username } = url
  const password = url.password === undefined ? undefined : Redacted.value(url.password)
  const connectTimeout = Math.min(Duration.toMillis(timeout), maxTimer)
  const socket = { host: url.host, port: url.port, connectTimeout, reconnectStrategy: false } as const
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

const decodedText = Option.liftThrowable(decodeURIComponent)
