/** The pieces of a line, one for each run: as running text, as cells, or on a grid of characters. */
import { type Baseline, levelOf, script } from "./Scripts.ts"
import type { TextRun } from "./TextRun.ts"

/** A run of a line, and whether a gap separates it from the piece before. */
export interface Piece extends TextRun {
  readonly isSpaced: boolean
}

/** A stretch of a line between two gaps that are wider than between words. */
export interface Cell {
  readonly text: string
  readonly left: number
  readonly right: number
}

/** A line on a grid of characters. */
export interface FixedText {
  readonly text: string
  /** The width of a character. */
  readonly width: number
}

/** Pieces as running text, with marks for raised and lowered ones. */
export const textOf = (pieces: ReadonlyArray<Piece>, base: Baseline): string => {
  const texts: Array<string> = []
  let last = ""
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at]
    if (piece === undefined) break
    const level = isAlone(piece, last, at) ? "base" : levelOf(piece, base)
    const end = level === "base" ? at + 1 : endOfScript(pieces, at, base)
    const inside = pieces.slice(at, end).map(({ text }) => text)
    const text = inside.join("")
    const next = text.endsWith(" ") || pieces[end]?.isSpaced === true ? "" : (pieces[end]?.text ?? "")
    const shown = level === "base" || end - at > maxScriptPieces ? text : script(text.trim(), level, last, next)
    last = `${piece.isSpaced ? " " : ""}${shown}${text.endsWith(" ") ? " " : ""}`
    texts.push(last)
    at = end
  }
  return texts.join("")
}

/** Pieces as cells. */
export const cellsOf = (parts: ReadonlyArray<ReadonlyArray<Piece>>, base: Baseline): ReadonlyArray<Cell> => {
  const groups: Array<Array<Piece>> = []
  for (const pieces of parts) {
    for (const [at, piece] of pieces.entries()) {
      const before = pieces[at - 1]
      const gap = before === undefined ? Number.POSITIVE_INFINITY : piece.x - before.x - before.width
      if (gap > cellGap * base.size) groups.push([piece])
      else groups.at(-1)?.push(piece)
    }
  }
  return groups.map((pieces) => ({
    text: textOf(pieces, base).replace(/\s+/g, " ").trim(),
    left: pieces.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY),
    right: pieces.reduce((most, { width, x }) => Math.max(most, x + width), Number.NEGATIVE_INFINITY),
  }))
}

/** Pieces on a grid; `undefined` unless all of them are in fonts of fixed width. */
export const fixedTextOf = (pieces: ReadonlyArray<Piece>): FixedText | undefined => {
  if (!pieces.every(({ isFixed }) => isFixed === true)) return undefined
  const widths = pieces.map(({ text, width }) => width / Math.max(1, text.trimEnd().length))
  const width = widths.toSorted((one, other) => one - other)[widths.length >> 1] ?? 0
  const left = pieces[0]?.x ?? 0
  if (!(width > 0)) return undefined
  let text = ""
  for (const piece of pieces) {
    const column = Math.round((piece.x - left) / width)
    const gap = Math.min(column, maxColumn) - text.length
    text += " ".repeat(Math.max(piece.isSpaced ? 1 : 0, gap)) + piece.text.trimEnd()
  }
  return { text: text.replace(typesetHyphen, "-"), width }
}

// --- private --------------------------------------------------------------------------

/** Maximum number of pieces of a script. */
const maxScriptPieces = 8

/** The gap between cells, in font sizes. A wider one shows that a line has cells at all. */
const cellGap = 0.7

/** Maximum number of characters of a script at the beginning of a line, which is a note's mark. */
const maxMark = 3

/** Whether a piece has nothing beside it of which it can be a script. */
const isAlone = ({ isSpaced, text }: Piece, before: string, at: number): boolean =>
  at === 0 ? text.trim().length > maxMark : isSpaced || before.endsWith(" ")

/** The last column up to which blanks fill gaps. */
const maxColumn = 200

/** The hyphen and the minus of typesetters, which mean `-` in code. */
const typesetHyphen = /[\u2010\u2212]/g

/** The end of the pieces that form a script, of one level and without gaps. */
const endOfScript = (pieces: ReadonlyArray<Piece>, from: number, base: Baseline): number => {
  const first = pieces[from]
  if (first === undefined) return from
  let end = from + 1
  for (; end < pieces.length; end++) {
    const [before, piece] = [pieces[end - 1], pieces[end]]
    if (piece === undefined || piece.isSpaced || before?.text.endsWith(" ") === true) break
    if (levelOf(piece, base) !== levelOf(first, base)) break
  }
  return end
}
