/**
 * How many requests to one host may be under way at once (`per_host_concurrency`); more wait for their
 * turn, first come, first served.
 *
 * A caller holds a ticket from the moment it asks until it is done, and giving the ticket back hands
 * its permit straight to the next in line. So a permit can't be lost between a grant and its use,
 * wherever an interruption falls.
 */
import * as Effect from "effect/Effect"
import { Settings } from "@porthole/core"

/** Runs an effect under a permit of its host. The permit must cover the body, not just the head. */
export type HostLimit = <A, E, R>(host: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Makes the limit; a host that nobody asks has nothing kept for it. */
export const make: Effect.Effect<HostLimit> = Effect.gen(function* () {
  const { per_host_concurrency } = yield* Settings.Settings
  const lines = new Map<string, Line>()

  return (host, effect) =>
    Effect.uninterruptibleMask((restore) => {
      const line = lines.get(host) ?? new Line(per_host_concurrency)
      lines.set(host, line)
      const ticket = line.enter()
      return Effect.onExit(restore(ticket.holds ? effect : Effect.andThen(granted(ticket), effect)), () => {
        line.leave(ticket)
        if (line.isIdle) lines.delete(host)
        return Effect.void
      })
    })
})

// --- private --------------------------------------------------------------------------

interface Ticket {
  /** Whether it holds a permit; else it stands in line for one. */
  holds: boolean
  wake: (() => void) | undefined
}

/** The permits of one host and who waits for one. */
class Line {
  readonly #permits: number
  #free: number
  readonly #waiting = new Set<Ticket>()

  constructor(permits: number) {
    this.#permits = permits
    this.#free = permits
  }

  get isIdle(): boolean {
    return this.#free === this.#permits
  }

  enter(): Ticket {
    const ticket = { holds: this.#free > 0, wake: undefined }
    if (ticket.holds) this.#free--
    else this.#waiting.add(ticket)
    return ticket
  }

  leave(ticket: Ticket): void {
    if (!ticket.holds) {
      this.#waiting.delete(ticket)
      return
    }
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next.holds = true
    // In a microtask: a long line of calls that end at once must not nest.
    if (next.wake !== undefined) queueMicrotask(next.wake)
  }
}

const granted = (ticket: Ticket): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (ticket.holds) return resume(Effect.void)
    ticket.wake = () => resume(Effect.void)
  })
