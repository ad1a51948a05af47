/**
 * Identical calls under way share one: the first runs in a fiber of its own, all wait for it, and
 * when the last of them has left it is interrupted. So no caller's abort costs another its answer.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"

/** Runs a call, or waits for the one of the same key that is under way. */
export type SingleFlight<A> = <R>(key: string, call: Effect.Effect<A, never, R>) => Effect.Effect<A, never, R>

/** Makes a table of calls under way; its scope's end interrupts them. */
export const make = <A>(): Effect.Effect<SingleFlight<A>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const flights = new Map<string, Flight<A>>()

    const take = <R>(key: string, call: Effect.Effect<A, never, R>): Effect.Effect<Flight<A>, never, R> => {
      const flight = flights.get(key)
      if (flight !== undefined) {
        flight.waiting++
        return Effect.succeed(flight)
      }
      return Effect.map(Effect.forkIn(call, scope), (fiber) => {
        const started: Flight<A> = { fiber, waiting: 1 }
        flights.set(key, started)
        fiber.addObserver(() => {
          if (flights.get(key) === started) flights.delete(key)
        })
        return started
      })
    }

    const leave = (key: string, flight: Flight<A>): void => {
      flight.waiting--
      if (flight.waiting > 0) return
      if (flights.get(key) === flight) flights.delete(key)
      flight.fiber.interruptUnsafe()
    }

    return (key, call) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(take(key, call), (flight) =>
          Effect.onExit(restore(Fiber.join(flight.fiber)), () => Effect.sync(() => leave(key, flight))),
        ),
      )
  })

// --- private --------------------------------------------------------------------------

interface Flight<A> {
  readonly fiber: Fiber.Fiber<A>
  waiting: number
}
