/**
 * What tells a reference to a footnote, and a link that leads back from one: the roles of DPUB-ARIA and EPUB, the
 * attributes and classes that converters of Markdown, wikis and publishing systems write, and, for
 * references, a short link that is set as a superscript.
 */
import { isText } from "../tree/Dom.ts"
import { first, nearest } from "../tree/Select.ts"

/** What a link is the reference of: itself, or the superscript that holds nothing else. Undefined if it is none. */
export const markOf = (link: Element): Element | undefined => {
  const text = plain(briefOf(link))
  if (text === "" || isBack(link)) return undefined
  const around = nearest(link, "sup")
  if (around !== null && plain(briefOf(around)) === text) return around
  const inner = first(link, "sup")
  return isDeclared(link) || (inner !== null && plain(briefOf(inner)) === text) ? link : undefined
}

/** Whether a page says that a link is a reference to a note. */
export const isDeclared = (link: Element): boolean =>
  link.hasAttribute("data-footnote-ref") ||
  noteref.test(wordsOf(link)) ||
  (link.parentElement?.localName === "sup" && reference.test(wordsOf(link.parentElement)))

/** Whether a link leads back from a note to its reference. */
export const isBack = (link: Element): boolean =>
  link.hasAttribute("data-footnote-backref") || backref.test(wordsOf(link)) || backMark.test(briefOf(link, "?"))

/** Arrows and carets that lead back, or nothing. */
export const backMark = /^(?:[\s^↑↩↵⤴⏎]|\p{Variation_Selector})*$/u

/** The place on a page that a link leads to, or the empty string; escapes that are none stay. */
export const fragmentOf = (link: Element): string => {
  const href = link.getAttribute("href") ?? ""
  const at = href.indexOf("#")
  return at === -1
    ? ""
    : (new URLSearchParams(`f=${href.slice(at + 1).replace(/[+&]/g, encodeURIComponent)}`).get("f") ?? "")
}

/** A mark without its brackets and dots. */
export const plain = (text: string): string => text.replace(/[[\]().:]/g, "").trim()

/** The page's own mark if it can be a label, else the note's number; each label once. */
export const labelOf = (text: string, number: number, taken: Set<string>): string => {
  const own = plain(text).replace(/\s+/g, "-")
  let label = /^[\p{L}\p{N}_-]{1,16}$/u.test(own) ? own : String(number)
  for (let next = number; taken.has(label); next++) label = `n${next}`
  taken.add(label)
  return label
}

// --- private --------------------------------------------------------------------------

const noteref = /(?:^|[\s_-])(?:doc-noteref|noteref|foot-?note-?(?:ref(?:erence)?|link|anchor)|fnref)(?:$|[\s_-])/i
const backref = /(?:^|[\s_-])(?:doc-backlink|back-?ref|foot-?note-?(?:back(?:ref|link)?|return))(?:$|[\s_-])/i
const reference = /(?:^|\s)(?:reference|footnote(?:-ref)?|fn)(?:\s|$)/i

const wordsOf = (element: Element): string =>
  ["role", "class", "epub:type"].map((name) => element.getAttribute(name) ?? "").join(" ")

/** The text of an element if it is brief, else another; the rest of a long one isn't looked at. */
const briefOf = (element: Element, otherwise = ""): string => {
  let text = ""
  const isBrief = (node: Node): boolean => {
    if (isText(node)) text += node.data
    if (text.trim().length > longestMark) return false
    for (let child = node.firstChild; child !== null; child = child.nextSibling) if (!isBrief(child)) return false
    return true
  }
  return isBrief(element) ? text.replace(/\s+/g, " ").trim() : otherwise
}

/** Characters of a mark. */
const longestMark = 16
