/** Writes a Word table as HTML, with its merged cells and its head. */
import { attribute, elementsOf, find, isOn, type Node } from "../container/Xml.ts"
import { inCell } from "../Made.ts"
import type { Writing } from "./Runs.ts"
import { isFilled } from "./Styles.ts"
import { isDeleted } from "./Versions.ts"

/** Writes a table; `blocks` writes a cell's content. A cell that continues the one above makes that one taller. */
export const table = (node: Node, writing: Writing, blocks: (cell: Node, writing: Writing) => string): string => {
  const properties = find(node, "tblPr")
  const style = writing.styleOf(attribute(find(properties, "tblStyle"), "val"))
  const hasHead = style.hasHead && isFirstRow(find(properties, "tblLook"))
  // Runs take from the style of their table what their own styles don't say.
  const inner = { ...writing, defaults: new Map([...writing.defaults, ...style.run]) }
  const above = new Map<number, Cell>()
  const rows: Array<Row> = []
  for (const row of rowsIn(node)) {
    const own = find(row, "trPr")
    if (find(own, "del") !== undefined) {
      writing.counts.changes += 1
      continue
    }
    if (isOn(find(own, "hidden"))) {
      writing.counts.hidden += 1
      continue
    }
    const before = spanOf(find(own, "gridBefore"), 0)
    const cells: Array<Cell> = before === 0 ? [] : [{ html: "", width: before, height: 1 }]
    let column = before
    for (const source of cellsIn(row)) {
      if (find(source, "tcPr", "cellDel") !== undefined) continue
      const width = spanOf(find(source, "tcPr", "gridSpan"), 1)
      const merge = find(source, "tcPr", "vMerge")
      const upper = above.get(column)
      if (merge !== undefined && attribute(merge, "val") !== "restart" && upper !== undefined) upper.height += 1
      else {
        const shading = find(source, "tcPr", "shd")
        const hasGround = writing.hasGround || style.isShaded || isFilled(shading)
        const ground = isFilled(shading) ? shading : writing.ground
        const cell = { html: blocks(source, { ...inner, hasGround, ground }), width, height: 1 }
        cells.push(cell)
        above.set(column, cell)
      }
      column += width
    }
    rows.push({ cells, isHead: isOn(find(own, "tblHeader")) || (rows.length === 0 && hasHead) })
  }
  return written(rows)
}

// --- private --------------------------------------------------------------------------

interface Cell {
  readonly html: string
  readonly width: number
  height: number
}

interface Row {
  readonly cells: ReadonlyArray<Cell>
  readonly isHead: boolean
}

/** In characters of HTML: a table with a longer cell arranges text. */
const longCell = 2_000

const written = (rows: ReadonlyArray<Row>): string => {
  const all = rows.flatMap((row) => row.cells)
  const isData = rows.length > 1 && all.every((cell) => cell.html.length < longCell)
  const html = rows.map(({ cells, isHead }) => {
    const tag = isHead ? "th" : "td"
    const inner = cells.map((cell) => {
      const across = cell.width > 1 ? ` colspan="${cell.width}"` : ""
      const down = cell.height > 1 ? ` rowspan="${cell.height}"` : ""
      return `<${tag}${across}${down}>${isData ? inCell(cell.html) : cell.html}</${tag}>`
    })
    return `<tr>${inner.join("")}</tr>`
  })
  return `<table${isData ? ' datatable="1"' : ""}>${html.join("")}</table>`
}

/** Columns that a cell spans; the writer of tables has 64. */
const spanOf = (node: Node | undefined, absent: number): number =>
  Math.min(64, Math.max(absent, Number(attribute(node, "val") ?? absent) || absent))

/** Whether the table uses its style's format of the first row: an attribute, or a bit of an older mask. */
const isFirstRow = (look: Node | undefined): boolean => {
  const own = attribute(look, "firstRow")
  if (own !== undefined) return /^(?:1|true|on)$/.test(own)
  return (Number.parseInt(attribute(look, "val") ?? "0", 16) & 0x20) !== 0
}

const rowsIn = (node: Node): ReadonlyArray<Node> =>
  elementsOf(node).flatMap((child) =>
    child.name === "tr"
      ? [child]
      : isDeleted(child) || child.name.endsWith("Pr") || child.name === "tc"
        ? []
        : rowsIn(child),
  )

const cellsIn = (node: Node): ReadonlyArray<Node> =>
  elementsOf(node).flatMap((child) =>
    child.name === "tc" ? [child] : isDeleted(child) || child.name.endsWith("Pr") ? [] : cellsIn(child),
  )
