/**
 * Code: lines in a font of fixed width that aren't prose. A block keeps its line breaks, its blank lines and its
 * indentation.
 */
import type { Stretch } from "./Block.ts"
import type { Line } from "./LineBuilder.ts"

/** The code of a page. */
export const codeIn = (lines: ReadonlyArray<Line>): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  for (let from = 0; from < lines.length;) {
    const to = endOfFixed(lines, from)
    if (to > from) stretches.push(...codeWithin(lines, from, to))
    from = Math.max(to, from + 1)
  }
  return stretches
}

// --- private --------------------------------------------------------------------------

/** In font sizes: the distance of two lines without a blank one between, and that of lines of one block. */
const maxLineDistance = 1.7
const maxBlockDistance = 4.5

/** Maximum difference of the font sizes in a block, as a share. */
const maxSizeDifference = 0.1

/** Minimums of prose: words in a line, and the share of them that are plain. */
const minWords = 4
const minPlain = 0.8

/** The end of the lines of fixed width that are below each other. */
const endOfFixed = (lines: ReadonlyArray<Line>, from: number): number => {
  let to = from
  for (; to < lines.length; to++) {
    const [before, line] = [lines[to - 1], lines[to]]
    if (line?.fixed === undefined) break
    if (to === from || before === undefined) continue
    const distance = before.y - line.y
    if (distance <= 0 || distance > maxBlockDistance * line.size) break
    if (Math.abs(before.size - line.size) > maxSizeDifference * line.size) break
  }
  return to
}

/** The parts of fixed lines that aren't prose; parts that follow each other are one block. */
const codeWithin = (lines: ReadonlyArray<Line>, start: number, end: number): ReadonlyArray<Stretch> => {
  const found: Array<{ from: number; to: number }> = []
  for (let from = start; from < end;) {
    let to = from + 1
    while (to < end && distanceAt(lines, to) <= maxLineDistance * (lines[to]?.size ?? 0)) to++
    const last = found.at(-1)
    const isCode = !isProse(lines.slice(from, to)) && (to - from > 1 || isApart(lines, from))
    if (isCode && last?.to === from) last.to = to
    else if (isCode) found.push({ from, to })
    from = to
  }
  return found.map(({ from, to }) => ({ from, to, block: { kind: "code", lines: written(lines.slice(from, to)) } }))
}

const distanceAt = (lines: ReadonlyArray<Line>, at: number): number => (lines[at - 1]?.y ?? 0) - (lines[at]?.y ?? 0)

/** Whether a line isn't amid running text. */
const isApart = (lines: ReadonlyArray<Line>, at: number): boolean =>
  [at, at + 1].some((below) => {
    const [line, next] = [lines[below - 1], lines[below]]
    if (line === undefined || next === undefined) return true
    const distance = line.y - next.y
    return distance <= 0 || distance > minApart * Math.max(line.size, next.size)
  })

/** Minimum distance of a line of code from the text above or below, in font sizes. */
const minApart = 1.55

const plainWord = /^["'“(]?\p{L}[\p{L}'’-]*["'”)]?[.,;:!?]?["'”)]?$/u

/** Whether lines are running text of a typewriter, or a title. */
const isProse = (lines: ReadonlyArray<Line>): boolean => {
  const words = lines.flatMap(({ text }) => text.split(" "))
  const plain = words.filter((word) => plainWord.test(word)).length
  const [first] = lines
  if (lines.length === 1) return plain >= minPlain * words.length
  const indents = new Set(lines.slice(1).map((line) => Math.round(line.left - (first?.left ?? 0))))
  return plain >= minPlain * words.length && words.length >= minWords * lines.length && indents.size <= 2
}

/** Lines with their indentation, and with blank lines where the distance is larger. */
const written = (lines: ReadonlyArray<Line>): ReadonlyArray<string> => {
  const left = lines.reduce((least, line) => Math.min(least, line.left), Number.POSITIVE_INFINITY)
  const widths = lines.map(({ fixed }) => fixed?.width ?? 1).toSorted((one, other) => one - other)
  const width = widths[widths.length >> 1] ?? 1
  const texts = lines.flatMap((line, at) => {
    const indent = Math.min(maxIndent, Math.round((line.left - left) / width))
    const text = " ".repeat(indent) + (line.fixed?.text ?? line.text)
    const isAfterBlank = at > 0 && distanceAt(lines, at) > maxLineDistance * line.size
    return isAfterBlank ? ["", text] : [text]
  })
  return withoutGutter(texts)
}

/** Code without the numbers of its lines, if these count by one. */
const withoutGutter = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const numbers = texts.map((text) => Number(/^ *(\d{1,5})(?: |$)/.exec(text.slice(0, 80))?.[1]))
  const counts = numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1)
  if (texts.length < minNumbers || !counts || Number.isNaN(numbers[0])) return texts
  const rest = texts.map((text) => text.replace(/^ *\d+/, (number) => " ".repeat(number.length)))
  const indent = Math.min(...rest.filter((text) => text.trim() !== "").map((text) => text.search(/\S/)))
  return rest.map((text) => text.slice(indent))
}

/** Minimum number of lines whose numbers are known to be such. */
const minNumbers = 3

/** Maximum number of blanks at the beginning of a line. */
const maxIndent = 100
