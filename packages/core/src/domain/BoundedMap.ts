/**
 * A least-recently-used map with bounds on entries and weight.
 *
 * It is a plain value without effects: its owner decides the weights, and handles removed entries. It relies on the
 * insertion order of `Map`: each use removes the key and adds it at the end.
 */

/** The bounds: both hold after every {@link BoundedMap.set}. */
export interface Bounds {
  /** Maximum number of entries. */
  readonly maxEntries: number
  /** Maximum total weight, in the unit of the weights given to {@link BoundedMap.set}. */
  readonly maxWeight: number
}

/** An entry of a map. */
export type Entry<A> = readonly [key: string, value: A]

/** A map from string keys to `A`. */
export interface BoundedMap<A> {
  /** The number of entries. */
  readonly size: number
  /** The total weight. */
  readonly weight: number
  /** The value of a key, which becomes the most recently used one. */
  readonly get: (key: string) => A | undefined
  /** The value of a key, without counting as a use. */
  readonly peek: (key: string) => A | undefined
  /**
   * Sets a key's value as the most recently used one, and returns the removed entries, the least recently used first.
   * An entry heavier than the whole bound isn't added: it is then the only one returned, and the key has no value.
   */
  readonly set: (key: string, value: A, weight: number) => ReadonlyArray<Entry<A>>
  /** Whether a new entry of this weight fits without removing another. */
  readonly hasRoomFor: (weight: number) => boolean
  /** Removes an entry; returns whether it existed. */
  readonly remove: (key: string) => boolean
  /** Removes every entry that matches. */
  readonly removeWhere: (matches: (value: A, key: string) => boolean) => void
  /** Every entry, the least recently used first. */
  readonly entries: () => ReadonlyArray<Entry<A>>
}

/** Makes an empty map. */
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
