/**
 * One turn at a host, under its lease: some of its items are visited, each outcome is written at once, and the turn
 * ends with the wait until the next one. A host that fails, or answers slowly, ends its turn early.
 */
import { Frontier, HostPace, type Visits } from "@porthole/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import * as HostState from "./HostState.ts"
import { troubleOf } from "./Trouble.ts"

/** How long a lease lasts in milliseconds; it is renewed three times as often. */
export const ttl = 60_000

/**
 * For how many milliseconds from its request on a lease is used: its host is left some time before another owner can
 * have it, by this process's own clock, because a process that was frozen goes on before it can ask.
 */
export const used = 50_000

/** An item's wait for its host: from when it is visited or its request is sent, until that has an answer. */
export interface Wait {
  /** When it began, in ms since the epoch; infinite if the item doesn't wait. */
  since: number
}

/** What a turn shares with the job. */
export interface Shared {
  readonly isStopped: () => boolean
  /** The waits of the items that are being visited. */
  readonly waits: Set<Wait>
}

/**
 * Visits a host until its turn ends. A lease that was lost ends it, too: another owner has the items. `leasedAt` is
 * when the lease was asked for.
 */
export const take = <E, R>(
  frontier: Frontier.Frontier["Service"],
  options: Visits.Options<E, R>,
  { lease, leasedAt }: { readonly lease: Frontier.Lease; readonly leasedAt: number },
  shared: Shared,
): Effect.Effect<void, E | Frontier.FrontierError, R> => {
  const turn: Turn<E, R> = {
    frontier,
    options,
    lease,
    shared,
    endsAt: leasedAt + used,
    state: HostState.fromNotes(lease.notes),
    last: undefined,
    slowest: 0,
    trouble: undefined,
  }
  return Effect.raceFirst(visitItems(turn), renew(turn)).pipe(
    // Other owners needn't wait for the lease's end.
    Effect.onError(() => Effect.ignore(Effect.timeout(release(turn), hasty))),
    Effect.andThen(release(turn)),
    Effect.catchIf(isLost, () => Effect.void),
  )
}

// --- private --------------------------------------------------------------------------

interface Turn<E, R> {
  readonly frontier: Frontier.Frontier["Service"]
  readonly options: Visits.Options<E, R>
  readonly lease: Frontier.Lease
  readonly shared: Shared
  /** Until when the lease is used, in ms since the epoch. */
  endsAt: number
  state: HostState.HostState
  /** The time from which the next request's distance counts. */
  last: number | undefined
  /** The longest time that it took to answer. */
  slowest: number
  /** The failure that ended the turn. */
  trouble: HostState.Trouble | undefined
}

/** How many milliseconds an interrupted turn may take to end its lease. */
const hasty = 1_000

const isLost = (error: unknown): error is Frontier.FrontierError =>
  error instanceof Frontier.FrontierError && error.reason === "lost"

/** How many items a turn of a host without a pace has, for each request at the same time. */
const batch = 8

/** Maximum number of items that are given up at once. */
const chunk = 500

/** Renews the lease again and again; one that can't be renewed in time is lost. */
const renew = Effect.fnUntraced(function* <E, R>(turn: Turn<E, R>): Effect.fn.Return<never, Frontier.FrontierError> {
  for (;;) {
    yield* Effect.sleep(Math.max(0, Math.min(ttl / 3, turn.endsAt - (yield* Clock.currentTimeMillis))))
    const askedAt = yield* Clock.currentTimeMillis
    const left = turn.endsAt - askedAt
    if (left <= 0) return yield* lost
    yield* Effect.timeoutOrElse(turn.frontier.renew(turn.lease, ttl), { duration: left, orElse: () => lost })
    turn.endsAt = askedAt + used
  }
})

const lost = Effect.fail(new Frontier.FrontierError({ reason: "lost" }))

/**
 * The right to send a request of an item, which waits for the answer until the scope ends. Once the right to the turn's
 * own host has ended, so does the turn.
 */
const permit = <E, R>(turn: Turn<E, R>, wait: Wait, host: string): Effect.Effect<number, never, Scope> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    // Read only now: a request waits for its pace, while the lease is renewed.
    const until = host === turn.lease.host ? turn.endsAt : Infinity
    const begin = Effect.sync(() => void (wait.since = now))
    return now < until
      ? Effect.as(
          Effect.acquireRelease(begin, () => Effect.sync(() => void (wait.since = Infinity))),
          until,
        )
      : Effect.never
  })

const intervalOf = <E, R>({ options, state }: Turn<E, R>): number => Math.max(options.interval, state.demanded)

const visitItems = Effect.fnUntraced(function* <E, R>(turn: Turn<E, R>) {
  const { frontier, lease, options, state } = turn
  const interval = intervalOf(turn)
  const isCareful = lease.notes === undefined || state.failures > 0
  const count = isCareful ? 1 : interval > 0 ? options.concurrency : options.concurrency * batch
  const items = yield* frontier.take(lease, { count, pace: interval })
  // Without a distance one more page is under way: it waits in the transport while another one is read and written.
  const ahead = interval === 0 ? 1 : 0
  yield* Effect.forEach(items, (item) => (isOver(turn) ? Effect.void : visitItem(turn, item)), {
    concurrency: options.concurrency + ahead,
    discard: true,
  })
})

const isOver = <E, R>({ shared, slowest, trouble }: Turn<E, R>): boolean =>
  trouble !== undefined || HostState.restAfter(slowest) > 0 || shared.isStopped()

const visitItem = Effect.fnUntraced(function* <E, R>(turn: Turn<E, R>, item: Frontier.Taken) {
  const { lease, options } = turn
  const from = options.concurrency === 1 ? "end" : "start"
  const wait: Wait = { since: yield* Clock.currentTimeMillis }
  turn.shared.waits.add(wait)
  let isRequested = false
  let hasAnswered = false
  const onVisit = ({ demanded, host, startedAt, took, ...visit }: HostPace.Visit) =>
    Effect.sync(() => {
      if (host !== lease.host) return
      isRequested = true
      hasAnswered = visit.hasAnswered
      turn.last = Math.max(turn.last ?? 0, from === "end" ? startedAt + took : startedAt)
      turn.slowest = Math.max(turn.slowest, took)
      turn.state = { ...turn.state, demanded: Math.max(turn.state.demanded, demanded) }
    })
  const visited = yield* Effect.provideService(options.visit(item), HostPace.HostPace, {
    interval: options.interval,
    from,
    triesAgain: false,
    permit: (host) => permit(turn, wait, host),
    onVisit,
  })
  turn.shared.waits.delete(wait)
  const { error, outcome } = visited
  const trouble = error === undefined ? undefined : troubleOf(error, turn.state)
  if (trouble === undefined || hasAnswered || visited.isPostponed === true) {
    if (isRequested && turn.trouble === undefined) turn.state = HostState.answered(turn.state)
    return yield* trouble === undefined ? settle(turn, item, outcome) : failElsewhere(turn, item, visited, trouble)
  }
  const now = yield* Clock.currentTimeMillis
  // Of several failures at the same time one counts.
  if (turn.trouble === undefined) turn.state = HostState.troubled(turn.state, now)
  turn.trouble = trouble
  if (HostState.isHopeless(turn.state, trouble, now)) return yield* giveUp(turn, item, outcome)
  const attempts = trouble.kind === "failing" ? item.attempts + 1 : item.attempts
  return attempts < maxAttempts
    ? yield* turn.frontier.settle(lease, [{ key: item.key, attempts }])
    : yield* settle(turn, item, outcome)
})

/**
 * A page that fails at another host than its own, as by a redirect to one that refuses or is down, or that waits for
 * other jobs there: this host's other pages don't suffer. The page waits after them, unless the other host demands more
 * than a short wait.
 */
const failElsewhere = Effect.fnUntraced(function* <E, R>(
  turn: Turn<E, R>,
  item: Frontier.Taken,
  { isPostponed, outcome }: Visits.Visited,
  { retryAfter = 0 }: HostState.Trouble,
) {
  const attempts = item.attempts + (isPostponed === true ? 0 : 1)
  if (attempts >= maxAttempts || retryAfter > maxElsewhere) return yield* settle(turn, item, outcome)
  turn.slowest = Math.max(turn.slowest, retryAfter)
  yield* turn.frontier.settle(turn.lease, [{ key: item.key, attempts }])
})

/** The longest wait in milliseconds that a redirect's other host may impose on a host: a minute, as a slow answer. */
const maxElsewhere = 60_000

/** How often a page may fail while its host doesn't refuse, nor is down. */
const maxAttempts = 3

const settle = Effect.fnUntraced(function* <E, R>(
  { frontier, lease, options }: Turn<E, R>,
  item: Frontier.Taken,
  outcome: Frontier.Outcome,
) {
  yield* frontier.settle(lease, [{ key: item.key, outcome }])
  yield* options.onSettled({ ...item, outcome })
})

/** Settles an item, and without a visit all others of its host, which later begins anew. */
const giveUp = Effect.fnUntraced(function* <E, R>(turn: Turn<E, R>, item: Frontier.Taken, outcome: Frontier.Outcome) {
  const { frontier, lease, options } = turn
  yield* settle(turn, item, outcome)
  for (;;) {
    const others = yield* frontier.take(lease, { count: chunk, pace: intervalOf(turn) })
    if (others.length === 0) break
    const settled = others.map((other) => Object.assign(other, { outcome: options.giveUp(other, outcome) }))
    yield* frontier.settle(
      lease,
      settled.map(({ key, outcome }) => ({ key, outcome })),
    )
    for (const one of settled) yield* options.onSettled(one)
  }
  turn.state = HostState.givenUp(turn.state)
  turn.trouble = undefined
})

/** Ends the lease with the wait that the host's pace, its failure or its slowness demands. */
const release = Effect.fnUntraced(function* <E, R>(turn: Turn<E, R>) {
  const { frontier, last, lease, options, slowest, state, trouble } = turn
  const now = yield* Clock.currentTimeMillis
  const pace = last === undefined ? 0 : Math.max(0, last + intervalOf(turn) - now)
  const rest = trouble === undefined ? HostState.restAfter(slowest) : HostState.waitAfter(state, trouble)
  const wait = Math.max(pace, rest)
  yield* frontier.release(lease, { wait, notes: state })
  if (trouble !== undefined) yield* options.onRest?.({ host: lease.host, wait, kind: trouble.kind }) ?? Effect.void
})
