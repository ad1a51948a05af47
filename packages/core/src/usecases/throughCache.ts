/**
 * Runs a request through the cache: the cache first, then the backend. Concurrent requests with the same key share one
 * call, except those that bypass the cache.
 *
 * The kernel does this for every backend, because a page from a paid service costs more than one that we fetch.
 * Concurrent calls of one conversation pay once for a request. The conversations of a tenant share the download itself:
 * one that joins a running download pays nothing, and none waits for another's payment.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Deadline from "../domain/time/Deadline.ts"
import { Conversation, type ConversationId } from "../domain/Conversation.ts"
import type { WebError } from "../domain/WebError.ts"
import type { Answer, AnswerCache, Shared } from "../ports/AnswerCache.ts"

/** One cacheable request. */
export interface CachedRequest<A, R> {
  /** The kind of answer, as in metrics. */
  readonly of: "page" | "search"
  /** Everything that shapes the answer, besides the tenant: see {@link keyOf}. */
  readonly key: string
  /** Skips the cache and shares no call; the answer is stored all the same, so that later answers aren't older. */
  readonly bypass?: boolean
  /** Timeout of the call. */
  readonly timeout: Duration.Duration
  /** The error after the timeout. */
  readonly timeoutError: WebError
  /** Whether an answer from the cache is allowed under the current rules. */
  readonly admits: (value: A) => boolean
  /** Takes the request from the budget. */
  readonly pay: Effect.Effect<void, WebError>
  /** Calls the backend. A stale answer that is allowed comes along. */
  readonly ask: (stale: A | undefined) => Effect.Effect<Reply<A>, WebError, R>
}

/** The backend's answer; `storable` is whether it may be stored. */
export interface Reply<A> extends Answer<A> {
  readonly storable: boolean
}

/** A key of a tenant. */
export const keyOf = ({ tenant }: ConversationId, ...parts: ReadonlyArray<unknown>): string =>
  JSON.stringify([tenant, ...parts])

/** Runs a request through a cache. */
export const throughCache = <A, R>(
  cache: AnswerCache<A>,
  request: CachedRequest<A, R>,
): Effect.Effect<Answer<A>, WebError, R> =>
  Effect.tap(askThroughCache(cache, request), ({ cached }) =>
    Metric.update(counters[request.of][cached ? "cached" : "new"], 1),
  )

/** The number of answers by kind (`page`, `search`), and whether they were `cached`. */
export const answers: Metric.Counter<number> = Metric.counter("porthole_answers_total", {
  description: "Answers by kind, and whether they came from the cache",
  incremental: true,
})

// --- private --------------------------------------------------------------------------

const counterOf = (of: CachedRequest<never, never>["of"], cached: boolean): Metric.Metric<number, unknown> =>
  Metric.withAttributes(answers, { of, cached: String(cached) })

/** Made once, because making a metric with attributes costs more than counting. */
const counters = {
  page: { cached: counterOf("page", true), new: counterOf("page", false) },
  search: { cached: counterOf("search", true), new: counterOf("search", false) },
}

const askThroughCache = Effect.fnUntraced(function* <A, R>(
  cache: AnswerCache<A>,
  { admits, ask, bypass, key, timeoutError, pay, timeout: duration }: CachedRequest<A, R>,
): Effect.fn.Return<Answer<A>, WebError, R> {
  const endsAt = yield* Deadline.endsWithin(duration)
  const timeout = Duration.toMillis(duration)
  const askAndKeep = (stale: A | undefined): Effect.Effect<Answer<A>, WebError, R> =>
    Effect.flatMap(ask(stale), (answer) =>
      answer.storable
        ? // A slow store gets half of the remaining time, so that the call still returns its answer in time.
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            Effect.as(cache.keep(key, answer.value, Math.max(1, (endsAt - now) / 2)), answer),
          )
        : Effect.succeed(answer),
    )
  if (bypass === true) return yield* Effect.andThen(pay, askAndKeep(undefined))

  const find = Effect.map(cache.find(key, timeout / 10), (found) =>
    found !== undefined && admits(found.value) ? found : undefined,
  )
  // Looked up once more: it may have been stored between a caller's own lookup and its turn.
  const findOrAsk = Effect.flatMap(find, (found) =>
    found?.isFresh === true ? hit(found.value) : askAndKeep(found?.value),
  )

  /** A shared download times out, so that callers can't join a hanging one forever. */
  const bounded = (call: Effect.Effect<Shared<A>, never, R>): Effect.Effect<Shared<A>, never, R> =>
    Deadline.within(call, {
      duration: timeout,
      orElse: () => Effect.succeed({ exit: Exit.fail(timeoutError), endsAt, isTimedOut: true }),
    })

  const inTime = (exit: Exit.Exit<Answer<A>, WebError>): Shared<A> => ({ exit, endsAt, isTimedOut: false })

  /** Whether a call might have succeeded with as much time as this one has. */
  const ranShort = (end: Shared<A>): boolean =>
    end.isTimedOut || (Exit.isFailure(end.exit) && end.endsAt + timeout / 10 < endsAt)

  /** Runs or joins a call. A call that another caller began with too little time for us is run again. */
  const together = (
    name: string,
    call: Effect.Effect<Shared<A>, never, R>,
    again: () => Effect.Effect<Shared<A>, never, R>,
  ): Effect.Effect<Shared<A>, never, R> =>
    Effect.suspend(() => {
      let isOwnCall = false
      const ownCall = Effect.suspend(() => {
        isOwnCall = true
        return call
      })
      return Effect.flatMap(cache.once(name, ownCall), (end) =>
        !isOwnCall && ranShort(end) ? again() : Effect.succeed(end),
      )
    })

  const download = (): Effect.Effect<Shared<A>, never, R> =>
    together(key, bounded(Effect.map(Effect.exit(findOrAsk), inTime)), paid)

  const paid = (): Effect.Effect<Shared<A>, never, R> =>
    Effect.flatMap(cache.isUnderWay(key), (isUnderWay) =>
      isUnderWay
        ? download()
        : Effect.matchEffect(pay, {
            onFailure: (error) => Effect.succeed(inTime(Exit.fail(error))),
            onSuccess: download,
          }),
    )

  const asConversation = (conversation: ConversationId): Effect.Effect<Shared<A>, never, R> =>
    together(`conversation ${JSON.stringify([conversation.id, key])}`, Effect.suspend(paid), () =>
      asConversation(conversation),
    )

  const found = yield* find
  if (found?.isFresh === true) return yield* hit(found.value)
  const { exit } = yield* Conversation.use(asConversation)
  return yield* exit
})

const hit = <A>(value: A): Effect.Effect<Answer<A>> => Effect.succeed({ value, cached: true })
