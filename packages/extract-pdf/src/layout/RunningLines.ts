/**
 * Running heads and feet: lines at the top or at the bottom of several pages, at the same height and with the same text
 * but for numbers that count with the pages. Such a line stays where it stands first, because it may name the document;
 * a page's number goes everywhere.
 */
import type { Line } from "./LineBuilder.ts"

/** The pages' lines without the repetitions of running heads and feet. */
export const withoutRunningLines = (pages: ReadonlyArray<PageLines>): ReadonlyArray<ReadonlyArray<Line>> => {
  const groups = new Map<string, Array<Candidate>>()
  for (const candidate of pages.flatMap(candidatesOf)) {
    for (const key of new Set([candidate.text, candidate.wording])) {
      const others = groups.get(key) ?? []
      groups.set(key, others)
      others.push(candidate)
    }
  }
  const removed = new Set<Line>()
  for (const group of groups.values()) {
    for (const level of levelsOf(group)) {
      if (!isRunning(level, pages.length)) continue
      for (const { line } of isPageNumber(level) ? level : level.slice(1)) removed.add(line)
    }
  }
  return pages.map(({ lines }) => (removed.size === 0 ? lines : lines.filter((line) => !removed.has(line))))
}

// --- private --------------------------------------------------------------------------

/** The lines of a page. */
interface PageLines {
  readonly number: number
  readonly lines: ReadonlyArray<Line>
}

/** A line at the edge of a page. */
interface Candidate {
  readonly line: Line
  readonly page: number
  /** Its text, and its text without numbers. */
  readonly text: string
  readonly wording: string
  readonly numbers: ReadonlyArray<number>
}

/** Maximum number of lines at an edge, and of their characters. */
const maxEdge = 3
const maxLength = 200

/** Maximum difference of two running lines in height, in points. */
const maxDifference = 4

/** Minimum number of pages of a running line: of all pages, and of a document of few. */
const minPages = 3
const minPagesOfFew = 2

/** Minimum share of a line's numbers that are the same, or count with the pages. */
const minRegular = 0.8

/** In font sizes: the least gap between running lines and the others, and their largest size, below a slide's title. */
const minGap = 1.8
const maxSizeRatio = 1.15

const candidatesOf = ({ lines, number }: PageLines): ReadonlyArray<Candidate> => {
  const down = lines.toSorted((one, other) => other.y - one.y)
  const usualSize = down.map(({ size }) => size).toSorted((one, other) => one - other)[down.length >> 1] ?? 0
  return [...edgeOf(down), ...edgeOf(down.toReversed())].flatMap((line) => {
    if (line.text.length > maxLength || line.size > maxSizeRatio * usualSize) return []
    const numbers = Array.from(line.text.matchAll(/\d{1,6}/g), ([digits]) => Number(digits))
    return [{ line, page: number, numbers, text: line.text, wording: line.text.replace(/\d{1,6}/g, "#") }]
  })
}

/** The lines at an edge of a page that a gap separates from the others. */
const edgeOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const to = lines.slice(0, maxEdge).findIndex((line, at) => {
    const next = lines[at + 1]
    return next !== undefined && Math.abs(line.y - next.y) >= minGap * Math.max(line.size, next.size)
  })
  return lines.slice(0, to + 1)
}

/** The lines of a group at each height, in the order of their pages. */
const levelsOf = (group: ReadonlyArray<Candidate>): ReadonlyArray<ReadonlyArray<Candidate>> => {
  const levels: Array<Array<Candidate>> = []
  for (const candidate of group.toSorted((one, other) => other.line.y - one.line.y)) {
    const level = levels.at(-1)
    if (level?.[0] !== undefined && level[0].line.y - candidate.line.y <= maxDifference) level.push(candidate)
    else levels.push([candidate])
  }
  return levels.map((level) => level.toSorted((one, other) => one.page - other.page))
}

const isRunning = (level: ReadonlyArray<Candidate>, pages: number): boolean => {
  const count = new Set(level.map(({ page }) => page)).size
  if (count !== level.length || count < (pages <= minPages ? minPagesOfFew : minPages)) return false
  const [first] = level
  if (first === undefined) return false
  // A number alone is a page's number only if it counts.
  const isBare = !/\p{L}/u.test(first.line.text)
  const series = first.numbers.map((_, at) => level.map(({ numbers, page }) => ({ page, value: numbers[at] ?? 0 })))
  const counts = series.map((values) => isMostlyOne(values.map(({ page, value }) => value - page)))
  if (isBare && !counts.includes(true)) return false
  return series.every((values, at) => counts[at] === true || isMostlyOne(values.map(({ value }) => value)))
}

const isMostlyOne = (values: ReadonlyArray<number>): boolean => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Math.max(...counts.values()) >= minRegular * values.length
}

/** Whether lines hold nothing but the number of their page, with a word before it or the number of pages after it. */
const isPageNumber = (level: ReadonlyArray<Candidate>): boolean =>
  level.every(({ line }) =>
    /^[^\p{L}\p{N}]*(?:\p{L}+\.? )?\d+(?: ?(?:\p{L}+|[/|]) ?\d+)?[^\p{L}\p{N}]*$/u.test(line.text),
  )
