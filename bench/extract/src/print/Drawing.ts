/** The marked documents set by us, for printers that only draw: each stretch of text at its place. */
import type { MarkedDocument, Part } from "./Documents.ts"
import { stretchesOf } from "./Markup.ts"

/** Text at its place, in points from the left and from the top. */
export interface Placed {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly isCode: boolean
}

/** The width of a text in a printer's font. */
export type Measure = (text: string, size: number, isCode: boolean) => number

/** All texts of a document, which fits on a page. */
export const drawn = (document: MarkedDocument, measure: Measure): ReadonlyArray<Placed> => {
  const page: Page = { measure, placed: [], y: 80 }
  for (const part of document.parts) draw(page, part)
  return page.placed
}

// --- private --------------------------------------------------------------------------

interface Page {
  readonly measure: Measure
  readonly placed: Array<Placed>
  y: number
}

const [left, width, size, leading] = [72, 450, 11, 15]

const draw = (page: Page, part: Part): void => {
  if (part.kind === "heading") {
    page.placed.push({ text: part.text, x: left, y: page.y, size: 16, isCode: false })
    page.y += 26
  } else if (part.kind === "paragraph") drawParagraph(page, part.text, left, width)
  else if (part.kind === "columns") {
    const top = page.y
    const half = part.paragraphs.length >> 1
    for (const text of part.paragraphs.slice(0, half)) drawParagraph(page, text, left, 210)
    page.y = top
    for (const text of part.paragraphs.slice(half)) drawParagraph(page, text, left + 240, 210)
  } else if (part.kind === "code") {
    for (const line of part.lines) {
      const indent = page.measure(" ", 9, true) * (line.length - line.trimStart().length)
      page.placed.push({ text: line.trimStart(), x: left + indent, y: page.y, size: 9, isCode: true })
      page.y += 12
    }
    page.y += 8
  } else {
    for (const row of part.rows) {
      row.forEach((text, at) => {
        const x = at === 0 ? left : left + 100 + at * 80 - page.measure(text, size, false)
        if (text !== "") page.placed.push({ text, x, y: page.y, size, isCode: false })
      })
      page.y += leading
    }
    page.y += 8
  }
}

/** Breaks a paragraph into lines, at blanks; a word may have raised and lowered parts. */
const drawParagraph = (page: Page, text: string, from: number, room: number): void => {
  let x = from
  let line = ""
  const flush = (): void => {
    if (line.trim() !== "") page.placed.push({ text: line.trimEnd(), x, y: page.y, size, isCode: false })
    x += page.measure(line, size, false)
    line = ""
  }
  for (const { level, text: own } of stretchesOf(text)) {
    if (level !== "base") {
      flush()
      const y = page.y + (level === "raised" ? -4 : 2)
      page.placed.push({ text: own, x, y, size: 7, isCode: false })
      x += page.measure(own, 7, false)
      continue
    }
    for (const word of own.split(/(?<= )/)) {
      if (x + page.measure(line + word.trimEnd(), size, false) > from + room) {
        flush()
        page.y += leading
        x = from
      }
      line += word
    }
    flush()
  }
  page.y += leading + 8
}
