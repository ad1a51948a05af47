/** Builds a line of text from its runs, in drawing order. */
import { unspaced } from "./LetterSpacing.ts"
import { type Cell, cellsOf, fixedTextOf, type FixedText, type Piece, textOf } from "./Pieces.ts"
import { maxBaselineDistance, type TextRun } from "./TextRun.ts"

/** A line of text. */
export interface Line {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
  /** Whether the line has a gap as wide as between a table's columns. */
  readonly isRow: boolean
  /** The line's cells from left to right, if the line is written from the left. */
  readonly cells?: ReadonlyArray<Cell>
  /** The line on a grid of characters, if all of it is in a font of fixed width. */
  readonly fixed?: FixedText
}

/** Builds one line. */
export class LineBuilder {
  private left: number
  private right: number
  private y: number
  private size = 0
  private isRow = false
  private isRightToLeft = false
  private hasRightToLeft = false
  /** Baseline and size of the largest run with a word: a bullet may be larger than its text. */
  private largestWord: Pick<TextRun, "size" | "y"> | undefined
  /**
   * The part of the line to which runs are added, and the parts on its right: some tables are drawn from the last cell.
   */
  private part: Part
  private readonly parts: Array<Part> = []

  constructor(first: TextRun) {
    this.left = first.x
    this.right = first.x
    this.y = first.y
    this.part = { left: first.x, right: first.x, pieces: [] }
  }

  /** Whether a run belongs to the line. */
  accepts(run: TextRun): boolean {
    if (this.isCellBefore(run)) return true
    const [small, large] = [Math.min(this.size, run.size), Math.max(this.size, run.size)]
    const distance = Math.abs(run.y - this.y)
    if (distance > maxDistanceOfSmall * small) return false
    const gap = this.gapBefore(run)
    return (distance <= maxBaselineDistance * large && gap >= -large) || this.isScriptBeside(run, distance, gap)
  }

  add(run: TextRun): void {
    const right = run.x + run.width
    const gap = this.gapBefore(run)
    let isSpaced = false
    if (this.size > 0 && this.isCellBefore(run)) {
      this.isRow ||= this.left - right > columnGap * run.size
      this.parts.push(this.part)
      this.part = { left: run.x, right, pieces: [] }
    } else if (this.size > 0) {
      const size = Math.max(this.size, run.size)
      isSpaced = gap > wordSpace * size
      this.isRow ||= gap > columnGap * run.size
    }
    this.part.pieces.push({ ...run, isSpaced })
    this.part.right = Math.max(this.part.right, right)
    this.left = Math.min(this.left, run.x)
    this.right = Math.max(this.right, right)
    this.isRightToLeft = rightToLeft.test(run.text)
    this.hasRightToLeft ||= this.isRightToLeft
    if (run.size > this.size) {
      this.y = run.y
      this.size = run.size
    }
    if (word.test(run.text) && (this.largestWord === undefined || run.size > this.largestWord.size))
      this.largestWord = { y: run.y, size: run.size }
  }

  end(): Line {
    const { isRow, left, right } = this
    const base = this.largestWord ?? { y: this.y, size: this.size }
    const parts = [this.part, ...this.parts].toSorted((one, other) => one.left - other.left).map(({ pieces }) => pieces)
    const shown = unspaced(parts.flat()) ?? parts.map((pieces) => textOf(pieces, base)).join(" ")
    const text = shown.replace(/\s+/g, " ").trim()
    const line = { text, left, right, ...base, isRow }
    if (this.hasRightToLeft) return line
    const fixed = fixedTextOf(parts.flat())
    return { ...line, cells: cellsOf(parts, base), ...(fixed === undefined ? {} : { fixed }) }
  }

  /** Whether a run is a cell on the left of the line: cells of a row are level, unlike most superscripts. */
  private isCellBefore(run: TextRun): boolean {
    return (
      run.x + run.width <= this.left &&
      Math.abs(run.y - this.y) <= maxCellDifference * this.size &&
      Math.abs(run.size - this.size) <= maxCellDifference * this.size &&
      !this.isRightToLeft &&
      !rightToLeft.test(run.text)
    )
  }

  /** Whether a run is a script directly beside the line's text, or that text directly beside a script. */
  private isScriptBeside(run: TextRun, distance: number, gap: number): boolean {
    const size = Math.max(this.size, run.size)
    const maxGap = this.size === run.size ? maxScriptGapInSize : maxScriptGap
    return distance <= maxScriptDistance * size && Math.abs(gap) <= maxGap * size
  }

  private gapBefore(run: TextRun): number {
    return this.isRightToLeft && run.x < this.left && rightToLeft.test(run.text)
      ? this.left - run.x - run.width
      : run.x - this.part.right
  }
}

// --- private --------------------------------------------------------------------------

interface Part {
  readonly left: number
  right: number
  readonly pieces: Array<Piece>
}

/**
 * As shares of the font's size: the gap of a word space, the gap between columns, and the maximum difference of a row's
 * cells in baseline and in font size.
 */
const wordSpace = 0.15
const columnGap = 2
const maxCellDifference = 0.15

/** The maximum distance of a small run from the baseline of a large one, in its own size: beyond it is text above. */
const maxDistanceOfSmall = 1.1

/** The maximum distance of a script from the baseline, and from the text beside it: in another size, and in its own. */
const maxScriptDistance = 0.6
const maxScriptGap = 0.35
const maxScriptGapInSize = 0.05

/** Text of scripts that are written from the right. */
const rightToLeft = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

const word = /[\p{L}\p{N}]/u
