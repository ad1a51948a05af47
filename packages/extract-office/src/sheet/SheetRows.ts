/** Reads the rows of a sheet without a tree of it, because a sheet may have a million cells. */
import { type Budget, type Handler, scan } from "../container/Xml.ts"

/** A cell that is shown. */
export interface SheetCell {
  readonly row: number
  readonly column: number
  /** `s` is an index of a shared string, `b` a boolean, `n` a number; all others are texts. */
  readonly type: string
  readonly style: number
  readonly value: string
}

/** A range of cells, from zero. */
export interface Range {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** The content of a sheet. */
export interface SheetRows {
  /** Cells with a value, in the sheet's order, in rows and columns that are shown. */
  readonly cells: ReadonlyArray<SheetCell>
  readonly merged: ReadonlyArray<Range>
  /** Relationships of links, by the first cell's position. */
  readonly links: ReadonlyMap<string, string>
  /** The number of hidden rows and columns that have values. */
  readonly hidden: number
  /** Whether the row and the column of a cell are shown. */
  readonly isShown: (row: number, column: number) => boolean
  readonly isCut: boolean
}

/** Reads a sheet's part. */
export const sheetRows = (bytes: Uint8Array, budget: Budget): SheetRows => {
  const cells: Array<SheetCell> = []
  const merged: Array<Range> = []
  const links = new Map<string, string>()
  const hiddenColumns: Array<Range> = []
  const hidden = new Set<string>()
  /** The rows of the sheet, and whether they are shown; the others are hidden if {@link areOthersHidden} is set. */
  const listed = new Map<number, boolean>()
  let areOthersHidden = false
  const isColumnHidden = (at: number): boolean => hiddenColumns.some(({ left, right }) => left <= at && at <= right)
  let [row, column, style, type, value] = [-1, -1, 0, "", ""]
  let [isRowHidden, isInValue, isPhonetic, isCut, isThinByDefault] = [false, false, false, false, false]
  const handler: Handler = {
    onOpen: (name, attributes) => {
      if (name === "row") {
        row = attributes["r"] === undefined ? row + 1 : Number(attributes["r"]) - 1
        column = -1
        isRowHidden =
          isYes(attributes["hidden"]) || (attributes["ht"] === undefined ? isThinByDefault : isThin(attributes["ht"]))
        listed.set(row, !isRowHidden)
      } else if (name === "sheetFormatPr") {
        // `zeroHeight` hides the rows that the sheet doesn't list.
        isThinByDefault = isThin(attributes["defaultRowHeight"])
        areOthersHidden = isThinByDefault || isYes(attributes["zeroHeight"])
      } else if (name === "c") {
        const at = positionOf(attributes["r"] ?? "")
        ;[row, column] = [at?.row ?? row, at?.column ?? column + 1]
        ;[style, type, value] = [Number(attributes["s"] ?? 0), attributes["t"] ?? "n", ""]
      } else if (name === "v" || name === "t") isInValue = !isPhonetic
      else if (name === "rPh") isPhonetic = true
      else if (name === "col" && (isYes(attributes["hidden"]) || isThin(attributes["width"])))
        hiddenColumns.push(columnsOf(attributes))
      else if (name === "mergeCell" && merged.length < maxMerged) {
        const range = rangeOf(attributes["ref"] ?? "")
        if (range !== undefined) merged.push(range)
      } else if (name === "hyperlink") {
        const range = rangeOf(attributes["ref"] ?? "")
        const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1]
        if (range !== undefined && id !== undefined) links.set(`${range.top}/${range.left}`, id)
      }
    },
    onText: (text) => {
      if (isInValue) value += text
    },
    onClose: (name) => {
      if (name === "v" || name === "t") isInValue = false
      else if (name === "rPh") isPhonetic = false
      else if (name === "c" && value !== "") {
        if (isRowHidden) hidden.add(`row ${row}`)
        else if (isColumnHidden(column)) hidden.add(`column ${column}`)
        else if (cells.length < maxCells) cells.push({ row, column, style, type, value })
        else isCut = true
      }
    },
  }
  scan(bytes, budget, { ...handler, isDone: () => isCut })
  if (isCut) scan(afterRows(bytes), budget, handler)
  const isShown = (at: number, column: number): boolean =>
    (listed.get(at) ?? !areOthersHidden) && !isColumnHidden(column)
  return { cells, merged, links, hidden: hidden.size, isShown, isCut }
}

/** The position of a reference such as `B3`. */
export const positionOf = (reference: string): { readonly row: number; readonly column: number } | undefined => {
  const [, letters = "", digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
  if (digits === undefined) return undefined
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(digits) - 1, column }
}

// --- private --------------------------------------------------------------------------

/** Cells of a sheet with a value; the reader of HTML keeps 120,000 elements. */
const maxCells = 60_000
const maxMerged = 10_000

/** The merged cells and links, which follow the rows. */
const afterRows = (bytes: Uint8Array): Uint8Array => {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf("</sheetData>")
  return bytes.subarray(end === -1 ? bytes.length : end)
}

const columnsOf = ({ max, min }: Readonly<Record<string, string>>): Range => ({
  top: 0,
  bottom: 0,
  left: Number(min) - 1,
  right: Number(max) - 1,
})

const isYes = (value: string | undefined): boolean => value === "1" || value === "true"

/** Whether a row or a column has next to no height or width. */
const isThin = (size: string | undefined): boolean => size !== undefined && Number(size) < 0.1

const rangeOf = (reference: string): Range | undefined => {
  const [from = "", to = from] = reference.split(":")
  const [start, end] = [positionOf(from), positionOf(to)]
  if (start === undefined || end === undefined) return undefined
  return { top: start.row, left: start.column, bottom: end.row, right: end.column }
}
