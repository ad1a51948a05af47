/**
 * One connection to a Redis that may be down, die, or hang: Effect's `Redis` over it can always be made and blocks no
 * caller.
 *
 * It connects at the first command. From then on a fiber keeps one connection, and reconnects after each loss, with a
 * growing pause between failed attempts. Without a connection a command fails at once. But it waits for the very first
 * attempt, and for the first one after the loss of a connection that lasted at least {@link lastingAfter}, for at most
 * the time of a reply: an attempt may take longer, so that a busy machine connects at all. A late reply means that the
 * server is silent: the connection is dropped with everything that waits on it, and commands fail at once until the
 * server answers again. Each connection has a client of its own.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redis from "effect/persistence/Redis"
import * as Random from "effect/Random"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Settings } from "@porthole/core"
import * as RedisClient from "./RedisClient.ts"
import * as RedisUrl from "./RedisUrl.ts"

/** The timeouts of a connection. */
export interface Limits {
  /** Timeout for connecting, signing in and a first answer. Default: 10 s. */
  readonly connectTimeout?: Duration.Input | undefined
  /** Timeout for the reply to one command, and longest wait of a command for a connection. Default: 2 s. */
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
export const make = Effect.fnUntraced(function* (url: RedisUrl.RedisUrl, limits: Limits = {}) {
  const connection: Connection = {
    url,
    scope: yield* Effect.scope,
    connectTimeout: limits.connectTimeout ?? "10 seconds",
    replyTimeout: limits.replyTimeout ?? "2 seconds",
    link: undefined,
    firstCommand: Deferred.makeUnsafe(),
    firstAttempt: Deferred.makeUnsafe(),
  }
  // The fiber starts here and not in the first command, whose span and annotations don't belong to the connection.
  yield* Effect.forkIn(
    Effect.andThen(Deferred.await(connection.firstCommand), keepConnected(connection)),
    connection.scope,
  )
  return yield* Redis.make({
    send: (...command) => send(connection, command),
    subscribe: () => commandsOnly,
    connect: commandsOnly,
  })
})

/** Provides Effect's `Redis` for commands only: no subscriptions and no reserved connections. */
export const layer = (url: RedisUrl.RedisUrl, limits?: Limits): Layer.Layer<Redis.Redis> =>
  Layer.effect(Redis.Redis, make(url, limits))

/** The connection to the Redis of the setting `redis_url`. It fails only for an invalid URL. */
export const open = Effect.fnUntraced(function* (url: string | Redacted.Redacted, limits: Limits) {
  const redisUrl = RedisUrl.parse(url)
  if (Option.isSome(redisUrl)) {
    return yield* make(redisUrl.value, limits)
  }
  return yield* new Settings.SettingsError({ setting: "redis_url", expected: RedisUrl.expected, source: "config" })
})

/** Why a write failed, and what to do, for people; `noAnswer` unless the server has no memory left. */
export const explain = ({ cause }: Redis.RedisError, noAnswer: string): string =>
  cause instanceof Error && RedisClient.reasonOf(cause) === "OOM"
    ? "The Redis is full. Raise its maxmemory, or set maxmemory-policy to volatile-lru."
    : noAnswer

// --- private --------------------------------------------------------------------------

/** A connection's options, and its current link. */
interface Connection {
  readonly url: RedisUrl.RedisUrl
  readonly scope: Scope.Scope
  readonly connectTimeout: Duration.Input
  readonly replyTimeout: Duration.Input
  link: Link | undefined
  readonly firstCommand: Deferred.Deferred<void>
  /** The first attempt to connect, from the start or since the loss of a lasting link. */
  firstAttempt: Deferred.Deferred<void>
}

/** A client that is connected. */
interface Link {
  readonly client: RedisClient.RedisClient
  /** Completes with the reason, in one word, once the connection is lost. */
  readonly lost: Deferred.Deferred<string>
}

/** The reason of a connection that was lost because the server doesn't reply. */
const lateReply = "late reply"

const keepConnected = Effect.fnUntraced(function* (connection: Connection) {
  let failures = 0
  for (;;) {
    if ((yield* connectOnce(connection)) >= lastingAfter) {
      failures = 0
      connection.firstAttempt = Deferred.makeUnsafe<void>()
      continue
    }
    yield* Deferred.succeed(connection.firstAttempt, undefined)
    const pause = Math.min(pauses.first * 2 ** failures++, pauses.longest)
    yield* Effect.sleep(pause / 2 + (yield* Random.next) * (pause / 2))
  }
})

/** A link from its opening to its loss; returns its duration in ms, or 0 if it failed or its server fell silent. */
const connectOnce = (connection: Connection) =>
  Effect.gen(function* () {
    const { connectTimeout, url } = connection
    const lost = Deferred.makeUnsafe<string>()
    const client = yield* Effect.timeoutOrElse(
      RedisClient.open(url, connectTimeout, (reason) => Deferred.doneUnsafe(lost, Exit.succeed(reason))),
      { duration: connectTimeout, orElse: () => Effect.fail("timeout") },
    )
    const begin = yield* Clock.currentTimeMillis
    connection.link = { client, lost }
    yield* Deferred.succeed(connection.firstAttempt, undefined)
    yield* Effect.logDebug("Redis: connected")
    const reason = yield* Deferred.await(lost)
    yield* Effect.logDebug(`Redis: connection lost (${reason})`)
    return reason === lateReply ? 0 : (yield* Clock.currentTimeMillis) - begin
  }).pipe(
    Effect.ensuring(Effect.sync(() => (connection.link = undefined))),
    Effect.scoped,
    Effect.catch((reason) => Effect.as(Effect.logDebug(`Redis: no connection (${reason})`), 0)),
  )

const send = <A>(connection: Connection, command: ReadonlyArray<string>): Effect.Effect<A, Redis.RedisError> =>
  Effect.gen(function* () {
    yield* Deferred.succeed(connection.firstCommand, undefined)
    if (connection.link === undefined) yield* awaitFirstAttempt(connection)
    const { link, replyTimeout, scope } = connection
    if (link === undefined) return yield* new Redis.RedisError({ cause: new NoReply({ reason: "offline" }) })
    // In a fiber of its own: a caller that gives up early mustn't hide that the reply is late.
    const fiber = yield* Effect.forkIn(exchange<A>(link, command, replyTimeout), scope, { startImmediately: true })
    const exit = yield* Fiber.await(fiber)
    if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) {
      return yield* new Redis.RedisError({ cause: new NoReply({ reason: "closed" }) })
    }
    return yield* exit
  })

/** Once one command has waited in vain, later ones don't wait. */
const awaitFirstAttempt = ({ firstAttempt, replyTimeout }: Connection) =>
  Effect.timeoutOrElse(Deferred.await(firstAttempt), {
    duration: replyTimeout,
    orElse: () => Deferred.succeed(firstAttempt, undefined),
  })

/** One command on one link, until its reply or its loss. */
const exchange = <A>({ client, lost }: Link, command: ReadonlyArray<string>, replyTimeout: Duration.Input) =>
  RedisClient.send<A>(client, command).pipe(
    // The second, short sleep lets a busy event loop read a reply that came in time.
    Effect.raceFirst(
      Effect.suspend(() => {
        Deferred.doneUnsafe(lost, Exit.succeed(lateReply))
        return Effect.fail(new Redis.RedisError({ cause: new NoReply({ reason: "timeout" }) }))
      }).pipe(Effect.delay(1), Effect.delay(replyTimeout)),
    ),
  )

const commandsOnly = Effect.fail(
  new Redis.RedisError({
    cause: new Error("This connection supports neither blocking commands nor subscriptions"),
  }),
)
