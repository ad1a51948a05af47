/**
 * One process's knowledge of a store's files: names, sizes and order of use. It chooses those to remove. The folder is
 * listed in the background from time to time, because other processes use it too. Changes of this process during a
 * listing are newer, so they are applied to its result.
 */
import { Bound, type BoundedMap } from "@porthole/core"

/** A file that a listing found. */
export interface ListedFile {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** Its last use, in ms since the epoch. */
  readonly usedAt: number
}

/** The files that this process knows. If a method returns names, these files must be removed. */
export interface DiskIndex {
  /** Counts a file before it is written; returns its own name if it is larger than the bound. */
  readonly admit: (name: string, size: number) => ReadonlyArray<string>
  /** Records that a file was read. */
  readonly use: (name: string) => void
  /** Records that a file is gone. */
  readonly forget: (name: string) => void
  /** Begins a listing. All files admitted before must be written by then. */
  readonly beginListing: () => void
  /** Drops a failed listing. */
  readonly abandonListing: () => void
  /** Completes a listing; it replaces the earlier knowledge. */
  readonly endListing: (found: ReadonlyArray<ListedFile>) => ReadonlyArray<string>
}

/** Makes an empty index. */
export const make = (bounds: BoundedMap.Bounds): DiskIndex => {
  let known = Bound.memory<number>("entries on disk", bounds)
  // Changes since a listing began; `undefined` while there is none.
  let touched: Set<string> | undefined

  return {
    admit: (name, size) => {
      const gone = known.set(name, size, size).map(([key]) => key)
      for (const changed of [name, ...gone]) touched?.add(changed)
      return gone
    },
    use: (name) => {
      if (known.get(name) !== undefined) touched?.add(name)
    },
    forget: (name) => {
      touched?.add(name)
      known.remove(name)
    },
    beginListing: () => {
      touched = new Set()
    },
    abandonListing: () => {
      touched = undefined
    },
    endListing: (found) => {
      const newer = touched ?? new Set()
      const own = known.entries().filter(([name]) => newer.has(name))
      const gone: Array<string> = []
      known = Bound.memory<number>("entries on disk", bounds)
      const put = (name: string, size: number) => gone.push(...known.set(name, size, size).map(([key]) => key))
      for (const { name, size } of found.toSorted((one, other) => one.usedAt - other.usedAt)) {
        if (!newer.has(name)) put(name, size)
      }
      for (const [name, size] of own) put(name, size)
      touched = undefined
      return gone
    },
  }
}
