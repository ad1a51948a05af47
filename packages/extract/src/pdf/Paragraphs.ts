/**
 * Lines put together to paragraphs. Lines belong together while their distance, their size and their left edge stay the same; and
 * a line goes on in the next one if the next one's first word had no room in it. A word that is parted by a hyphen is made whole.
 */
import type { Line } from "./Lines.ts"

/** A paragraph: its lines as they were meant, which is one for running text. */
export type Paragraph = ReadonlyArray<string>

/** The paragraphs of a page. */
export const paragraphsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Paragraph> => {
  const leading = leadingOf(lines)
  const blocks: Array<Array<Line>> = []
  for (const line of lines) {
    const before = blocks.at(-1)?.at(-1)
    if (before !== undefined && belongsTo(before, line, leading)) blocks.at(-1)?.push(line)
    else blocks.push([line])
  }
  return blocks.flatMap(paragraphsIn)
}

// --- private --------------------------------------------------------------------------

/** In parts of the usual distance, and of the font's size. */
const farther = 1.3
const otherSize = 0.15

const bullet = /^[•●▪◦‣∙■–*-]\s|^\(?\d{1,3}[.)]\s|^\(?[a-z][.)]\s/

/** The usual distance of two lines; 0 where there are none below one another. */
const leadingOf = (lines: ReadonlyArray<Line>): number => {
  const distances: Array<number> = []
  lines.forEach((line, at) => {
    const distance = (lines[at - 1]?.y ?? line.y) - line.y
    if (distance > 0 && distance < 3 * line.size) distances.push(distance)
  })
  return distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 2)] ?? 0
}

const belongsTo = (before: Line, line: Line, leading: number): boolean => {
  const distance = before.y - line.y
  const isLike = Math.abs(before.size - line.size) <= otherSize * before.size
  if (distance <= 0) return isLike && goesOnAbove(before, line)
  return isLike && distance <= Math.max(farther * leading, before.size) && !bullet.test(line.text)
}

/** Whether a sentence goes on at the top of the next column. */
const goesOnAbove = (before: Line, line: Line): boolean =>
  line.left > before.left && /[\p{L},-]$/u.test(before.text) && /^\p{Ll}/u.test(line.text)

const paragraphsIn = (block: ReadonlyArray<Line>): ReadonlyArray<Paragraph> => {
  /** Of each paragraph its lines, and of those what stands on the lines of the page. */
  const paragraphs: Array<Array<Array<string>>> = []
  let before: Line | undefined
  /** The right edge of the column above. */
  let right = Number.NEGATIVE_INFINITY
  for (const column of columnsOf(block)) {
    const left = column.reduce((least, line) => Math.min(least, line.left), Number.POSITIVE_INFINITY)
    const own = column.reduce((most, line) => Math.max(most, line.right), Number.NEGATIVE_INFINITY)
    for (const line of column) {
      const lines = paragraphs.at(-1)
      const parts = lines?.at(-1)
      const end = before?.text.slice(-longestEnd) ?? ""
      if (before === undefined || lines === undefined || parts === undefined) paragraphs.push([[line.text]])
      else if (line.isRow && !hyphen.test(end)) lines.push([line.text])
      // Below a label and its value stands the next label; what goes on after a number is set in.
      else if (before.isRow && /^\p{Lu}/u.test(line.text) && line.left - before.left < line.size)
        lines.push([line.text])
      else if (isIndented(before, line, left) && isEnded(end)) paragraphs.push([[line.text]])
      else if (hadRoom(before, line, right) && line.left - before.left < line.size) lines.push([line.text])
      else glue(parts, end, line.text)
      before = line
      right = own
    }
  }
  return paragraphs.map((lines) => lines.map((parts) => parts.join("")))
}

/** In characters, of the end of a line on which it depends how the next one goes on. */
const longestEnd = 8

/** The parts of a block that stand below one another: each column has edges of its own. */
const columnsOf = (block: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Line>> => {
  const columns: Array<Array<Line>> = []
  let before = Number.NEGATIVE_INFINITY
  for (const line of block) {
    if (line.y >= before) columns.push([line])
    else columns.at(-1)?.push(line)
    before = line.y
  }
  return columns
}

/** The first line of a paragraph may be set in; the lines after a bullet are, too. */
const isIndented = (before: Line, line: Line, left: number): boolean =>
  line.left - left > line.size * 0.8 && before.left - left < line.size * 0.8

const isEnded = (text: string): boolean => /[.!?:;»”")\]…。！？：；」』）]$/u.test(text)

/** The end of a line in a table of contents. */
const leader = /\.\s?\.\s?\.\s?\d{1,4}$/

/** What isn't parted at a line's end: a word, or one character where words aren't parted by blanks, with the signs after it. */
const wrapped = /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{P}*|\S+)/u

const hadRoom = (before: Line, line: Line, right: number): boolean => {
  if (leader.test(before.text.slice(-20))) return true
  const word = wrapped.exec(line.text)?.[0].length ?? 0
  const width = (line.right - line.left) / Math.max(1, line.text.length)
  return before.right + (word + 1) * width < right
}

const hyphen = /\p{L}[-\u00ad\u2010]$/u
/** Signs of scripts whose words aren't parted by blanks, and their punctuation. */
const endsUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u
const endsInPunctuation = /[\u3001-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff60]$/

const glue = (parts: Array<string>, end: string, after: string): void => {
  if (hyphen.test(end) && /^\p{Ll}/u.test(after)) parts.push(parts.pop()?.slice(0, -1) ?? "")
  // A hyphen before a number or a name is part of the word: `ISO-9001`.
  else if (!(/[\p{L}\d][-\u2010]$/u.test(end) && /^[\p{Lu}\d]/u.test(after)) && !isUnspaced(end, after)) parts.push(" ")
  parts.push(after)
}

const isUnspaced = (end: string, after: string): boolean =>
  endsInPunctuation.test(end) || (endsUnspaced.test(end) && !/^\p{Script=Latin}/u.test(after))
