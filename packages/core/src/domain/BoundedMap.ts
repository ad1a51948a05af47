/**
 * A table with bounds: so many entries, and so much weight. What was used least recently goes first.
 *
 * It is a plain value without effects: what weighs how much, and what becomes of an entry that had to
 * go, is for its owner to say. The order of use is the order of a `Map`, whose keys stay where they
 * were first put: a use takes the key out and puts it back at the end.
 */

/** The bounds: both hold after every {@link BoundedMap.set}. */
export interface Bounds {
  /** At most so many entries. */
  readonly maxEntries: number
  /** At most so much weight in all, in the unit of the weights given to {@link BoundedMap.set}. */
  readonly maxWeight: number
}

/** What a table holds under a key. */
export type Entry<A> = readonly [key: string, value: A]

/** A table from string keys to `A`. */
export interface BoundedMap<A> {
  /** How many entries there are. */
  readonly size: number
  /** How much they weigh together. */
  readonly weight: number
  /** The value of a key, and from now on the one used last. */
  readonly get: (key: string) => A | undefined
  /** The value of a key; it doesn't count as use. */
  readonly peek: (key: string) => A | undefined
  /**
   * Puts a value in place of what the key had, as the one used last, and gives what had to go for it, the
   * least recently used first. An entry heavier than the whole bound isn't taken: it is then the only one
   * to go, and the key has none.
   */
  readonly set: (key: string, value: A, weight: number) => ReadonlyArray<Entry<A>>
  /** Whether a new entry of this weight is taken without another having to go. */
  readonly hasRoomFor: (weight: number) => boolean
  /** Takes an entry out; whether there was one. */
  readonly remove: (key: string) => boolean
  /** Takes out every entry that matches. */
  readonly removeWhere: (matches: (value: A, key: string) => boolean) => void
  /** Every entry, the least recently used first. */
  readonly entries: () => ReadonlyArray<Entry<A>>
}

/** Makes an empty table. */
export const make = <A>({ maxEntries, maxWeight }: Bounds): BoundedMap<A> => {
  const slots = new Map<string, Slot<A>>()
  let total = 0

  const remove = (key: string): boolean => {
    const slot = slots.get(key)
    if (slot === undefined) return false
    total -= slot.weight
    return slots.delete(key)
  }

  return {
    get size() {
      return slots.size
    },
    get weight() {
      return total
    },
    get: (key) => {
      const slot = slots.get(key)
      if (slot === undefined) return undefined
      slots.delete(key)
      slots.set(key, slot)
      return slot.value
    },
    peek: (key) => slots.get(key)?.value,
    set: (key, value, weight) => {
      remove(key)
      if (weight > maxWeight || maxEntries < 1) return [[key, value]]
      slots.set(key, { value, weight })
      total += weight
      const gone: Array<Entry<A>> = []
      for (const [oldest, slot] of slots) {
        if (slots.size <= maxEntries && total <= maxWeight) break
        remove(oldest)
        gone.push([oldest, slot.value])
      }
      return gone
    },
    hasRoomFor: (weight) => slots.size < maxEntries && total + weight <= maxWeight,
    remove,
    removeWhere: (matches) => {
      for (const [key, { value }] of slots) if (matches(value, key)) remove(key)
    },
    entries: () => Array.from(slots, ([key, { value }]): Entry<A> => [key, value]),
  }
}

// --- private --------------------------------------------------------------------------

interface Slot<A> {
  readonly value: A
  readonly weight: number
}
