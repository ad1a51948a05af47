/**
 * Reads an Excel workbook (SpreadsheetML, ISO/IEC 29500-1 section 18): a section for each sheet, with its values as
 * shown.
 */
import type { Extracted } from "@porthole/core"
import * as Result from "effect/Result"
import * as OpenXml from "../container/OpenXml.ts"
import { attribute, elementsOf, find, type Node, relationOf, textOf, within } from "../container/Xml.ts"
import { escaped, type Part, type ReadMain } from "../Made.ts"
import { type CellStyle, shownNumber, stylesOf } from "./Cells.ts"
import { positionOf, type SheetCell, sheetRows } from "./SheetRows.ts"
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
    const parts: Array<Part> = []
    const reduced: Array<Extracted.Reduced> = []
    let hidden = 0
    for (const sheet of elementsOf(find(root, "sheets"), "sheet")) {
      const target = relationships.get(relationOf(sheet) ?? "")
      if (target?.type !== "worksheet" || target.isExternal) continue
      if (/hidden/i.test(attribute(sheet, "state") ?? "")) {
        hidden += 1
        continue
      }
      const bytes = yield* office.zip.read(target.target)
      if (bytes === undefined) continue
      const rows = sheetRows(bytes, office.budget)
      const own = yield* office.relationships(target.target)
      const comments = commentsOf(yield* office.part(OpenXml.targetOf(own, "comments")))
      const made = tableOf({ rows, styles, shown, comments, relationships: own })
      hidden += rows.hidden + made.hidden
      if (rows.isCut || made.isCut) reduced.push({ part: "rows" })
      const title = `<h2>${escaped(attribute(sheet, "name") ?? "")}</h2>`
      parts.push({ language: "html", source: title + made.html })
    }
    return { parts, hidden, reduced }
  })

// --- private --------------------------------------------------------------------------

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
  // Three empty sections hide numbers, a fourth one hides texts.
  if (/^;;;+$/.test(pattern)) return ""
  if (type === "s") return strings[Number(value)] ?? ""
  const number = Number(value)
  return type === "n" && Number.isFinite(number) ? shownNumber(number, pattern, isFrom1904) : value
}

/** Comments by position: `Ann: Sure?`. */
const commentsOf = (root: Node | undefined): ReadonlyMap<string, string> => {
  const authors = elementsOf(find(root, "authors"), "author").map(textOf)
  return new Map(
    elementsOf(find(root, "commentList"), "comment").flatMap((node): ReadonlyArray<readonly [string, string]> => {
      const at = positionOf(attribute(node, "ref") ?? "")
      const text = within(node, "t").map(textOf).join("").trim()
      if (at === undefined || text === "") return []
      const author = authors[Number(attribute(node, "authorId") ?? -1)] ?? ""
      return [[`${at.row}/${at.column}`, author === "" || text.startsWith(author) ? text : `${author}: ${text}`]]
    }),
  )
}
