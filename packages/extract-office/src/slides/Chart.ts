/** Writes the data that a chart shows as a table (DrawingML charts, ISO/IEC 29500-1 section 21.2). */
import { attribute, elementsOf, find, type Node, textOf, within } from "../container/Xml.ts"
import { escaped } from "../Made.ts"

/** A chart's title and table; empty without stored data. */
export const chartOf = (root: Node | undefined): string => {
  const series = within(root, "ser").slice(0, maxSeries)
  if (series.length === 0) return ""
  const categories = pointsOf(find(series[0], "cat") ?? find(series[0], "xVal"))
  const columns = series.map((one) => pointsOf(find(one, "val") ?? find(one, "yVal")))
  const names = series.map((one) => Array.from(pointsOf(find(one, "tx")).values()).join(" "))
  const indexes = Array.from(new Set([...categories.keys(), ...columns.flatMap((column) => [...column.keys()])]))
  const rows = indexes
    .toSorted((one, other) => one - other)
    .slice(0, maxPoints)
    .map((index) => row([categories.get(index) ?? "", ...columns.map((column) => column.get(index) ?? "")], "td"))
  const title = within(find(root, "chart", "title"), "t")
    .map(textOf)
    .join("")
  const caption = title === "" ? "" : `<p>${escaped(title)}</p>`
  return `${caption}<table datatable="1">${row(["", ...names], "th")}${rows.join("")}</table>`
}

// --- private --------------------------------------------------------------------------

const maxSeries = 60
const maxPoints = 1_000

const row = (cells: ReadonlyArray<string>, tag: string): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`

/** The values that the program stored, by their index. */
const pointsOf = (node: Node | undefined): ReadonlyMap<number, string> =>
  new Map(
    within(node, "pt").map((point) => [
      Number(attribute(point, "idx") ?? 0),
      elementsOf(point, "v").map(textOf).join(""),
    ]),
  )
