/** Which elements end without an end tag of their own, as far as it matters where there is no tree. */
import { blockNames } from "../budget/Nesting.ts"

/** Whether an element ends where another begins beside it, its own end tag left out (HTML standard, section 13.1.2.4). */
export const endsWith = (name: string, next: string): boolean =>
  name === "p" ? blockNames.has(next) : impliedEnds.get(name)?.has(next) === true

/** Whether what is open within an element keeps what begins beside it from ending it: a list in an item has items of its own. */
export const holds = (name: string, within: ReadonlyArray<string>): boolean => {
  const bounds = holders.get(name)
  return bounds !== undefined && within.some((open) => bounds.has(open))
}

// --- private --------------------------------------------------------------------------

const cells = new Set(["td", "th", "tr", "thead", "tbody", "tfoot"])
const sections = new Set(["thead", "tbody", "tfoot"])
const impliedEnds: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["li", new Set(["li"])],
  ["dt", new Set(["dt", "dd"])],
  ["dd", new Set(["dt", "dd"])],
  ["tr", new Set(["tr", ...sections])],
  ["td", cells],
  ["th", cells],
  ["thead", sections],
  ["tbody", sections],
  ["tfoot", sections],
  ["caption", cells],
  ["rt", new Set(["rt", "rp"])],
  ["rp", new Set(["rt", "rp"])],
  ["option", new Set(["option", "optgroup"])],
  ["optgroup", new Set(["optgroup"])],
])

const lists = new Set(["ul", "ol", "menu", "dir", "table"])
const tables = new Set(["table"])
const holders: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["li", lists],
  ...["dt", "dd"].map((name) => [name, new Set(["dl", "table"])] as const),
  ...["tr", "td", "th", "thead", "tbody", "tfoot", "caption"].map((name) => [name, tables] as const),
])
