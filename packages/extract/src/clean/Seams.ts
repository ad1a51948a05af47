/**
 * Seams: adjacent texts of elements that styles set apart, such as prices, counts and buttons, and that would otherwise
 * join into one word or number. A space is only inserted between elements, at a visible seam: two links, a picture and
 * a word, `19.20` and `$24`, `badges` and `142`, `Title` and `Text`. Elements of one character are letters of a word.
 */
import { isElement, isText } from "@porthole/visibility/dom"
import { isBreak } from "./Paragraphs.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** Makes a check for an element's children, called in order: whether a space belongs before the next one. */
export const seams = (): ((child: Text | Element) => boolean) => {
  let before: Element | undefined
  return (child) => {
    const left = before
    if (isText(child)) {
      if (child.data !== "") before = undefined
      return left !== undefined && /^\p{Lu}\p{Ll}/u.test(child.data) && isLead(left)
    }
    const isInline = isGeneric(child)
    // An icon without text doesn't separate its neighbours.
    if (isInline && edgeOf(child, "firstChild", "nextSibling") === undefined) return false
    before = isInline ? child : undefined
    return isInline && left !== undefined && isSeam(left, child)
  }
}

// --- private --------------------------------------------------------------------------

const generic: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite code data del em font i img ins label s small span strong time u".split(" "),
)

const isGeneric = (element: Element): boolean =>
  (generic.has(element.localName) || element.localName.includes("-")) && !element.hasAttribute("data-math")

const isSeam = (before: Element, after: Element): boolean => {
  const left = edgeOf(before, "lastChild", "previousSibling")
  const right = edgeOf(after, "firstChild", "nextSibling")
  if (left === undefined || right === undefined || isBreak(left) || isBreak(right)) return false
  const end = textOf(left)
  const start = textOf(right)
  if (/\s$/.test(end) || /^\s/.test(start)) return false
  if (before.localName === after.localName && /^(?:a|code)$/.test(after.localName)) return true
  if (end === "" || start === "") return /^[\p{L}\p{N}]|[\p{L}\p{N}]$/u.test(end + start)
  if (/\p{Lu}$/u.test(end) && /^\p{Lu}\p{Ll}/u.test(start) && end.length > 1) return areDifferent(before, after)
  return end.length > 1 && start.length > 1 && edges.some(([ends, starts]) => ends.test(end) && starts.test(start))
}

/** Whether elements are different fields of one record, which have classes of their own. */
const areDifferent = (one: Element, other: Element): boolean => {
  const classes = [one, other].map((element) => element.getAttribute("class") ?? "")
  return classes.every((name) => name !== "") && classes[0] !== classes[1]
}

/** Pairs of an end and a beginning that form a seam. */
const edges: ReadonlyArray<readonly [ends: RegExp, starts: RegExp]> = [
  [/[\p{Ll}\p{N}]$/u, /^\p{Lu}/u],
  [/[\p{L}\p{N}]$/u, /^\p{N}/u],
  [/\p{N}$/u, /^\p{Sc}/u],
  [/[!?:;,)]$/, /^\p{L}/u],
  [/\.$/, /^\p{Lu}/u],
]

/** Whether an element is a few bold words that introduce the text below. */
const isLead = (element: Element): boolean =>
  (element.localName === "b" || element.localName === "strong") &&
  /\S\s+\S+[\p{Ll}.:!?]$/u.test((element.textContent ?? "").slice(-80))

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
