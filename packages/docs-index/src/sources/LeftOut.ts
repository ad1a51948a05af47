/** Counts what is left out of a source, by its kind: links, files above a limit. */

/** What was left out so far. */
export interface Counted {
  readonly counts: Map<string, number>
  /** Counts one more of a kind. */
  readonly leave: (what: string) => void
}

/** A counter that begins with what was counted before. */
export const make = (before: ReadonlyMap<string, number> = new Map()): Counted => {
  const counts = new Map(before)
  return { counts, leave: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1) }
}
