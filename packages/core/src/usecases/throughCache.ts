/**
 * How a use-case asks: the cache first, then the world, and never twice at once for the same thing.
 *
 * The kernel does this for every backend alike, because a page that a paid service reads costs more
 * than one that we fetch ourselves.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Conversation, type ConversationId } from "../domain/Conversation.ts"
import type { WebError } from "../domain/WebError.ts"
import type { Answer, AnswerCache, Found, Shared } from "../ports/AnswerCache.ts"

/** One question to the world. */
export interface Question<A, R> {
  /** What shapes the answer, beside the tenant: see {@link keyOf}. */
  readonly key: string
  /** Not looked up, and shared with nobody; the answer is kept all the same, so that what comes later isn't older. */
  readonly bypass?: boolean
  /** Whether an answer from the cache may be given under the rules in force now. */
  readonly admits: (value: A) => boolean
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

/** Asks by way of a cache; without one, the world each time. */
export const throughCache = <A, R>(
  cache: AnswerCache<A> | undefined,
  { admits, ask, bypass, key }: Question<A, R>,
): Effect.Effect<Answer<A>, WebError, R> => {
  if (cache === undefined) return ask(undefined)

  const askAndKeep = (stale: A | undefined): Effect.Effect<Answer<A>, WebError, R> =>
    Effect.flatMap(ask(stale), (asked) =>
      asked.storable ? Effect.as(cache.keep(key, asked.value), asked) : Effect.succeed(asked),
    )
  if (bypass === true) return askAndKeep(undefined)

  const find = Effect.map(cache.find(key), (found) => (found !== undefined && admits(found.value) ? found : undefined))
  // Looked for once more: it may have been kept between a caller's own look and its turn.
  const look = Effect.flatMap(find, (found) => (found?.isFresh === true ? hit(found) : askAndKeep(found?.value)))

  const shared: Effect.Effect<Answer<A>, WebError, R> = Effect.flatMap(payer, (me) =>
    Effect.flatMap(
      cache.once(
        key,
        Effect.map(Effect.exit(look), (exit): Shared<A> => ({ payer: me, exit })),
      ),
      (end) => (end.payer !== me && endedByLimit(end) ? shared : end.exit),
    ),
  )
  return Effect.flatMap(find, (found) => (found?.isFresh === true ? hit(found) : shared))
}

// --- private --------------------------------------------------------------------------

const hit = <A>({ value }: Found<A>): Effect.Effect<Answer<A>> => Effect.succeed({ value, cached: true })

const payer = Effect.map(Conversation, ({ id, tenant }) => JSON.stringify([tenant, id]))

/** Another conversation's limits are none of ours: whoever waited for it asks again, at its own expense. */
const endedByLimit = ({ exit }: Shared<unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some(
    (reason) =>
      reason._tag === "Fail" && (reason.error.error === "rate_limited" || reason.error.error === "budget_exceeded"),
  )
