/**
 * Tables of cleaned content: data tables keep rows of one-line cells, tables that only lay a page out
 * are replaced by what is in their cells.
 */
import { childrenOf, isElement, isText, lineOf, unwrap } from "../tree/Dom.ts"
import { first, select } from "../tree/Select.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** Cleans a table whose cells have been cleaned. */
export const cleanTable = (table: Element): void => {
  fosterStrays(table)
  const rows = rowsOf(table)
  for (const cell of rows.flat()) shortenCode(cell)
  const isLayout =
    /^(?:presentation|none)$/i.test(table.getAttribute("role") ?? "") ||
    table.getAttribute("datatable") === "0" ||
    rows.length < 2 ||
    Math.max(...rows.map((row) => row.length)) < 2 ||
    rows.some((row) => row.some((cell) => first(cell, "table, h1, h2, h3, pre, blockquote, figure, hr") !== null)) ||
    rows.some((row) => row.some((cell) => lineOf(cell).length > longCell))
  for (const name of table.getAttributeNames()) table.removeAttribute(name)
  if (isLayout) return dissolve(table, rows)
  for (const cell of rows.flat()) inOneLine(cell)
}

/** The cells of a table's own rows. */
export const rowsOf = (table: Element): ReadonlyArray<ReadonlyArray<Element>> => {
  const rows: Array<ReadonlyArray<Element>> = []
  for (const part of elementsOf(table)) {
    if (part.localName === "tr") rows.push(cellsOf(part))
    else if (sections.has(part.localName))
      for (const row of elementsOf(part)) if (row.localName === "tr") rows.push(cellsOf(row))
  }
  return rows.filter((row) => row.length > 0)
}

// --- private --------------------------------------------------------------------------

/** Moves what stands in a table but in no cell before it, as parsers do (HTML standard, section 13.2.6.1). */
const fosterStrays = (table: Element): void => {
  const foster = (parent: Element): void => {
    for (const child of childrenOf(parent)) {
      if (!isElement(child)) {
        if (isText(child) && child.data.trim() !== "") table.before(child)
      } else if (child.localName === "tr" || sections.has(child.localName)) foster(child)
      else if (!Vocabulary.cells.has(child.localName) && child.localName !== "caption") table.before(child)
    }
  }
  foster(table)
}

/** Characters from which on a cell is text rather than data. */
const longCell = 1_000

const sections: ReadonlySet<string> = new Set(["thead", "tbody", "tfoot"])

const elementsOf = (parent: Element): ReadonlyArray<Element> => childrenOf(parent).filter(isElement)
const cellsOf = (row: Element): ReadonlyArray<Element> =>
  elementsOf(row).filter((cell) => Vocabulary.cells.has(cell.localName))

const dissolve = (table: Element, rows: ReadonlyArray<ReadonlyArray<Element>>): void => {
  const captions = elementsOf(table).filter(({ localName }) => localName === "caption")
  for (const cell of [...captions, ...rows.flat()]) {
    const block = table.ownerDocument.createElement("p")
    table.before(block)
    for (const child of childrenOf(cell)) {
      if (isElement(child) && Vocabulary.blocks.has(child.localName)) table.before(child)
      else if (block.nextSibling === table) block.append(child)
      else {
        const rest = table.ownerDocument.createElement("p")
        table.before(rest)
        rest.append(child)
      }
    }
  }
  table.remove()
}

/** Code of one line needs no block of its own. */
const shortenCode = (cell: Element): void => {
  for (const pre of select(cell, "pre")) {
    const code = pre.textContent ?? ""
    if (code.includes("\n") || code.trim() === "") continue
    const inline = pre.ownerDocument.createElement("code")
    inline.append(pre.ownerDocument.createTextNode(code))
    pre.replaceWith(inline)
  }
}

/** Makes a cell one line: blocks set apart by spaces, items of lists by semicolons. */
const inOneLine = (element: Element): void => {
  for (const child of childrenOf(element)) {
    if (!isElement(child)) continue
    if (child.localName === "br") child.replaceWith(element.ownerDocument.createTextNode(" "))
    else if (Vocabulary.blocks.has(child.localName)) {
      inOneLine(child)
      const isListed = child.localName === "li" && child.nextElementSibling?.localName === "li"
      child.before(element.ownerDocument.createTextNode(" "))
      child.after(element.ownerDocument.createTextNode(isListed ? "; " : " "))
      unwrap(child)
    }
  }
}
