/**
 * Writes what a chart or a diagram shows (DrawingML, ISO/IEC 29500-1 sections 21.2 and 21.4): a chart's data as a
 * table, a diagram's texts as a list.
 */
import type { WebError } from "@porthole/core"
import * as Result from "effect/Result"
import type * as OpenXml from "../container/OpenXml.ts"
import { attribute, elementsOf, find, type Node, textOf, within } from "../container/Xml.ts"
import { escaped } from "../Made.ts"
import { shownNumber } from "../ShownNumber.ts"

/** Charts and diagrams by the identifiers of their relationships. */
export type Charts = ReadonlyMap<string, string>

/** The charts and diagrams of a part. */
export const chartsOf = (
  office: OpenXml.Package,
  relationships: OpenXml.Relationships,
): Result.Result<Charts, WebError.WebError> =>
  Result.gen(function* () {
    const charts = new Map<string, string>()
    for (const [id, { isExternal, target, type }] of relationships)
      if (type === "chart" && !isExternal) charts.set(id, chartOf(yield* office.part(target)))
      else if (type === "diagramData" && !isExternal) charts.set(id, diagramOf(yield* office.part(target)))
    return charts
  })

// --- private --------------------------------------------------------------------------

/** The texts of a diagram (SmartArt), in the order of its data. */
const diagramOf = (root: Node | undefined): string => {
  const points = elementsOf(find(root, "ptLst"), "pt").slice(0, maxPoints)
  const texts = points.map((point) => within(find(point, "t"), "t").map(textOf).join("").trim())
  const items = texts.filter((text) => text !== "").map((text) => `<li>${escaped(text)}</li>`)
  return items.length === 0 ? "" : `<ul>${items.join("")}</ul>`
}

/** A chart's title and table; empty without stored data. */
const chartOf = (root: Node | undefined): string => {
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

const maxSeries = 60
const maxPoints = 1_000

const row = (cells: ReadonlyArray<string>, tag: string): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`

/** The values that the program stored, as shown, by their index. */
const pointsOf = (node: Node | undefined): ReadonlyMap<number, string> => {
  const cache = within(node, "numCache")[0]
  const pattern = textOf(find(cache, "formatCode")) || "General"
  return new Map(
    within(node, "pt").map((point) => {
      const value = elementsOf(point, "v").map(textOf).join("")
      const isNumber = cache !== undefined && value !== "" && Number.isFinite(Number(value))
      const own = attribute(point, "formatCode") ?? pattern
      return [Number(attribute(point, "idx") ?? 0), isNumber ? shownNumber(Number(value), own) : value]
    }),
  )
}
