/**
 * Turns at the process's one thread, for work that takes long. Such work is done in slices of about a millisecond.
 * After each it waits for its next turn, and there is one turn per round of the event loop, however much such work is
 * under way. So timers, sockets and short calls never wait for more than one slice of such work.
 *
 * Tenants take turns with each other, so that the long pages of one don't slow down those of another.
 *
 * {@link Effect.yieldNow} alone isn't enough: a round of the event loop runs all fibers that yielded.
 *
 * Not counted are steps that the engine does in less than a millisecond for a text of millions of characters: finding a
 * character, comparing, copying and joining texts.
 */
import * as Effect from "effect/Effect"
import { Conversation } from "../Conversation.ts"
import * as Bound from "../share/Bound.ts"
import type { FairQueue } from "../share/FairQueue.ts"

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
    const turn: Turn = () => resume(Effect.void)
    enqueue(tenant, turn)
    return Effect.sync(() => void queue.remove(turn))
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

/** The items that pass a test, which costs `units` each, in slices of time. */
export const filter = Effect.fnUntraced(function* <A>(
  items: ReadonlyArray<A>,
  units: number,
  isKept: (item: A) => boolean,
): Effect.fn.Return<ReadonlyArray<A>> {
  const slice = begin()
  const kept: Array<A> = []
  for (const item of items) {
    if (isKept(item)) kept.push(item)
    if (slice.spend(units)) yield* next
  }
  return kept
})

/** The first item that passes a test, which costs `units` each, in slices of time. */
export const find = Effect.fnUntraced(function* <A>(
  items: ReadonlyArray<A>,
  units: number,
  isWanted: (item: A) => boolean,
): Effect.fn.Return<A | undefined> {
  const slice = begin()
  for (const item of items) {
    if (isWanted(item)) return item
    if (slice.spend(units)) yield* next
  }
  return undefined
})

// --- private --------------------------------------------------------------------------

type Turn = () => void

/** The waiting work. Each call waits once at most, so the number of calls bounds it. */
const queue: FairQueue<Turn> = Bound.queue("main thread", { maxWeight: Number.POSITIVE_INFINITY })

let isRunning = false

const enqueue = (tenant: string, turn: Turn): void => {
  queue.add(turn, tenant)
  if (isRunning) return
  isRunning = true
  Effect.runFork(giveTurns)
}

/** Gives one turn per round of the event loop while work waits. */
const giveTurns = Effect.whileLoop({
  while: () => (isRunning = queue.size() > 0),
  body: () => Effect.yieldNow,
  step: () => queue.take(() => true)?.(),
})
