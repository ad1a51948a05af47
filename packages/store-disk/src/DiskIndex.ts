/**
 * What one process knows of the files in a folder: their names, sizes and order of use. It says which have to go.
 *
 * The folder is read through in the background now and then, since other processes use it too. What this process did
 * meanwhile is newer than what the listing saw, so it is put on top of it when the listing is complete.
 */
import { BoundedMap } from "@porthole/core/stores"

/** A file that a listing found. */
export interface Listed {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** When it was used last, in ms since the epoch. */
  readonly usedAt: number
}

/** The files that this process knows of. Where a method gives names, these files have to be removed. */
export interface DiskIndex {
  /** Counts a file that is to be written; its own name comes back if it is larger than the bound. */
  readonly admit: (name: string, size: number) => ReadonlyArray<string>
  /** A file was read. */
  readonly use: (name: string) => void
  /** A file is gone. */
  readonly forget: (name: string) => void
  /** A listing begins. No file may be on its way then that was admitted before. */
  readonly beginListing: () => void
  /** A listing came to nothing. */
  readonly abandonListing: () => void
  /** A listing is complete; it takes the place of what was known. */
  readonly endListing: (found: ReadonlyArray<Listed>) => ReadonlyArray<string>
}

/** Makes an index that knows of nothing yet. */
export const make = (bounds: BoundedMap.Bounds): DiskIndex => {
  let known = BoundedMap.make<number>(bounds)
  // What changed since a listing began; nobody needs to know while there is none.
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
      known = BoundedMap.make<number>(bounds)
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
