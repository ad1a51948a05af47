/**
 * The {@link RequestBudget} over Effect's token bucket: `max_requests_per_minute` for a conversation or a tenant
 * (`rate_limit_by`), and `max_uses` for a conversation.
 *
 * Callers of one bucket form a queue: the first waits for the next token, and a caller that would wait beyond its
 * deadline fails at once with the wait. If a store such as a Redis is lost, a bucket of this process replaces it until
 * it answers again.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { BoundedMap, Conversation, Deadline, Economy, Settings, WebError } from "@porthole/core"
import * as StoreGuard from "./StoreGuard.ts"

/** The budget over the provided store. */
export const layer: Layer.Layer<never, never, RateLimiter.RateLimiterStore> = Layer.effect(
  Economy.RequestBudget,
  Effect.gen(function* () {
    const { max_requests_per_minute, max_uses, rate_limit_by } = yield* Settings.Settings
    const consume = yield* makeConsume(max_requests_per_minute)
    const turns = makeTurns(60_000 / max_requests_per_minute)
    const uses = countUses(max_uses)

    return {
      spend: Effect.gen(function* () {
        const caller = yield* Conversation.Conversation
        const key = JSON.stringify(rate_limit_by === "tenant" ? [caller.tenant] : [caller.tenant, caller.id])
        const use = uses.take(caller)
        if (use === undefined) return yield* Effect.fail(exceededError)
        yield* turns(key, consume(key)).pipe(
          Effect.catch((wait) => Effect.fail(rateLimitError(wait, max_requests_per_minute))),
          Effect.onError(() => Effect.sync(use.giveBack)),
        )
      }),
    }
  }),
)

/** Takes one use of a conversation; `undefined` if none is left. A failed use is given back. */
export interface UseCount {
  readonly take: (caller: Conversation.ConversationId) => { readonly giveBack: () => void } | undefined
}

/** Maximum number of remembered conversations; the least recently used one is forgotten. */
export const maxConversations = 10_000

/** Counts at most `maxUses` uses per conversation; without a limit it counts nothing. */
export const countUses = (maxUses: number | undefined): UseCount => {
  if (maxUses === undefined) return { take: () => freeUse }
  const counts = BoundedMap.make<number>({ maxEntries: maxConversations, maxWeight: maxConversations })
  return {
    take: ({ id, tenant }) => {
      const key = JSON.stringify([tenant, id])
      const count = counts.get(key) ?? 0
      if (count >= maxUses) return undefined
      counts.set(key, count + 1, 1)
      return { giveBack: () => counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1), 1) }
    },
  }
}

/**
 * Takes a turn at a key's bucket. `consume` succeeds with 0, or with the ms until the next token. Fails with the total
 * wait in ms if that ends after the current deadline.
 */
export type Turns = (key: string, consume: Effect.Effect<number>) => Effect.Effect<void, number>

/** Makes the queues of buckets that gain a token every `interval` ms. A key without waiting callers has none. */
export const makeTurns = (interval: number): Turns => {
  const lines = new Map<string, Waiting>()

  /** At the head of a queue: takes a token, or waits for it. */
  const head = (line: Waiting, consume: Effect.Effect<number>): Effect.Effect<void, number> =>
    Effect.flatMap(consume, (wait) => {
      if (wait === 0) return Effect.void
      return Effect.flatMap(nowAndDeadline, ([now, { endsAt }]) => {
        line.nextAt = now + wait
        return line.nextAt >= endsAt ? Effect.fail(wait) : Effect.andThen(Effect.sleep(wait), head(line, consume))
      })
    })

  /** Joins a queue whose head is `wait` ms before the next token, unless the turn would come too late. */
  const join = (key: string, consume: Effect.Effect<number>, wait: number): Effect.Effect<void, number> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(nowAndDeadline, ([now, { endsAt }]) => {
        const line = lines.get(key) ?? { lock: Semaphore.makeUnsafe(1), length: 0, nextAt: now + wait }
        const total = Math.max(0, line.nextAt - now) + line.length * interval
        if (now + total >= endsAt) return Effect.fail(total)
        lines.set(key, line)
        line.length++
        return Effect.onExit(restore(line.lock.withPermits(1)(head(line, consume))), () => {
          line.length--
          if (line.length === 0) lines.delete(key)
          return Effect.void
        })
      }),
    )

  return (key, consume) =>
    Effect.suspend(() =>
      lines.has(key)
        ? join(key, consume, 0)
        : Effect.flatMap(consume, (wait) => (wait === 0 ? Effect.void : join(key, consume, wait))),
    )
}

/** Maximum number of remembered keys; a forgotten one begins with a full bucket. */
export const maxKeys = 10_000

/**
 * Effect's rate limiter store in memory, bounded and initially empty. Effect's own forgets no key, so each key has a
 * store of its own here, and the least recently used one is removed.
 */
export const layerStoreMemory: Layer.Layer<RateLimiter.RateLimiterStore> = Layer.sync(
  RateLimiter.RateLimiterStore,
  () => {
    const stores = BoundedMap.make<Store>({ maxEntries: maxKeys, maxWeight: maxKeys })

    const withStore = <A, E>(key: string, use: (store: Store) => Effect.Effect<A, E>): Effect.Effect<A, E> => {
      const known = stores.get(key)
      if (known !== undefined) return use(known)
      return Effect.flatMap(empty, (store) => {
        const first = stores.get(key) ?? store
        stores.set(key, first, 1)
        return use(first)
      })
    }

    return {
      fixedWindow: (options) => withStore(options.key, ({ fixedWindow }) => fixedWindow(options)),
      tokenBucket: (options) => withStore(options.key, ({ tokenBucket }) => tokenBucket(options)),
      adaptiveConsume: (options) => withStore(options.key, ({ adaptiveConsume }) => adaptiveConsume(options)),
      adaptiveFeedback: (options) => withStore(options.key, ({ adaptiveFeedback }) => adaptiveFeedback(options)),
    }
  },
)

// --- private --------------------------------------------------------------------------

const exceededError = WebError.make({
  error: "budget_exceeded",
  message:
    "This conversation has used up its searches and fetches. Answer with what you have; cached pages stay readable.",
})

const rateLimitError = (wait: number, limit: number): WebError.WebError => {
  const retry_after = Math.max(1, Math.ceil(wait / 1_000))
  return WebError.make({
    error: "rate_limited",
    retry_after,
    message:
      `The limit of ${limit} searches and fetches a minute (max_requests_per_minute) is reached. Try again in ` +
      `${retry_after} s; cached pages can be read at once.`,
  })
}

const nowAndDeadline = Effect.all([Clock.currentTimeMillis, Deadline.Deadline])

/** Takes a token of a key's bucket: succeeds with 0, or with the ms until the next token. */
type Consume = (key: string) => Effect.Effect<number>

const take = (
  limiter: RateLimiter.RateLimiter,
  limit: number,
  key: string,
): Effect.Effect<number, RateLimiter.RateLimiterError> =>
  limiter.consume({ key, limit, window: "1 minute", algorithm: "token-bucket", onExceeded: "fail" }).pipe(
    Effect.as(0),
    Effect.catchReason("RateLimiterError", "RateLimitExceeded", ({ retryAfter }) =>
      Effect.succeed(Math.max(1, Duration.toMillis(retryAfter))),
    ),
  )

const makeConsume = (limit: number): Effect.Effect<Consume, never, RateLimiter.RateLimiterStore | Scope.Scope> =>
  Effect.gen(function* () {
    const shared = yield* RateLimiter.make
    const own = yield* Effect.provide(RateLimiter.make, layerStoreMemory)
    const guarded = yield* StoreGuard.make("of the rate limit")

    return (key) =>
      Effect.flatMap(
        guarded(() => take(shared, limit, key)),
        Option.match({ onNone: () => Effect.orDie(take(own, limit, key)), onSome: Effect.succeed }),
      )
  })

const freeUse = { giveBack: () => {} }

interface Waiting {
  readonly lock: Semaphore.Semaphore
  length: number
  /** When the head of the queue expects its token, in ms since the epoch. */
  nextAt: number
}

type Store = RateLimiter.RateLimiterStore["Service"]

const empty: Effect.Effect<Store> = Effect.map(
  Effect.scoped(Layer.build(Layer.fresh(RateLimiter.layerStoreMemory))),
  Context.get(RateLimiter.RateLimiterStore),
)
