/**
 * Identical calls under way share one: the first runs in a fiber of its own, all wait for it, and
 * when the last of them has left it is interrupted. So no caller's abort costs another its answer.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"

/** The calls under way. */
export interface SingleFlight<A> {
  /** Runs a call, or waits for the one of the same key that is under way. */
  readonly once: <R>(key: string, call: Effect.Effect<A, never, R>) => Effect.Effect<A, never, R>
  readonly isUnderWay: (key: string) => Effect.Effect<boolean>
}

/** Makes a table of calls under way; its scope's end interrupts them. */
export const make = <A>(): Effect.Effect<SingleFlight<A>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const flights = new Map<string, Flight<A>>()
    yield* Effect.addFinalizer(() => Fiber.interruptAll(Array.from(flights.values(), ({ fiber }) => fiber)))

    // In one step, so that two callers who come at once can't both find the key free; and the call begins after it.
    const take = <R>(key: string, call: Effect.Effect<A, never, R>): Effect.Effect<Flight<A>, never, R> =>
      Effect.contextWith((context) =>
        Effect.sync(() => {
          const flight =
            flights.get(key) ?? start(key, Effect.runForkWith(context)(Effect.andThen(Effect.yieldNow, call)))
          flight.waiting++
          return flight
        }),
      )

    const start = (key: string, fiber: Fiber.Fiber<A>): Flight<A> => {
      const flight: Flight<A> = { fiber, waiting: 0 }
      flights.set(key, flight)
      fiber.addObserver(() => forget(key, flight))
      return flight
    }

    const forget = (key: string, flight: Flight<A>): void => {
      if (flights.get(key) === flight) flights.delete(key)
    }

    const leave = (key: string, flight: Flight<A>): void => {
      flight.waiting--
      if (flight.waiting > 0) return
      forget(key, flight)
      flight.fiber.interruptUnsafe()
    }

    return {
      once: (key, call) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(take(key, call), (flight) =>
            Effect.onExit(restore(Fiber.join(flight.fiber)), () => Effect.sync(() => leave(key, flight))),
          ),
        ),
      isUnderWay: (key) => Effect.sync(() => flights.has(key)),
    }
  })

// --- private --------------------------------------------------------------------------

interface Flight<A> {
  readonly fiber: Fiber.Fiber<A>
  waiting: number
}
