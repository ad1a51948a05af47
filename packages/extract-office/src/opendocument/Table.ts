/** Writes the tables of an OpenDocument file as HTML (section 9): those of texts and slides, and sheets. */
import { attribute, elementsOf, type Node } from "../container/Xml.ts"
import { inCell } from "../Made.ts"
import { hasOwnGround } from "./Styles.ts"
import type { Writing } from "./Writing.ts"

/** Writes a table; `blocks` writes a cell's content. Hidden rows and columns go, and empty ones at its end. */
export const table = (node: Node, writing: Writing, blocks: (cell: Node, writing: Writing) => string): string => {
  const hiddenColumns = hiddenIn(node)
  const rows: Array<{ readonly isHead: boolean; readonly cells: ReadonlyArray<Cell> }> = []
  const unseen = new Set<number>()
  for (const { isHead, row } of rowsIn(node)) {
    const all = cellsOf(row, writing, blocks)
    const cells = all.filter(({ column }) => !hiddenColumns.has(column))
    for (const { column, html } of all) if (html !== "" && hiddenColumns.has(column)) unseen.add(column)
    writing.counts.cells += all.length
    if (writing.counts.cells > maxCells) {
      writing.counts.isCut = true
      break
    }
    if (isOff(row)) {
      if (cells.some(({ html }) => html !== "")) writing.counts.hidden += 1
      continue
    }
    if (cells.some(({ html }) => html !== "")) rows.push({ isHead, cells })
  }
  writing.counts.hidden += unseen.size
  const width = Math.max(
    0,
    ...rows.flatMap(({ cells }) => cells.filter(({ html }) => html !== "").map(({ end }) => end)),
  )
  const html = rows.map(({ cells, isHead }) => {
    const tag = isHead ? "th" : "td"
    const inner = cells
      .filter(({ column }) => column < width)
      .map((cell) => {
        const across = Math.min(cell.end, width) - cell.column
        const spans = `${across > 1 ? ` colspan="${across}"` : ""}${cell.height > 1 ? ` rowspan="${cell.height}"` : ""}`
        return `<${tag}${spans}>${inCell(cell.html)}</${tag}>`
      })
    return `<tr>${inner.join("")}</tr>`
  })
  return rows.length === 0 ? "" : `<table datatable="1">${html.join("")}</table>`
}

// --- private --------------------------------------------------------------------------

interface Cell {
  readonly html: string
  readonly column: number
  /** The column after it. */
  readonly end: number
  readonly height: number
}

/** Of a sheet, or of all tables of a text: repeated rows may have tables with repeated rows. */
const maxCells = 60_000
/** Columns and repeated cells beyond are empty. */
const maxColumns = 1_000
/** The writer of tables repeats a cell as often. */
const maxSpan = 64

const countOf = (node: Node, name: string, most: number): number =>
  Math.min(most, Math.max(1, Number(attribute(node, name) ?? 1) || 1))

const isOff = (node: Node): boolean => /^(?:collapse|filter)$/.test(attribute(node, "visibility") ?? "")

const hiddenIn = (node: Node): ReadonlySet<number> => {
  const hidden = new Set<number>()
  let at = 0
  for (const column of columnsIn(node)) {
    const count = countOf(column, "number-columns-repeated", maxColumns)
    if (isOff(column)) for (let index = at; index < Math.min(maxColumns, at + count); index++) hidden.add(index)
    at += count
  }
  return hidden
}

const columnsIn = (node: Node): ReadonlyArray<Node> =>
  elementsOf(node).flatMap((child) =>
    child.name === "table-column"
      ? [child]
      : child.name.startsWith("table-column") || child.name === "table-header-columns"
        ? columnsIn(child)
        : [],
  )

/** The rows in order, of which a repeated one comes several times. */
const rowsIn = function* (node: Node, isHead = false): Generator<{ readonly row: Node; readonly isHead: boolean }> {
  for (const child of elementsOf(node)) {
    if (child.name === "table-row") {
      const isEmpty = elementsOf(child, "table-cell").every((cell) => elementsOf(cell).length === 0)
      const count = isEmpty ? 1 : countOf(child, "number-rows-repeated", maxRepeated)
      for (let at = 0; at < count; at++) yield { row: child, isHead }
    } else if (/^table-(?:rows|row-group|header-rows)$/.test(child.name))
      yield* rowsIn(child, isHead || child.name === "table-header-rows")
  }
}

const maxRepeated = 1_000

const cellsOf = (
  row: Node,
  writing: Writing,
  blocks: (cell: Node, writing: Writing) => string,
): ReadonlyArray<Cell> => {
  const cells: Array<Cell> = []
  let column = 0
  for (const source of elementsOf(row)) {
    const count = countOf(source, "number-columns-repeated", maxColumns - column)
    if (source.name === "table-cell") {
      const style = writing.styles.styleOf("table-cell", attribute(source, "style-name"))
      const width = countOf(source, "number-columns-spanned", maxSpan)
      const height = countOf(source, "number-rows-spanned", maxSpan)
      const html = blocks(source, { ...writing, hasGround: writing.hasGround || hasOwnGround(style) })
      for (let index = 0; index < count; index++)
        cells.push({ html, column: column + index, end: column + index + width, height })
    }
    column += count
    if (column >= maxColumns) break
  }
  return cells
}
