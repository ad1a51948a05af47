/**
 * Letter-spaced lines: `T I D E` is a word. pdf.js reports its letters with blanks between, or one by one; a gap that
 * is wider than those between the letters separates words.
 */
import type { TextRun } from "./TextRun.ts"

/** The text of a line that is letter-spaced as a whole, from its runs from left to right; else `undefined`. */
export const unspaced = (runs: ReadonlyArray<TextRun>): string | undefined => {
  if (runs.length > maxRuns || !runs.every(({ text }) => spaced.test(text.trim()))) return undefined
  const letters = runs.flatMap(({ text }) => text.split(" ")).filter((text) => text !== "")
  if (letters.filter((letter) => /\p{L}/u.test(letter)).length < minLetters || isAlphabet(letters)) return undefined
  const gaps = runs.map((run, at) => {
    const before = runs[at - 1]
    return before === undefined ? 0 : run.x - before.x - before.width
  })
  const sorted = gaps.slice(1).toSorted((one, other) => one - other)
  // Runs of several letters were separated because the gap between them is wider than within them.
  const areWords = runs.some(({ text }) => text.trim().length > 1)
  const usual = areWords ? 0 : (sorted[sorted.length >> 1] ?? 0)
  if (usual > maxGap * (runs[0]?.size ?? 0)) return undefined
  return runs
    .map(({ text }, at) => {
      const isWord = at > 0 && (gaps[at] ?? 0) > usual * minWordRatio
      return (isWord ? " " : "") + text.replaceAll(" ", "")
    })
    .join("")
}

// --- private --------------------------------------------------------------------------

/** Maximum number of runs of a line, and minimum number of its letters. */
const maxRuns = 200
const minLetters = 4

/** The gap between words as a multiple of that between letters, and the maximum of the latter in font sizes. */
const minWordRatio = 1.4
const maxGap = 1.2

/** One character, or several with blanks between. */
const spaced = /^\S\p{M}*(?: \S\p{M}*)*$/u

/** Whether letters follow each other in the alphabet, as the heads of columns do. */
const isAlphabet = (letters: ReadonlyArray<string>): boolean =>
  letters.every((letter, at) => at === 0 || letter.charCodeAt(0) - (letters[at - 1]?.charCodeAt(0) ?? 0) === 1)
