/**
 * Removes repeated text: a page may draw a text several times at one position, so that it looks bold or has a shadow.
 * The repeated runs may be divided differently (`Tides`, then `Tides: high`), so the part of a run that overlaps the
 * run before it is removed.
 */
import { isBlank, type TextRun } from "./TextRun.ts"

/** The runs without repetitions. */
export const withoutOverprint = (runs: ReadonlyArray<TextRun>): ReadonlyArray<TextRun> => {
  const earlier = new Map<string, TextRun>()
  let last: TextRun | undefined
  // Overlaps are removed only after a whole run was repeated; before that, an overlap comes from imprecise typesetting.
  let isRepeated = false
  return runs.flatMap((run) => {
    if (isBlank(run)) return [run]
    const same = earlier.get(run.text)
    earlier.set(run.text, run)
    if (same !== undefined && isRepetition(run, same)) {
      isRepeated = true
      return []
    }
    const rest = isRepeated && last !== undefined ? withoutOverlap(last, run) : run
    if (rest === undefined) return []
    last = rest
    return [rest]
  })
}

// --- private --------------------------------------------------------------------------

/** Maximum distance of a repetition from the first run, in parts of the font's size. */
const maxShift = 0.2

/** The error of an overlap's estimated length, in characters. */
const tolerances = [0, 1, -1, 2, -2]

const isRepetition = (run: TextRun, same: TextRun): boolean =>
  Math.abs(run.x - same.x) <= Math.min(maxShift * run.size, run.width / 2) &&
  Math.abs(run.y - same.y) <= maxShift * run.size

/** The part of a run beyond the run before it; `undefined` if it has none. */
const withoutOverlap = (last: TextRun, run: TextRun): TextRun | undefined => {
  const overlap = last.x + last.width - run.x
  const isNear = Math.abs(run.y - last.y) <= maxShift * run.size && run.x >= last.x - maxShift * run.size
  const characterWidth = run.width / run.text.length
  if (!isNear || overlap <= characterWidth / 2) return run
  const estimate = Math.min(Math.round(overlap / characterWidth), run.text.length)
  for (const tolerance of tolerances) {
    const length = estimate + tolerance
    if (length < 1 || length > run.text.length || !last.text.endsWith(run.text.slice(0, length))) continue
    if (length === run.text.length) return undefined
    return { ...run, text: run.text.slice(length), x: last.x + last.width, width: Math.max(0, run.width - overlap) }
  }
  return run
}
