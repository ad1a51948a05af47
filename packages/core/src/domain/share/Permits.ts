/**
 * Permits by weight that tenants share: a semaphore whose holders are bounded by a {@link Share.Share}, and whose
 * waiting callers stand in a {@link FairQueue.FairQueue}. What gets no turn is told, with the time of another try.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Conversation } from "../Conversation.ts"
import * as WebError from "../WebError.ts"
import * as FairQueue from "./FairQueue.ts"
import * as Share from "./Share.ts"

/** The bounds of permits. */
export interface Options extends Share.Rule {
  /** Maximum number of callers that wait. */
  readonly maxWaiting: number
  /** Maximum wait for a turn, unless {@link Permits.hold} gets another one. */
  readonly maxWait: Duration.Duration
  /**
   * The weight up to which a call of a tenant that holds nothing may overtake one that is too heavy for what is free.
   * Heavier calls may not, because they would keep the heavy one out. Default: 0, so that no call overtakes it.
   */
  readonly light?: number
}

/** Permits by weight. */
export interface Permits {
  /**
   * Runs an effect while the current tenant holds a weight, from its turn on. Fails as {@link overloaded} if it gets no
   * turn.
   */
  readonly hold: (
    weight: number,
    maxWait?: Duration.Duration,
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | WebError.WebError, R>
}

/** The failure of a call that got no turn; `row` names what it waited for, in the plural. */
export const overloaded = (row: string, maxWait: Duration.Duration): WebError.WebError =>
  WebError.make({
    error: "rate_limited",
    reason: "overloaded",
    message: `Too many ${row} are being worked on.`,
    retry_after: Math.max(1, Math.ceil(Duration.toSeconds(maxWait))),
  })

/** Makes permits, all of them free. */
export const make = (row: string, options: Options): Permits => {
  let clock: Clock.Clock | undefined
  const state: State = {
    share: Share.make(options, { now: () => clock?.currentTimeMillisUnsafe() ?? 0 }),
    queue: FairQueue.make({ maxWeight: options.maxWaiting }),
    light: options.light ?? 0,
  }
  return {
    hold:
      (weight, maxWait = options.maxWait) =>
      (effect) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(Effect.all([Clock.Clock, Conversation]), ([current, { tenant }]) => {
            clock = current
            const refusal = overloaded(row, maxWait)
            const caller: Caller = { tenant, weight, hasTurn: false, turn: Deferred.makeUnsafe() }
            enter(state, caller, refusal)
            return Effect.onExit(restore(Effect.andThen(turnOf(caller, maxWait, refusal), effect)), () =>
              Effect.sync(() => leave(state, caller)),
            )
          }),
        ),
  }
}

// --- private --------------------------------------------------------------------------

interface State {
  readonly share: Share.Share
  readonly queue: FairQueue.FairQueue<Caller>
  readonly light: number
}

/** A call that waits, or holds its weight. */
interface Caller {
  readonly tenant: string
  readonly weight: number
  hasTurn: boolean
  readonly turn: Deferred.Deferred<void, WebError.WebError>
}

const turnOf = (
  { hasTurn, turn }: Caller,
  maxWait: Duration.Duration,
  refusal: WebError.WebError,
): Effect.Effect<void, WebError.WebError> =>
  hasTurn
    ? Effect.void
    : Effect.timeoutOrElse(Deferred.await(turn), { duration: maxWait, orElse: () => Effect.fail(refusal) })

const enter = (state: State, caller: Caller, refusal: WebError.WebError): void => {
  const { queue, share } = state
  share.see(caller.tenant)
  queue.add(caller, caller.tenant)
  giveTurns(state)
  for (const { turn } of queue.trim()) Deferred.doneUnsafe(turn, Exit.fail(refusal))
}

const leave = (state: State, caller: Caller): void => {
  if (caller.hasTurn) state.share.release(caller.tenant, caller.weight)
  else state.queue.remove(caller)
  giveTurns(state)
}

const giveTurns = (state: State): void => {
  for (let next = nextOf(state); next !== undefined; next = nextOf(state)) {
    next.hasTurn = true
    state.share.take(next.tenant, next.weight)
    Deferred.doneUnsafe(next.turn, Exit.void)
  }
}

/** Takes the next call that may have its turn out of the queue. */
const nextOf = ({ light, queue, share }: State): Caller | undefined => {
  let isHeavyWaiting = false
  return queue.take(({ tenant, weight }) => {
    const isNew = share.heldBy(tenant) === 0
    const mayTake = share.mayTake(tenant, weight)
    if (isNew && !mayTake) isHeavyWaiting = true
    return mayTake && (!isHeavyWaiting || (isNew && weight <= light))
  })
}
