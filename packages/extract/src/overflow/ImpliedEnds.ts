/** Which elements end without an end tag of their own, as far as it matters where there is no tree. */
import { endsParagraph, headingNames } from "../budget/Nesting.ts"

/** Whether an element ends where another begins beside it, its own end tag left out (HTML standard, section 13.1.2.4). */
export const endsWith = (name: string, next: string): boolean =>
  name === "p" ? endsParagraph(next) : impliedEnds.get(name)?.has(next) === true

/** Whether what is open within an element keeps what begins beside it from ending it: a list in an item has items of its own. */
export const holds = (name: string, within: { readonly has: (name: string) => boolean }): boolean =>
  holders.get(name)?.some((bound) => within.has(bound)) === true

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
  ["a", new Set(["a"])],
  ["button", new Set(["button"])],
  ...[...headingNames].map((name) => [name, headingNames] as const),
])

const lists = ["ul", "ol", "menu", "dir", "table"]
const tables = ["table"]
const definitions = ["dl", "table"]
const holders: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["li", lists],
  ...["dt", "dd"].map((name) => [name, definitions] as const),
  ...["tr", "td", "th", "thead", "tbody", "tfoot", "caption"].map((name) => [name, tables] as const),
])
