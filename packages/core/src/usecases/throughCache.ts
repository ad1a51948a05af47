/**
 * How a use-case asks: the cache first, then the world, and never twice at once for the same thing.
 *
 * The kernel does this for every backend alike, because a page that a paid service reads costs more
 * than one that we fetch ourselves. Calls of one conversation stand together and pay once; then all
 * conversations of a tenant share the asking. Whoever comes while that is under way pays nothing, and
 * nobody waits for what another has to pay.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Deadline from "../domain/Deadline.ts"
import { Conversation, type ConversationId } from "../domain/Conversation.ts"
import type { WebError } from "../domain/WebError.ts"
import type { Answer, AnswerCache, Shared } from "../ports/AnswerCache.ts"

/** One question to the world. */
export interface Question<A, R> {
  /** What is asked for, as metrics name it. */
  readonly of: "page" | "search"
  /** What shapes the answer, beside the tenant: see {@link keyOf}. */
  readonly key: string
  /** Not looked up, and shared with nobody; the answer is kept all the same, so that what comes later isn't older. */
  readonly bypass?: boolean
  /** How long the call may take. */
  readonly timeout: Duration.Duration
  /** What a call that took longer fails with. */
  readonly late: WebError
  /** Whether an answer from the cache may be given under the rules in force now. */
  readonly admits: (value: A) => boolean
  /** Pays for asking. */
  readonly pay: Effect.Effect<void, WebError>
  /** Asks the world. What was kept, and may be given, but isn't fresh any more comes along. */
  readonly ask: (stale: A | undefined) => Effect.Effect<Asked<A>, WebError, R>
}

/** What the world said; `storable` is whether it may be kept. */
export interface Asked<A> extends Answer<A> {
  readonly storable: boolean
}

/** A key of a tenant. */
export const keyOf = ({ tenant }: ConversationId, ...parts: ReadonlyArray<unknown>): string =>
  JSON.stringify([tenant, ...parts])

/** Asks by way of a cache. */
export const throughCache = <A, R>(
  cache: AnswerCache<A>,
  question: Question<A, R>,
): Effect.Effect<Answer<A>, WebError, R> =>
  Effect.tap(
    Effect.flatMap(Deadline.endsWithin(question.timeout), (endsAt) => asked(cache, question, endsAt)),
    ({ cached }) => Metric.update(Metric.withAttributes(answers, { of: question.of, cached: String(cached) }), 1),
  )

/** Answers by what they are `of` (`page`, `search`), and whether they were `cached`. */
export const answers: Metric.Counter<number> = Metric.counter("porthole_answers_total", {
  description: "Answers by kind, and whether they came from the cache",
  incremental: true,
})

// --- private --------------------------------------------------------------------------

const asked = <A, R>(
  cache: AnswerCache<A>,
  { admits, ask, bypass, key, late, pay, timeout: duration }: Question<A, R>,
  endsAt: number,
): Effect.Effect<Answer<A>, WebError, R> => {
  const timeout = Duration.toMillis(duration)
  const askAndKeep = (stale: A | undefined): Effect.Effect<Answer<A>, WebError, R> =>
    Effect.flatMap(ask(stale), (asked) =>
      asked.storable
        ? // An answer in hand isn't given up for a store that is slow to take it.
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            Effect.as(cache.keep(key, asked.value, Math.max(1, (endsAt - now) / 2)), asked),
          )
        : Effect.succeed(asked),
    )
  if (bypass === true) return Effect.andThen(pay, askAndKeep(undefined))

  const find = Effect.map(cache.find(key, timeout / 10), (found) =>
    found !== undefined && admits(found.value) ? found : undefined,
  )
  // Looked for once more: it may have been kept between a caller's own look and its turn.
  const look = Effect.flatMap(find, (found) => (found?.isFresh === true ? hit(found.value) : askAndKeep(found?.value)))

  /** Without an end of its own, a call that hangs would be joined for ever. */
  const bounded = (call: Effect.Effect<Shared<A>, never, R>): Effect.Effect<Shared<A>, never, R> =>
    Deadline.within(call, {
      duration: timeout,
      orElse: () => Effect.succeed({ exit: Exit.fail(late), endsAt, isLate: true }),
    })

  const inTime = (exit: Exit.Exit<Answer<A>, WebError>): Shared<A> => ({ exit, endsAt, isLate: false })

  /** Whether a call might not have failed if it had had as much time as this one has. */
  const ranShort = (end: Shared<A>): boolean =>
    end.isLate || (Exit.isFailure(end.exit) && end.endsAt + timeout / 10 < endsAt)

  /** Runs or joins a call; one that somebody else began too early for us is begun anew. */
  const together = (
    name: string,
    call: Effect.Effect<Shared<A>, never, R>,
    again: () => Effect.Effect<Shared<A>, never, R>,
  ): Effect.Effect<Shared<A>, never, R> =>
    Effect.suspend(() => {
      let isOurs = false
      const ours = Effect.suspend(() => {
        isOurs = true
        return bounded(call)
      })
      return Effect.flatMap(cache.once(name, ours), (end) => (!isOurs && ranShort(end) ? again() : Effect.succeed(end)))
    })

  const download = (): Effect.Effect<Shared<A>, never, R> => together(key, Effect.map(Effect.exit(look), inTime), paid)

  const paid = (): Effect.Effect<Shared<A>, never, R> =>
    Effect.flatMap(cache.isUnderWay(key), (isUnderWay) =>
      isUnderWay
        ? download()
        : Effect.matchEffect(pay, {
            onFailure: (error) => Effect.succeed(inTime(Exit.fail(error))),
            onSuccess: download,
          }),
    )

  const asConversation = (who: ConversationId): Effect.Effect<Shared<A>, never, R> =>
    together(`conversation ${JSON.stringify([who.id, key])}`, Effect.suspend(paid), () => asConversation(who))

  return Effect.flatMap(find, (found) =>
    found?.isFresh === true
      ? hit(found.value)
      : Effect.flatMap(Effect.flatMap(Conversation, asConversation), ({ exit }) => exit),
  )
}

const hit = <A>(value: A): Effect.Effect<Answer<A>> => Effect.succeed({ value, cached: true })
