/**
 * Reads an Excel workbook (SpreadsheetML, ISO/IEC 29500-1 section 18): a section for each sheet, with its values as
 * shown.
 */
import type { Extracted } from "@porthole/core"
import * as Result from "effect/Result"
import * as OpenXml from "../container/OpenXml.ts"
import { attribute, elementsOf, find, type Node, relationOf, textOf } from "../container/Xml.ts"
import { escaped, type Part, type ReadMain } from "../Made.ts"
import { shownNumber, shownText } from "../ShownNumber.ts"
import { type CellStyle, stylesOf } from "./Cells.ts"
import { commentsOf, personsOf, threadsOf } from "./Comments.ts"
import { type SheetCell, sheetRows } from "./SheetRows.ts"
import { drawingOf } from "./SheetDrawing.ts"
import { tableOf } from "./SheetTable.ts"

/** Reads a workbook by its main part. */
export const read: ReadMain = (office, main, root) =>
  Result.gen(function* () {
    const relationships = yield* office.relationships(main)
    const related = (type: string) => office.part(OpenXml.targetOf(relationships, type))
    const strings = elementsOf(yield* related("sharedStrings"), "si").map(stringOf)
    const styles = stylesOf(yield* related("styles"))
    const isFrom1904 = isOnAttribute(find(root, "workbookPr"), "date1904")
    const shown = (cell: SheetCell): string => shownValue(cell, strings, styles, isFrom1904)
    const persons = personsOf(yield* related("person"))
    const parts: Array<Part> = []
    const reduced: Array<Extracted.Reduced> = []
    let [hidden, left] = [0, maxText]
    for (const sheet of elementsOf(find(root, "sheets"), "sheet")) {
      const target = relationships.get(relationOf(sheet) ?? "")
      if (!/^(?:work|chart)sheet$/.test(target?.type ?? "") || target === undefined || target.isExternal) continue
      if (/hidden/i.test(attribute(sheet, "state") ?? "")) {
        hidden += 1
        continue
      }
      const bytes = yield* office.zip.read(target.target)
      if (bytes === undefined) continue
      const rows = sheetRows(bytes, office.budget)
      const own = yield* office.relationships(target.target)
      const comments = new Map([
        ...commentsOf(yield* office.part(OpenXml.targetOf(own, "comments"))),
        ...threadsOf(yield* office.part(OpenXml.targetOf(own, "threadedComment")), persons),
      ])
      const made = tableOf({ rows, styles, shown, comments, relationships: own, maxText: left })
      left = Math.max(0, left - made.length)
      const drawn = yield* drawingOf(office, OpenXml.targetOf(own, "drawing"))
      hidden += rows.hidden + made.hidden + drawn.hidden
      if (rows.isCut || made.isCut) reduced.push({ part: "rows" })
      const title = `<h2>${escaped(attribute(sheet, "name") ?? "")}</h2>`
      parts.push({ language: "html", source: title + made.html + drawn.html })
    }
    return { parts, hidden, reduced }
  })

// --- private --------------------------------------------------------------------------

/** In characters, of the texts of all cells. */
const maxText = 8_000_000

const isOnAttribute = (node: Node | undefined, name: string): boolean =>
  /^(?:1|true)$/.test(attribute(node, name) ?? "")

/** A string without its phonetic guide. */
const stringOf = (node: Node): string =>
  elementsOf(node)
    .filter(({ name }) => name === "t" || name === "r")
    .map((part) => (part.name === "t" ? textOf(part) : elementsOf(part, "t").map(textOf).join("")))
    .join("")

const shownValue = (
  { style, type, value }: SheetCell,
  strings: ReadonlyArray<string>,
  styles: ReadonlyArray<CellStyle>,
  isFrom1904: boolean,
): string => {
  const pattern = styles[style]?.pattern ?? "General"
  if (type === "b") return value === "1" ? "TRUE" : "FALSE"
  const number = Number(value)
  if (type === "n" && Number.isFinite(number)) return shownNumber(number, pattern, isFrom1904)
  return shownText(type === "s" ? (strings[Number(value)] ?? "") : value, pattern)
}
