/**
 * Paragraphs of a page. Lines belong together while their distance and their size stay the same; an indented line after
 * the end of a sentence begins a paragraph. A line continues in the next one if the next line's first word had no room
 * in it. A hyphenated word is joined.
 */
import type { Line } from "./LineBuilder.ts"

/** The lines of a paragraph. Running text is joined into one; a list, a table or an address keeps several. */
export type Paragraph = ReadonlyArray<string>

/** The paragraphs of a page. */
export const paragraphsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Paragraph> => {
  const lineDistance = lineDistanceOf(lines)
  const blocks: Array<Array<Line>> = []
  for (const line of lines) {
    const before = blocks.at(-1)?.at(-1)
    if (before !== undefined && belongsTo(before, line, lineDistance)) blocks.at(-1)?.push(line)
    else blocks.push([line])
  }
  return blocks.flatMap(paragraphsIn)
}

// --- private --------------------------------------------------------------------------

/** Maximum distance of two lines of a paragraph, as a multiple of the usual distance. */
const maxDistanceRatio = 1.3
/** Maximum difference of their font sizes, as a share of the first one. */
const maxSizeDifference = 0.15

const bullet = /^[•●▪◦‣∙■–*-]\s|^\(?\d{1,3}[.)]\s|^\(?[a-z][.)]\s/

/** The usual distance of two lines; 0 if no line is below another. */
const lineDistanceOf = (lines: ReadonlyArray<Line>): number => {
  const distances = lines
    .map((line, at) => ({ distance: (lines[at - 1]?.y ?? line.y) - line.y, most: 3 * line.size }))
    .filter(({ distance, most }) => distance > 0 && distance < most)
    .map(({ distance }) => distance)
    .toSorted((one, other) => one - other)
  return distances[distances.length >> 1] ?? 0
}

const belongsTo = (before: Line, line: Line, lineDistance: number): boolean => {
  const distance = before.y - line.y
  if (Math.abs(before.size - line.size) > maxSizeDifference * before.size) return false
  if (distance <= 0) return continuesInNextColumn(before, line)
  return distance <= Math.max(maxDistanceRatio * lineDistance, before.size) && !bullet.test(line.text)
}

/** Whether a sentence continues at the top of the next column. */
const continuesInNextColumn = (before: Line, line: Line): boolean =>
  line.left > before.left && /[\p{L},-]$/u.test(before.text) && /^\p{Ll}/u.test(line.text)

const paragraphsIn = (block: ReadonlyArray<Line>): ReadonlyArray<Paragraph> => {
  /**
   * The lines of each paragraph. A line consists of parts: the lines of the page that continue each other. They are
   * joined at the end.
   */
  const paragraphs: Array<Array<Array<string>>> = []
  let before: Line | undefined
  /** The right edge of the column of the line before. */
  let right = Number.NEGATIVE_INFINITY
  for (const column of columnsOf(block)) {
    const left = column.reduce((least, line) => Math.min(least, line.left), Number.POSITIVE_INFINITY)
    const ownRight = column.reduce((most, line) => Math.max(most, line.right), Number.NEGATIVE_INFINITY)
    for (const line of column) {
      const lines = paragraphs.at(-1)
      const parts = lines?.at(-1)
      if (before === undefined || lines === undefined || parts === undefined) paragraphs.push([[line.text]])
      else {
        const end = before.text.slice(-maxEndLength)
        const isUnindented = line.left - before.left < line.size
        if (line.isRow && !hyphen.test(end)) lines.push([line.text])
        // After a row (a label and its value) a line that isn't indented is the next label. A continuation after a list
        // number is indented.
        else if (before.isRow && isUnindented && /^\p{Lu}/u.test(line.text)) lines.push([line.text])
        else if (isIndented(before, line, left) && sentenceEnd.test(end)) paragraphs.push([[line.text]])
        else if (isUnindented && fitsLineBefore(before, line, right)) lines.push([line.text])
        else append(parts, end, line.text)
      }
      before = line
      right = ownRight
    }
  }
  return paragraphs.map((lines) => lines.map((parts) => parts.join("")))
}

/** The characters at the end of a line that decide how the next one continues. */
const maxEndLength = 8

/** The parts of a block in which every line is below the one before it. Each part has its own edges. */
const columnsOf = (block: ReadonlyArray<Line>): ReadonlyArray<ReadonlyArray<Line>> => {
  const columns: Array<Array<Line>> = []
  let y = Number.NEGATIVE_INFINITY
  for (const line of block) {
    if (line.y >= y) columns.push([line])
    else columns.at(-1)?.push(line)
    y = line.y
  }
  return columns
}

/** Whether a line is the indented first line of a paragraph. The lines after a bullet are all indented. */
const isIndented = (before: Line, line: Line, left: number): boolean =>
  line.left - left > line.size * 0.8 && before.left - left < line.size * 0.8

const sentenceEnd = /[.!?:;»”")\]…。！？：；」』）]$/u

/** The end of a line in a table of contents. */
const tableOfContentsLine = /\.\s?\.\s?\.\s?\d{1,4}$/

/** A unit without a line break inside: a word, or one ideograph with the punctuation after it. */
const unbroken = /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{P}*|\S+)/u

/** Whether the first word of a line had room in the line before, so that the line break is intended. */
const fitsLineBefore = (before: Line, line: Line, right: number): boolean => {
  if (tableOfContentsLine.test(before.text.slice(-20))) return true
  const wordLength = unbroken.exec(line.text)?.[0].length ?? 0
  const characterWidth = (line.right - line.left) / Math.max(1, line.text.length)
  return before.right + (wordLength + 1) * characterWidth < right
}

const hyphen = /\p{L}[-\u00ad\u2010]$/u

/** Scripts without spaces between words, and their punctuation. */
const endsUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u
const endsInPunctuation = /[\u3001-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff60]$/

/** Appends the next line of running text. */
const append = (parts: Array<string>, end: string, text: string): void => {
  if (hyphen.test(end) && /^\p{Ll}/u.test(text)) parts.push(parts.pop()?.slice(0, -1) ?? "")
  // A hyphen before a number or a name belongs to the word: `ISO-9001`.
  else if (!(/[\p{L}\d][-\u2010]$/u.test(end) && /^[\p{Lu}\d]/u.test(text)) && !isUnspaced(end, text)) parts.push(" ")
  parts.push(text)
}

const isUnspaced = (end: string, text: string): boolean =>
  endsInPunctuation.test(end) || (endsUnspaced.test(end) && !/^\p{Script=Latin}/u.test(text))
