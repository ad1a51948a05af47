/**
 * Sets apart what styles set apart: texts of elements right beside one another, as prices, counts and buttons are
 * written, which would be glued to one word or one number. Between elements only, and only where a seam shows: two
 * links, a picture and a word, `19.20` and `$24`, `badges` and `142`, `Title` and `Text`. Elements of one character
 * are letters of a word.
 */
import { childrenOf, isElement, isText } from "../tree/Dom.ts"
import { isBreak } from "../normalise/Breaks.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** Puts a space into each seam between inline elements. */
export const openSeams = (parent: Element): void => {
  const space = (): Text => parent.ownerDocument.createTextNode(" ")
  let before: Element | undefined
  for (const child of childrenOf(parent)) {
    if (isText(child)) {
      if (before !== undefined && isLead(before) && leadsTo.test(child.data)) before.after(space())
      if (child.data !== "") before = undefined
      continue
    }
    if (!isElement(child) || Vocabulary.dropped.has(child.localName)) continue
    if (!closed.has(child.localName) && !child.hasAttribute("data-math")) openSeams(child)
    const isInline = isGeneric(child)
    // An icon of no text stands between its neighbours without setting them apart.
    if (isInline && edgeOf(child, "firstChild", "nextSibling") === undefined) continue
    if (isInline && before !== undefined && isSeam(before, child)) child.before(space())
    before = isInline ? child : undefined
  }
}

// --- private --------------------------------------------------------------------------

/** Elements whose inside is as its author wrote it. */
const closed: ReadonlySet<string> = new Set(["pre", "code", "kbd", "samp", "var", "tt", "ruby", "math"])

const generic: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite data del em font i img ins label s small span strong time u".split(" "),
)

const isGeneric = (element: Element): boolean =>
  (generic.has(element.localName) || element.localName.includes("-")) && !element.hasAttribute("data-math")

const isSeam = (before: Element, after: Element): boolean => {
  const left = edgeOf(before, "lastChild", "previousSibling")
  const right = edgeOf(after, "firstChild", "nextSibling")
  if (left === undefined || right === undefined || [left, right].some(isBreak)) return false
  const [end, start] = [textOf(left), textOf(right)]
  if (/\s$/.test(end) || /^\s/.test(start)) return false
  if (before.localName === "a" && after.localName === "a") return true
  if (end === "" || start === "") return /^[\p{L}\p{N}]|[\p{L}\p{N}]$/u.test(end + start)
  return end.length > 1 && start.length > 1 && seams.some(([ends, starts]) => ends.test(end) && starts.test(start))
}

/** What ends one text and what begins another one. */
const seams: ReadonlyArray<readonly [ends: RegExp, starts: RegExp]> = [
  [/[\p{Ll}\p{N}]$/u, /^\p{Lu}/u],
  [/[\p{L}\p{N}]$/u, /^\p{N}/u],
  [/\p{N}$/u, /^\p{Sc}/u],
  [/[!?:;,)]$/, /^\p{L}/u],
  [/\.$/, /^\p{Lu}/u],
]

/** A text in bold that leads a text set below it. */
const isLead = (element: Element): boolean => {
  if (element.localName !== "b" && element.localName !== "strong") return false
  const edge = edgeOf(element, "lastChild", "previousSibling")
  return edge !== undefined && /\S\s+\S{2,}$/.test(textOf(edge).slice(-80)) && /[\p{Ll}.:!?]$/u.test(textOf(edge))
}
const leadsTo = /^\p{Lu}\p{Ll}/u

const textOf = (node: Node): string => (isText(node) ? node.data : "")

/** The text or the picture at one end of a node. */
const edgeOf = (
  node: Node,
  end: "firstChild" | "lastChild",
  next: "nextSibling" | "previousSibling",
): Node | undefined => {
  if (isText(node)) return node.data === "" ? undefined : node
  if (!isElement(node) || Vocabulary.dropped.has(node.localName)) return undefined
  if (node.localName === "img" || node.localName === "br") return node
  for (let child = node[end]; child !== null; child = child[next]) {
    const edge = edgeOf(child, end, next)
    if (edge !== undefined) return edge
  }
  return undefined
}
