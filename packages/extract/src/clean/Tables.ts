/** Tables of cleaned content: data tables keep rows of one-line cells; layout tables only keep their cells. */
import { appendAll, childrenOf, first, isElement, isText, lineOf, select, unwrap } from "@porthole/visibility/dom"
import { intoParagraphs } from "./Paragraphs.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** A table of cleaned children, after its content outside cells (HTML standard, section 13.2.6.1). */
export const cleanTable = (source: Element, children: ReadonlyArray<ChildNode>): ReadonlyArray<ChildNode> => {
  const document = source.ownerDocument
  const table = document.createElement("table")
  appendAll(table, children)
  const captions: Array<Element> = []
  const rows: Array<Array<Element>> = []
  const strays: Array<ChildNode> = []
  const read = (parent: Element): void => {
    const isRow = parent.localName === "tr"
    if (isRow) rows.push([])
    for (const child of childrenOf(parent)) {
      if (!isElement(child)) {
        if (isText(child) && child.data.trim() !== "") strays.push(child)
      } else if (rowParts.has(child.localName)) read(child)
      else if (child.localName === "caption") captions.push(child)
      else if (isRow && Vocabulary.cells.has(child.localName)) rows.at(-1)?.push(child)
      else strays.push(child)
    }
  }
  read(table)
  const cells = rows.flat()
  const isHeaded = select(table, "thead").some(({ parentElement }) => parentElement === table)
  if (isHeaded) for (const cell of cells) fitIntoLine(cell)
  for (const node of strays) node.remove()
  const isDeclared = source.getAttribute("datatable") === "1"
  const isLayout =
    /^(?:presentation|none)$/i.test(source.getAttribute("role") ?? "") ||
    source.getAttribute("datatable") === "0" ||
    (!isDeclared && rows.filter((row) => row.length > 0).length < 2) ||
    (!isDeclared && rows.every((row) => row.length < 2)) ||
    cells.some((cell) => first(cell, "table, blockquote, figure, hr") !== null || isUnderHeading(cell)) ||
    cells.some((cell) => select(cell, "pre").some((pre) => (pre.textContent ?? "").includes("\n"))) ||
    (!isDeclared && cells.some((cell) => lineOf(cell).length > longCell))
  if (isLayout) return [...strays, ...[...captions, ...cells].flatMap((cell) => contentOf(cell, document))]
  for (const cell of cells) inOneLine(cell)
  // A table shows its foot at its end, wherever it is written.
  for (const foot of select(table, "tfoot")) if (foot.parentElement === table) table.append(foot)
  return [...strays, table]
}

// --- private --------------------------------------------------------------------------

/** From this many characters on a cell is text rather than data. */
const longCell = 1_000

const rowParts: ReadonlySet<string> = new Set(["thead", "tbody", "tfoot", "tr"])

/**
 * Fits a cell of a table with a head into one line: a rule in it only separates rows, and white space between the parts
 * of a JSON text says nothing. Other code needs its lines.
 */
const fitIntoLine = (cell: Element): void => {
  for (const rule of select(cell, "hr")) rule.remove()
  for (const code of select(cell, "pre > code")) {
    const text = code.textContent ?? ""
    if (text.length <= longCell && json.test(text) && !comment.test(text))
      code.textContent = text.trim().replace(/\n\s*/g, " ")
  }
}

/** How an object or a list begins, and a comment, which ends with its line. */
const json = /^\s*(?:\{\s*(?:"|\}\s*$)|\[\s*[[{"\d\]])/
const comment = /(?:^|[\s,{[])(?:\/\/|#)/

/** Whether a cell has a heading over other content; alone, a heading names a row or a column. */
const isUnderHeading = (cell: Element): boolean => {
  const heading = first(cell, "h1, h2, h3")
  return heading !== null && lineOf(heading) !== lineOf(cell)
}

const contentOf = (cell: Element, document: Document): ReadonlyArray<ChildNode> => {
  const nodes = childrenOf(cell)
  cell.replaceChildren()
  return intoParagraphs(nodes, document)
}

/** Whether an element is an item without text or picture, whose links aren't content. */
const isEmptyItem = (element: Element): boolean =>
  element.localName === "li" && lineOf(element) === "" && first(element, "img") === null

/** Makes a cell one line: blocks separated by spaces, list items by semicolons; code needs no block of its own. */
const inOneLine = (element: Element): void => {
  for (const child of childrenOf(element).filter(isElement)) if (isEmptyItem(child)) child.remove()
  for (const child of childrenOf(element)) {
    if (!isElement(child)) continue
    if (child.localName === "br") child.replaceWith(" ")
    else if (Vocabulary.blocks.has(child.localName)) {
      inOneLine(child)
      const isListed = child.localName === "li" && child.nextElementSibling?.localName === "li"
      child.before(" ")
      child.after(isListed ? "; " : " ")
      unwrap(child)
    }
  }
}
