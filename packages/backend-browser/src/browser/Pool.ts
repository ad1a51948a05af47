/**
 * One browser for many renderings: a few at once, and a bounded queue that is fair by tenant. No tenant takes the last
 * rendering from the others. The browser starts with the first rendering, ends after a while without one, and is
 * replaced after many, after too much memory, and when it is condemned or gone. A use that loses its browser gets
 * another one for itself: so the one whose fault it was can't harm the others again.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Bound, type Permits, type WebError } from "@porthole/core"

/** What the pool knows of a browser. */
export interface Pooled {
  readonly isCondemned: () => boolean
  readonly memory: () => number
}

/** The pool's bounds, and how a browser starts. */
export interface Options<B extends Pooled, E> {
  readonly start: Effect.Effect<B, E, Scope.Scope>
  /** Starts a browser for one use alone. */
  readonly startAlone: Effect.Effect<B, E, Scope.Scope>
  /** Whether an error of a use says that its browser is gone, which may be another use's fault. */
  readonly isLoss: (error: unknown) => boolean
  /** Renderings at once, and such that wait. */
  readonly maxContexts: number
  readonly maxQueue: number
  /** Renderings of one browser, and bytes of memory after which it is replaced. */
  readonly maxUses: number
  readonly maxKeptMemory: number
  readonly idleTime: Duration.Input
}

/** Uses a browser; fails as overloaded if it gets no turn. */
export type Use<B, E> = <A, E2, R>(
  work: (browser: B) => Effect.Effect<A, E2, R>,
) => Effect.Effect<A, E | E2 | WebError.WebError, R>

/** Makes a pool, whose browsers end with the scope. */
export const make = Effect.fnUntraced(function* <B extends Pooled, E>(
  options: Options<B, E>,
): Effect.fn.Return<Use<B, E>, never, Scope.Scope> {
  const poolScope = yield* Effect.scope
  const turns = Bound.permits("renderings", turnsOf(options))
  const startLock = Bound.semaphore("start of the browser")
  let current: Lease<B> | undefined

  const end = (lease: Lease<B>): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (current === lease) current = undefined
      return Scope.close(lease.scope, Exit.void)
    })
  const startNew = Effect.gen(function* () {
    const scope = yield* Scope.fork(poolScope)
    const browser = yield* Effect.onError(Scope.provide(options.start, scope), () => Scope.close(scope, Exit.void))
    return (current = { browser, scope, uses: 0, active: 0 })
  })
  const usable = Effect.suspend(() => {
    if (current === undefined) return startNew
    if (!current.browser.isCondemned()) return Effect.succeed(current)
    return current.active === 0 ? Effect.andThen(end(current), startNew) : startNew
  })
  const lease = startLock.withPermit(usable).pipe(
    Effect.map((lease) => {
      lease.uses++
      lease.active++
      if (lease.uses >= options.maxUses) current = undefined
      return lease
    }),
  )
  const endIfIdle = (lease: Lease<B>, uses: number) =>
    Effect.suspend(() => (current === lease && lease.active === 0 && lease.uses === uses ? end(lease) : Effect.void))
  const giveBack = (lease: Lease<B>): Effect.Effect<unknown> =>
    Effect.suspend(() => {
      lease.active--
      if (lease.browser.memory() > options.maxKeptMemory && current === lease) current = undefined
      if (lease.browser.isCondemned() || (current !== lease && lease.active === 0)) return end(lease)
      if (lease.active > 0) return Effect.void
      return Effect.forkIn(Effect.delay(endIfIdle(lease, lease.uses), options.idleTime), lease.scope)
    })
  const startAlone = startLock.withPermit(options.startAlone)
  return (work) =>
    Effect.acquireUseRelease(lease, ({ browser }) => work(browser), giveBack).pipe(
      Effect.catchIf(options.isLoss, () => Effect.scoped(Effect.flatMap(startAlone, work))),
      turns.hold(1),
    )
})

// --- private --------------------------------------------------------------------------

/** How long a rendering waits for its turn; the deadline of its call may end it earlier. */
const maxWait = Duration.seconds(20)

const turnsOf = ({
  maxContexts,
  maxQueue,
}: Pick<Options<Pooled, never>, "maxContexts" | "maxQueue">): Permits.Options => ({
  capacity: maxContexts,
  reserve: Math.min(1, maxContexts - 1),
  reserveFor: "others",
  allIfAlone: true,
  maxWaiting: maxQueue,
  maxWait,
})

interface Lease<B> {
  readonly browser: B
  readonly scope: Scope.Closeable
  uses: number
  active: number
}
