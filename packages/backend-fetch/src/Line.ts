/**
 * A line before a number of permits; first come, first served.
 *
 * A caller holds a ticket from the moment it asks until it is done, and giving the ticket back hands
 * its permit straight to the next in line. So a permit can't be lost between a grant and its use,
 * wherever an interruption falls.
 */
import * as Effect from "effect/Effect"

/** The permits of one thing and who waits for one. */
export class Line {
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

  /** How many hold a permit or wait for one. */
  get length(): number {
    return this.#permits - this.#free + this.#waiting.size
  }

  /** Takes a place in the line, which holds a permit at once where one is free. */
  enter(): Ticket {
    const ticket: Ticket = { state: this.#free > 0 ? "holds" : "waits", wake: undefined }
    if (ticket.state === "holds") this.#free--
    else this.#waiting.add(ticket)
    return ticket
  }

  /** Gives a place back, and its permit on; once is enough. */
  leave(ticket: Ticket): void {
    const { state } = ticket
    ticket.state = "left"
    if (state === "waits") this.#waiting.delete(ticket)
    if (state !== "holds") return
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next.state = "holds"
    // In a microtask: a long line of calls that end at once must not nest.
    if (next.wake !== undefined) queueMicrotask(next.wake)
  }
}

/** A place in a line. */
interface Ticket {
  state: "waits" | "holds" | "left"
  wake: (() => void) | undefined
}

/** What runs under a permit. */
export interface Held<A, E, R> {
  /** Says which line, when it is entered. */
  readonly line: () => Line
  /** Makes what is run; `leave` gives the permit back before that has ended. */
  readonly use: (leave: () => void) => Effect.Effect<A, E, R>
  /** Hears when the permit, or the place in the line, has been given back. */
  readonly left: (line: Line) => void
}

/** Runs an effect under a permit of a line. */
export const hold = <A, E, R>({ left, line: lineOf, use }: Held<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) => {
    const line = lineOf()
    const ticket = line.enter()
    const held = Effect.suspend(() => use(() => line.leave(ticket)))
    return Effect.onExit(restore(ticket.state === "holds" ? held : Effect.andThen(granted(ticket), held)), () => {
      line.leave(ticket)
      left(line)
      return Effect.void
    })
  })

// --- private --------------------------------------------------------------------------

const granted = (ticket: Ticket): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (ticket.state === "holds") return resume(Effect.void)
    ticket.wake = () => resume(Effect.void)
  })
