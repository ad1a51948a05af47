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
import type { Answer, AnswerCache, Found, Shared } from "../ports/AnswerCache.ts"

/** One cacheable request. */
export interface CachedRequest<A, R> {
  /** The kind of answer, for metrics. */
  readonly kind: "page" | "search"
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
  /** Whether a fresh answer is recent enough for this call at a time in ms since the epoch; by default it is. */
  readonly isRecent?: (value: A, now: number) => boolean
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
  Effect.tap(answerOf(cache, request), ({ cached }) =>
    Metric.update(counters[request.kind][cached ? "cached" : "new"], 1),
  )

/** The number of answers by kind (`page`, `search`), and whether they were `cached`. */
export const answers: Metric.Counter<number> = Metric.counter("porthole_answers_total", {
  description: "Answers by kind, and whether they came from the cache",
  incremental: true,
})

// --- private --------------------------------------------------------------------------

const counterOf = (kind: CachedRequest<never, never>["kind"], cached: boolean): Metric.Metric<number, unknown> =>
  Metric.withAttributes(answers, { of: kind, cached: String(cached) })

/** Made once, because making a metric with attributes costs more than counting. */
const counters = {
  page: { cached: counterOf("page", true), new: counterOf("page", false) },
  search: { cached: counterOf("search", true), new: counterOf("search", false) },
}

/** A request under way. */
interface Call<A, R> extends CachedRequest<A, R> {
  readonly cache: AnswerCache<A>
  /** When its caller gives up, in ms since the epoch. */
  readonly endsAt: number
  /** Its timeout in ms. */
  readonly patience: number
}

const answerOf = Effect.fnUntraced(function* <A, R>(
  cache: AnswerCache<A>,
  request: CachedRequest<A, R>,
): Effect.fn.Return<Answer<A>, WebError, R> {
  const endsAt = yield* Deadline.endsWithin(request.timeout)
  const call = { ...request, cache, endsAt, patience: Duration.toMillis(request.timeout) }
  if (call.bypass === true) return yield* Effect.andThen(call.pay, askAndKeep(call, undefined))
  const found = yield* find(call)
  if (found?.isFresh === true) return cachedAnswer(found.value)
  const { exit } = yield* Conversation.use((conversation) => onceForConversation(call, conversation))
  return yield* exit
})

const cachedAnswer = <A>(value: A): Answer<A> => ({ value, cached: true })

const askAndKeep = <A, R>(call: Call<A, R>, stale: A | undefined): Effect.Effect<Answer<A>, WebError, R> =>
  Effect.flatMap(call.ask(stale), (answer) =>
    answer.storable
      ? // A slow store gets half of the remaining time, so that the call still returns its answer in time.
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.as(call.cache.keep(call.key, answer.value, Math.max(1, (call.endsAt - now) / 2)), answer),
        )
      : Effect.succeed(answer),
  )

/** The stored answer that is allowed now. */
const find = Effect.fnUntraced(function* <A, R>({
  admits,
  cache,
  isRecent = () => true,
  key,
  patience,
}: Call<A, R>): Effect.fn.Return<Found<A> | undefined> {
  const found = yield* cache.find(key, patience / 10)
  if (found === undefined || !admits(found.value)) return undefined
  return { ...found, isFresh: found.isFresh && isRecent(found.value, yield* Clock.currentTimeMillis) }
})

/** Looks up once more: the answer may have been stored between a caller's own lookup and its turn. */
const findOrAsk = <A, R>(call: Call<A, R>): Effect.Effect<Answer<A>, WebError, R> =>
  Effect.flatMap(find(call), (found) =>
    found?.isFresh === true ? Effect.succeed(cachedAnswer(found.value)) : askAndKeep(call, found?.value),
  )

/** One download for all conversations of the tenant. It times out, so that callers can't join a hanging one forever. */
const download = <A, R>(call: Call<A, R>): Effect.Effect<Shared<A>, never, R> => {
  const { endsAt, timeoutError } = call
  const run = Deadline.within(
    Effect.map(Effect.exit(findOrAsk(call)), (exit): Shared<A> => ({ exit, endsAt, isTimedOut: false })),
    {
      duration: call.patience,
      orElse: () => Effect.succeed<Shared<A>>({ exit: Exit.fail(timeoutError), endsAt, isTimedOut: true }),
    },
  )
  return joinOrRun(call, call.key, run, () => payAndDownload(call))
}

/** One that joins a running download pays nothing. */
const payAndDownload = <A, R>(call: Call<A, R>): Effect.Effect<Shared<A>, never, R> =>
  Effect.flatMap(call.cache.isUnderWay(call.key), (isUnderWay) =>
    isUnderWay
      ? download(call)
      : Effect.matchEffect(call.pay, {
          onFailure: (error) => Effect.succeed({ exit: Exit.fail(error), endsAt: call.endsAt, isTimedOut: false }),
          onSuccess: () => download(call),
        }),
  )

/** Concurrent calls of one conversation pay once. */
const onceForConversation = <A, R>(
  call: Call<A, R>,
  conversation: ConversationId,
): Effect.Effect<Shared<A>, never, R> =>
  joinOrRun(
    call,
    `conversation ${JSON.stringify([conversation.id, call.key])}`,
    Effect.suspend(() => payAndDownload(call)),
    () => onceForConversation(call, conversation),
  )

/**
 * Joins the running effect of this name, or runs it. One that another caller began with too little time for us is run
 * again by `retry`.
 */
const joinOrRun = <A, R>(
  call: Call<A, R>,
  name: string,
  run: Effect.Effect<Shared<A>, never, R>,
  retry: () => Effect.Effect<Shared<A>, never, R>,
): Effect.Effect<Shared<A>, never, R> =>
  Effect.suspend(() => {
    let isOwn = false
    const own = Effect.suspend(() => {
      isOwn = true
      return run
    })
    return Effect.flatMap(call.cache.once(name, own), (end) =>
      !isOwn && hadTooLittleTime(call, end) ? retry() : Effect.succeed(end),
    )
  })

/** Whether a shared call might have succeeded with as much time as this one has. */
const hadTooLittleTime = <A, R>({ endsAt, patience }: Call<A, R>, end: Shared<A>): boolean =>
  end.isTimedOut || (Exit.isFailure(end.exit) && end.endsAt + patience / 10 < endsAt)
