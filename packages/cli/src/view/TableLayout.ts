/**
 * A table laid out for a terminal: columns within the width, cells wrapped between words. Where the longest words need
 * more, each row comes as a list of its cells, with the names of their columns.
 */
import type { Style } from "./View.ts"
import * as Width from "./Width.ts"

/** Lays out the rows of a table; the first one names the columns. */
export const of = (style: Style, width: number, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const room = width - gap.length * (columns - 1)
  // Each column needs one character at least, so a wide table isn't measured.
  const widths = room < columns ? undefined : widthsOf(columnsOf(rows, columns), room)
  return widths === undefined ? listOf(style, width, rows) : gridOf(style, widths, rows)
}

// --- private --------------------------------------------------------------------------

const gap = " │ "

/** The widths that a column needs: for its longest word, and for its longest cell on one line. */
interface Column {
  readonly least: number
  readonly most: number
}

const columnsOf = (rows: ReadonlyArray<ReadonlyArray<string>>, columns: number): ReadonlyArray<Column> =>
  Array.from({ length: columns }, (_, at) => {
    let [least, most] = [1, 1]
    for (const { [at]: cell = "" } of rows) {
      most = Math.max(most, Width.of(cell))
      for (const word of cell.split(/\s+/)) least = Math.max(least, Width.of(word))
    }
    return { least, most }
  })

/** The widths of columns that share the room: the widest ones are cut to the same width, none below its least one. */
const widthsOf = (columns: ReadonlyArray<Column>, room: number): ReadonlyArray<number> | undefined => {
  for (let cap = room; cap > 0; cap--) {
    const widths = columns.map(({ least, most }) => Math.max(least, Math.min(most, cap)))
    if (widths.reduce((sum, one) => sum + one, 0) <= room) return widths
  }
  return undefined
}

const gridOf = (style: Style, widths: ReadonlyArray<number>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const rule = widths.map((width) => "─".repeat(width)).join("─┼─")
  const [head, ...body] = rows.map((row) => rowOf(widths, row))
  return [style.strong(head ?? ""), style.faint(rule), ...body].join("\n")
}

const rowOf = (widths: ReadonlyArray<number>, row: ReadonlyArray<string>): string => {
  const cells = widths.map((width, at) => Width.wrap(row[at] ?? "", width).split("\n"))
  const height = cells.reduce((most, lines) => Math.max(most, lines.length), 1)
  return Array.from({ length: height }, (_, line) =>
    cells
      .map(({ [line]: text = "" }, at) => text + " ".repeat(Math.max(0, (widths[at] ?? 0) - Width.of(text))))
      .join(gap)
      .trimEnd(),
  ).join("\n")
}

const listOf = (style: Style, width: number, [head = [], ...body]: ReadonlyArray<ReadonlyArray<string>>): string =>
  (body.length === 0 ? [head] : body)
    .map((row) =>
      row
        .map((cell, at) => {
          const name = body.length === 0 || !head[at] ? "" : `${style.strong(head[at])}: `
          return Width.wrap(`${name}${cell}`, width, "", "  ")
        })
        .join("\n"),
    )
    .join("\n\n")
