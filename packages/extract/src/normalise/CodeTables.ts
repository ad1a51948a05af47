/**
 * Tables that show code: numbers beside lines, in a cell of their own for the whole block (Pygments,
 * Rouge, SyntaxHighlighter) or for each line (GitHub, highlight.js).
 */
import { isElement, childrenOf } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"
import { languageNamed } from "./CodeLanguage.ts"
import { isBeside, linesOf } from "./CodeLines.ts"

/** Replaces the tables that show code; those within a `pre` stay, because its lines are read anyway. */
export const unwrapCodeTables = (tables: ReadonlyArray<Element>): void => {
  for (const table of tables) {
    if (nearest(table, "pre") !== null || first(table, "table") !== null) continue
    const cells = codeCells(table)
    if (cells === undefined) continue
    const pre = table.ownerDocument.createElement("pre")
    const language = [table, ...select(cells[0] ?? table, "[class], [lang], [data-lang], [data-language]")]
      .map(languageNamed)
      .find((name) => name !== "")
    if (language !== undefined) pre.setAttribute("data-lang", language)
    const code = cells.map((cell) => linesOf(blockOf(cell)).replace(/^\n|\n$/g, "")).join("\n")
    pre.append(table.ownerDocument.createTextNode(code))
    table.replaceWith(pre)
  }
}

// --- private --------------------------------------------------------------------------

/** The element with a cell's lines: white space around its only block isn't one. */
const blockOf = (cell: Element): Element => {
  const [only, ...others] = select(cell, "pre")
  return only === undefined || others.length > 0 ? cell : only
}

/** The cells that hold code, if each row is a cell of numbers and a cell of code. */
const codeCells = (table: Element): ReadonlyArray<Element> | undefined => {
  const cells: Array<Element> = []
  for (const row of select(table, "tr")) {
    const own = childrenOf(row).filter(isElement)
    const code = own.filter((cell) => !isNumbers(cell))
    const [only] = code
    if (own.length > 3 || code.length > 1 || own.length === 0) return undefined
    if (only === undefined) continue
    if (own.length === 1 || !isCode(only)) return undefined
    cells.push(only)
  }
  return cells.length > 0 ? cells : undefined
}

const isNumbers = (cell: Element): boolean =>
  isBeside(cell) || (first(cell, "pre") !== null && /^[\s\d]*$/.test(cell.textContent ?? ""))

const isCode = (cell: Element): boolean =>
  codeClass.test(cell.getAttribute("class") ?? "") || first(cell, "pre, code") !== null
const codeClass = /(?:^|[\s_-])(?:code|blob-code|line-?content|hljs-ln-code|crayon-code)(?:[\s_-]|$)/i
