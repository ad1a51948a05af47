/**
 * Writes into the markup what only the style of an element says, because later stages read no styles: line breaks that
 * `white-space` keeps (CSS Text Level 4), lines of code, struck words, and tables of boxes.
 */
import { isElement, rename } from "./dom/Dom.ts"
import { isBlockName } from "./BlockNames.ts"
import type { Item } from "./Outline.ts"
import { matches, type Values, valueOf } from "./Values.ts"

/** Writes the styles of an element and of everything within it. */
export const writeStyles = (item: Item, outer: Surroundings = outside): void => {
  const { children, element, texts, values } = item
  const name = element.localName
  const isInCode = outer.isInCode || codeNames.has(name) || isTypewritten(item)
  const isBroken = brokenWithin(values, outer.isBroken)
  const isStruckHere = values.size > 0 && matches(values, "text-decoration-line", /line-through/)
  const isStruck = outer.isStruck || isStruckHere || struckNames.has(name)
  if (isBroken && !isInCode) for (const text of texts) breakLines(text)
  for (const child of children) writeStyles(child, { isBroken, isInCode, isStruck })
  if (isInCode && name === "span" && matches(values, "display", ofLines)) element.setAttribute("data-line", "")
  if (isStruckHere && !outer.isStruck && !isInCode && !struckNames.has(name)) strike(element)
  if (isTypewritten(item)) rename(element, "pre")
  else if (partOf(item) === "table" && isTable(item)) writeTable(item)
}

// --- private --------------------------------------------------------------------------

/** What the elements around an element mean for its text. */
interface Surroundings {
  /** Whether line breaks are shown. */
  readonly isBroken: boolean
  readonly isInCode: boolean
  readonly isStruck: boolean
}

const outside: Surroundings = { isBroken: false, isInCode: false, isStruck: false }
const codeNames: ReadonlySet<string> = new Set(["pre", "code", "textarea"])
const struckNames: ReadonlySet<string> = new Set(["del", "s", "strike"])

/** Whether line breaks within an element are shown. */
const brokenWithin = (values: Values, outer: boolean): boolean => {
  const value = valueOf(values, "white-space")
  return value === "" || value === "inherit" ? outer : /^(?:pre|break-spaces|preserve)/.test(value)
}

/** Whether an element shows several lines in a typewriter's font, like `pre`. */
const isTypewritten = ({ element, texts, values }: Item): boolean =>
  element.localName === "div" &&
  values.size > 0 &&
  matches(values, "white-space", /^(?:pre|pre-wrap|break-spaces|preserve)$/) &&
  matches(values, "font-family", /\bmono|courier|consolas|menlo/) &&
  texts.some(({ data }) => data.trim().includes("\n"))

/** Makes elements of the line breaks in a text; those at the edges of blocks aren't shown. */
const breakLines = (text: Text): void => {
  if (!text.data.includes("\n")) return
  const fromStart = isEdge(text.previousSibling) ? text.data.trimStart() : text.data
  const shown = isEdge(text.nextSibling) ? fromStart.trimEnd() : fromStart
  const lines = shown.split("\n")
  if (lines.length < 2) return
  for (const line of lines.slice(0, -1)) text.before(line, text.ownerDocument.createElement("br"))
  text.data = lines.at(-1) ?? ""
}

const isEdge = (beside: Node | null): boolean => beside === null || (isElement(beside) && isBlockName(beside.localName))

/** Displays by which an element is on lines of its own. */
const ofLines = /^(?:block|flex|grid|list-item|table-row|flow-root)$/

/** Marks an element's words as struck. */
const strike = (element: Element): void => {
  const struck = element.ownerDocument.createElement("del")
  while (element.firstChild !== null) struck.append(element.firstChild)
  element.append(struck)
}

/** The parts of a table, by their roles (WAI-ARIA 1.2) and displays (CSS 2, section 17.2.1). */
const tableParts: ReadonlyMap<string, string> = new Map([
  ...["table", "grid"].map((role) => [`role ${role}`, "table"] as const),
  ...["cell", "gridcell"].map((role) => [`role ${role}`, "td"] as const),
  ...["columnheader", "rowheader"].map((role) => [`role ${role}`, "th"] as const),
  ["role row", "tr"],
  ["role rowgroup", "tbody"],
  ["table", "table"],
  ["table-row", "tr"],
  ["table-cell", "td"],
  ["table-row-group", "tbody"],
  ["table-header-group", "thead"],
])

/** Elements whose names mean nothing. */
const generic: ReadonlySet<string> = new Set(["div", "span"])

/** The part of a table that an element without a meaning of its own is. */
const partOf = ({ element, names, values }: Item): string | undefined => {
  if (!generic.has(element.localName)) return undefined
  const role = names.includes("[role") ? tableParts.get(`role ${element.getAttribute("role")}`) : undefined
  return role ?? (values.size > 0 ? tableParts.get(valueOf(values, "display")) : undefined)
}

const rowsOf = ({ children }: Item): ReadonlyArray<Item> =>
  children.flatMap((child) => (/^t(?:body|head)$/.test(partOf(child) ?? "") ? rowsOf(child) : [child]))

/** Whether an element consists of two rows or more with two cells or more; other ones are columns of a layout. */
const isTable = (item: Item): boolean => {
  const rows = rowsOf(item).filter(({ element }) => item.element.contains(element))
  return rows.length > 1 && rows.every((row) => partOf(row) === "tr" && areCells(row.children))
}

const areCells = (items: ReadonlyArray<Item>): boolean =>
  items.length > 1 && items.every((item) => /^t[dh]$/.test(partOf(item) ?? ""))

const writeTable = (item: Item): void => {
  for (const row of rowsOf(item)) {
    for (const cell of row.children) rename(cell.element, partOf(cell) ?? "td")
    rename(row.element, "tr")
  }
  for (const group of item.children) {
    const part = partOf(group)
    if (part !== undefined && part !== "tr" && item.element.contains(group.element)) rename(group.element, part)
  }
  rename(item.element, "table")
}
