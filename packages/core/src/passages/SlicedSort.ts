/** Sorts a long list of indices in slices of time: short runs are sorted at once, and then merged in pairs. */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"

/** The sorted indices; equal ones stay in their order. */
export const sorted = Effect.fnUntraced(function* (
  indices: ReadonlyArray<number>,
  compare: (a: number, b: number) => number,
): Effect.fn.Return<ReadonlyArray<number>> {
  const slice = TimeSlice.begin()
  let runs: Array<ReadonlyArray<number>> = []
  for (let start = 0; start < indices.length; start += runLength) {
    const run = indices.slice(start, start + runLength).toSorted(compare)
    runs.push(run)
    if (slice.spend(unitsOfSorting * run.length)) yield* TimeSlice.next
  }
  while (runs.length > 1) {
    const merged: Array<ReadonlyArray<number>> = []
    for (let at = 0; at < runs.length; at += 2) {
      const [left, right, both] = [runs[at] ?? [], runs[at + 1] ?? [], new Array<number>()]
      for (let [l, r] = [0, 0]; l + r < left.length + right.length;) {
        const isLeft = r >= right.length || (l < left.length && compare(left[l] ?? 0, right[r] ?? 0) <= 0)
        both.push((isLeft ? left[l++] : right[r++]) ?? 0)
        if (slice.spend(unitsOfStep)) yield* TimeSlice.next
      }
      merged.push(both)
    }
    runs = merged
  }
  return runs[0] ?? []
})

// --- private --------------------------------------------------------------------------

/** Number of indices of a run; most lists have no more. */
const runLength = 2_048

/** The costs of an index: of sorting it within a run, and of a step of merging. */
const unitsOfSorting = 24
const unitsOfStep = 8
