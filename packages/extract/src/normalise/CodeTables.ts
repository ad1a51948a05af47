/** Tables that show code: numbers beside lines, in a cell for the whole block or for each line. */
import { childrenOf, first, isElement, lineOf, nearest, select, weightOf } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import { languageNamed } from "./CodeLanguage.ts"
import { isBeside, linesOf, signOf } from "./CodeLines.ts"
import { preOf } from "./CodeViews.ts"

/**
 * Replaces a table that shows code: numbers beside lines, in a cell for the whole block (Pygments, Rouge) or for each
 * line (GitHub, Gitea, highlight.js). One within a `pre` stays, because its lines are read anyway.
 */
export const unwrapCodeTable = (table: Element): void => {
  if (first(table, "table") !== null || nearest(table, "pre") !== null) return
  const cells = codeCells(table)
  const [start] = cells
  if (start === undefined) return
  const hasSigns = cells.some((cell) => signIn(cell) !== "")
  const lines = cells.map((cell) => {
    const [block = cell, ...others] = select(cell, "pre")
    const text = linesOf(others.length > 0 ? cell : block).replace(/^\n|\n$/g, "")
    const sign = hasSigns ? signIn(cell) || " " : ""
    return text.startsWith(sign) ? text : sign + text
  })
  const pre = preOf(table, [lines.join("\n")])
  const named = [table, ...select(start, "[class], [lang], [data-lang], [data-language]")].map(languageNamed)
  pre.setAttribute("data-lang", named.find((name) => name !== "") ?? "")
  table.replaceWith(pre)
}

// --- private --------------------------------------------------------------------------

const classOf = (element: Element): string => element.getAttribute("class") ?? ""

/** The cells that hold code, if each row is cells of numbers or signs, and a cell of code. */
const codeCells = (table: Element): ReadonlyArray<Element> => {
  const cells: Array<Element> = []
  for (const row of select(table, "tr")) {
    const own = childrenOf(row).filter(isElement)
    const others = own.filter((cell) => !isBeside(cell) && !isMargin(cell))
    const [only] = others.length === 0 ? own.filter((cell) => codeCell.test(classOf(cell))) : others
    if (own.length > maxCells || others.length > 1 || own.length === 0) return []
    if (only === undefined) continue
    if (own.length === 1 || !(codeCell.test(classOf(only)) || isOfCode(only))) return []
    cells.push(only)
  }
  return cells
}

const maxCells = 5

const codeCell = patternOf("codeCell")

/** Whether a cell holds nothing but a sign, or numbers in elements that say so. */
const isMargin = (cell: Element): boolean =>
  !codeCell.test(classOf(cell)) &&
  (/^[-+]?$/.test(lineOf(cell)) ||
    (first(cell, "pre, code, [data-line-number]") !== null && /^[\s\d]*$/.test(lineOf(cell))))

/** Whether a cell holds code, and nothing else but the name of a button: a post may have code in its only cell. */
const isOfCode = (cell: Element): boolean => {
  const blocks = select(cell, "pre, code").filter((block) => nearest(block.parentElement, "pre, code") === null)
  const own = blocks.reduce((sum, block) => sum + weightOf(block), 0)
  return blocks.length > 0 && weightOf(cell) - own <= maxBeside
}

/** Characters beside the code of a cell. */
const maxBeside = 20

/** The sign of a line's cell in a table of differences: its own, or that in the cell before it. */
const signIn = (cell: Element): string =>
  signOf(cell) ||
  select(cell, "[data-code-marker]").map(signOf).join("").trim().slice(0, 1) ||
  childrenOf(cell.parentElement ?? cell)
    .filter((one) => isElement(one) && one !== cell)
    .map((one) => (isElement(one) ? signAlone(one) : ""))
    .join("")

/** The sign that a cell consists of. */
const signAlone = (cell: Element): string => {
  const text = lineOf(cell)
  const marked = first(cell, "[data-type-marker]")?.getAttribute("data-type-marker") ?? ""
  return /^[-+]$/.test(text) ? text : /^[-+]$/.test(marked) ? marked : ""
}
