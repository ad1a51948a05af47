/**
 * Turns at the process's one thread, for work that takes long. Such work is done in slices of about a millisecond.
 * After each it waits for its next turn, and there is one turn per round of the event loop, however much such work is
 * under way. So timers, sockets and short calls never wait for more than one slice.
 *
 * Tenants take turns with each other, so that the long pages of one don't slow down those of another.
 *
 * {@link Effect.yieldNow} alone isn't enough: a round of the event loop runs all fibers that yielded.
 */
import * as Effect from "effect/Effect"
import { Conversation } from "../Conversation.ts"

/** The work of one slice, in units: about the cost of looking once at a character. */
export const length = 65_536

/** A count of the work that was done since the last turn. */
export interface TimeSlice {
  /** Adds work, and returns whether the slice is used up: {@link next} must follow. */
  readonly spend: (units: number) => boolean
}

/** Begins a slice. */
export const begin = (): TimeSlice => {
  let spent = 0
  return {
    spend: (units) => {
      spent += units
      if (spent < length) return false
      spent = 0
      return true
    },
  }
}

/** Ends a slice, and waits for the next turn of the current tenant. */
export const next: Effect.Effect<void> = Conversation.use(({ tenant }) =>
  Effect.callback<void>((resume) => {
    const turn = (): void => resume(Effect.void)
    enqueue(tenant, turn)
    return Effect.sync(() => queues.get(tenant)?.delete(turn))
  }),
)

/** Maps a list in slices of time; `unitsOf` is the work for an item. A long list's last slice isn't shared. */
export const map = Effect.fnUntraced(function* <A, B>(
  items: ReadonlyArray<A>,
  unitsOf: (item: A, at: number) => number,
  f: (item: A, at: number) => B,
): Effect.fn.Return<ReadonlyArray<B>> {
  const slice = begin()
  const mapped: Array<B> = []
  let isLong = false
  for (const [at, item] of items.entries()) {
    mapped.push(f(item, at))
    if (!slice.spend(unitsOf(item, at))) continue
    isLong = true
    yield* next
  }
  if (isLong) yield* next
  return mapped
})

// --- private --------------------------------------------------------------------------

type Turn = () => void

/** The waiting work of each tenant, in order; the tenant whose turn is next comes first. */
const queues = new Map<string, Set<Turn>>()

let isRunning = false

const enqueue = (tenant: string, turn: Turn): void => {
  const queue = queues.get(tenant)
  if (queue === undefined) queues.set(tenant, new Set([turn]))
  else queue.add(turn)
  if (isRunning) return
  isRunning = true
  Effect.runFork(giveTurns)
}

/** Gives one turn per round of the event loop while work waits. */
const giveTurns = Effect.whileLoop({
  while: () => (isRunning = queues.size > 0),
  body: () => Effect.yieldNow,
  step: () => giveTurn(),
})

const giveTurn = (): void => {
  for (const [tenant, queue] of queues) {
    queues.delete(tenant)
    const [turn] = queue
    if (turn === undefined) continue
    queue.delete(turn)
    if (queue.size > 0) queues.set(tenant, queue)
    return turn()
  }
}
