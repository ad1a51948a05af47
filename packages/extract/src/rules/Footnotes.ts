/**
 * Footnotes. A reference is a short link to a later note. It is set as a superscript, or marked as a reference by
 * DPUB-ARIA, EPUB or a Markdown converter. The note's content moves with its first reference, a `<sup
 * data-ref="label">`, until `clean` appends it; its former position stays empty.
 */
import {
  appendAll,
  beginningOf,
  childrenOf,
  first,
  headingLevel,
  isText,
  lineOf,
  nearest,
  select,
} from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import { notesWithin } from "../normalise/NotesWithin.ts"
import type { DocumentRule } from "../phases/Rule.ts"

/** Rewrites the references of a document that have notes, and empties those notes. */
export const footnotes: DocumentRule = {
  name: "footnotes",
  case: "A note at the end of a page belongs to the mark in the text.",
  phase: "document",
  reads: {
    elements: ["a"],
    attributes: [
      ..."href id name role class epub:type data-footnote-ref data-footnote-backref data-definition".split(" "),
      "popover",
      "type",
    ],
    classes: ["noteReference", "noteReturn", "sideNote"],
  },
  run: ({ candidates, root }) => {
    const marked = candidates("a").flatMap((link) => {
      const mark = markOf(link)
      return mark === undefined ? [] : [{ link, mark }]
    })
    const within = notesWithin(root)
    const findNote = marked.length === 0 ? nothing : noteFinder(root)
    const references = marked.flatMap(({ link, mark }) => {
      const note = findNote(link)
      return note === undefined ? [] : [{ link, mark, note }]
    })
    if (references.length + within.length === 0) return
    const ids = new Set(references.flatMap(({ link, mark }) => [link.id, mark.id, mark.parentElement?.id ?? ""]))
    const labels = new Map<Element, string>()
    const taken = new Set<string>()
    const refer = (place: Element, text: string, note: Element): void => {
      if (!root.contains(place)) return
      const known = labels.get(note)
      const label = known ?? labelOf(text, labels.size + 1, taken)
      const reference = root.ownerDocument.createElement("sup")
      reference.setAttribute("data-ref", label)
      reference.append(`[${label}]`)
      place.replaceWith(reference)
      if (known !== undefined) return
      labels.set(note, label)
      const content = root.ownerDocument.createElement("div")
      appendAll(content, childrenOf(note))
      note.setAttribute("data-note", label)
      for (const back of select(content, "a")) if (isBack(back) || ids.has(fragmentOf(back) || "#")) back.remove()
      trimStart(content, label)
      carriedNotes.set(reference, content)
    }
    for (const { link, mark, note } of references) refer(mark, lineOf(link), note)
    const others = within.filter(({ note }) => !labels.has(note))
    const texts = new Map(others.flatMap(({ mark, note }) => (lineOf(note) === "" ? [] : [[mark, note] as const])))
    for (const { mark, note, place } of others) {
      const own = lineOf(note) === "" ? texts.get(mark) : note
      if (own === undefined) place.replaceWith(superscript(place, mark))
      else refer(root.contains(place) ? place : note, mark, own)
      if (note.firstChild === null) note.remove()
    }
  },
}

/** The content of the note that a reference carries. */
export const noteOf = (reference: Element): Element | undefined => carriedNotes.get(reference)

// --- private --------------------------------------------------------------------------

/** The notes that references carry. */
const carriedNotes = new WeakMap<Element, Element>()

/** Maximum characters of a mark, and of a note; a longer one is a chapter. */
const maxMarkLength = 16
const maxNoteLength = 5_000

/**
 * The element to replace if a link can be a reference: the superscript that contains nothing else, or else the link.
 * `undefined` if it can't.
 */
const markOf = (link: Element): Element | undefined => {
  const text = briefOf(link)
  if (text === "" || isBack(link)) return undefined
  const around = nearest(link, "sup")
  if (around !== null && briefOf(around) === text) return around
  const inner = first(link, "sup")
  const isDeclared =
    link.hasAttribute("data-footnote-ref") ||
    nearest(link, "[data-definition]") !== null ||
    noteref.test(rolesAndClassesOf(link))
  return isDeclared || (inner !== null && briefOf(inner) === text) ? link : undefined
}

const noteref = patternOf("noteReference")
const backref = patternOf("noteReturn")

const rolesAndClassesOf = (element: Element): string =>
  ["role", "class", "epub:type"].map((name) => element.getAttribute(name) ?? "").join(" ")

/** Whether a link leads back from a note to its reference: it says so, or it is an arrow. */
const isBack = (link: Element): boolean =>
  link.hasAttribute("data-footnote-backref") ||
  backref.test(rolesAndClassesOf(link)) ||
  /^(?:[\s^↑↩↵⤴⏎]|\p{Variation_Selector})*$/u.test(beginningOf(link, maxMarkLength))

/** A mark without its brackets and dots; empty for a longer text. */
const briefOf = (element: Element): string => {
  const text = beginningOf(element, 2 * maxMarkLength)
  return text.length > maxMarkLength ? "" : plain(text)
}
const plain = (text: string): string => text.replace(/[[\]().:^↑↩]/g, "").trim()

const nothing = (): undefined => undefined

const superscript = ({ ownerDocument }: Element, text: string): Element => {
  const raised = ownerDocument.createElement("sup")
  raised.append(text)
  return raised
}

/** The link's target on the page, or the empty string; invalid escapes stay. */
const fragmentOf = (link: Element): string => {
  const declared = nearest(link, "[data-definition]")?.getAttribute("data-definition")
  if (declared != null) return declared
  const [, fragment = ""] = /#([^]*)/.exec(link.getAttribute("href") ?? "") ?? []
  return new URLSearchParams(`f=${fragment.replace(/[+&]/g, encodeURIComponent)}`).get("f") ?? ""
}

/**
 * Makes a function that finds the note of a link: the innermost block around its target, if that is a list item, a
 * definition, a paragraph, an `aside` or a `div`, is short, and comes after the link.
 */
const noteFinder = (root: Element): ((link: Element) => Element | undefined) => {
  const places = new Map<string, Element>()
  const order = new Map<Element, number>()
  for (const element of select(root, "a, [id]")) {
    order.set(element, order.size)
    for (const name of [element.id, element.getAttribute("name") ?? ""])
      if (name !== "" && !places.has(name)) places.set(name, element)
  }
  const judged = new Map<Element, boolean>()
  const blocks = new Map<Element, Element | null>()
  return (link) => {
    const place = places.get(fragmentOf(link))
    if (place === undefined || (order.get(place) ?? 0) < (order.get(link) ?? 0)) return undefined
    if (!blocks.has(place)) blocks.set(place, blockOf(place))
    const note = blocks.get(place) ?? null
    if (note === null || !/^(?:li|dd|p|aside|div)$/.test(note.localName)) return undefined
    if (!judged.has(note)) judged.set(note, isNote(note))
    return judged.get(note) === true && !note.contains(link) ? note : undefined
  }
}

/** The block around a note's place. A heading or a term that is only the mark comes before the note's text. */
const blockOf = (place: Element): Element | null => {
  const block = nearest(place, "li, dt, dd, p, aside, div, td, h1, h2, h3, h4, h5, h6, body")
  if (block === null || !/^(?:dt|h[1-6])$/.test(block.localName) || briefOf(block) === "") return block
  if (block.localName === "dt") return block.nextElementSibling?.localName === "dd" ? block.nextElementSibling : null
  const note = block.ownerDocument.createElement("div")
  for (let next = block.nextElementSibling; next !== null; next = block.nextElementSibling) {
    if (headingLevel(next.localName) > 0 || next.localName === "hr") break
    note.append(next)
  }
  if (note.firstChild === null) return null
  block.replaceWith(note)
  return note
}

const isNote = (element: Element): boolean => {
  const { length } = lineOf(element)
  return length > 0 && length <= maxNoteLength && first(element, "h1, h2, h3, main, article") === null
}

/** The page's own mark if it can be a label, else the note's number; each label once. */
const labelOf = (text: string, number: number, taken: Set<string>): string => {
  const own = plain(text).replace(/\s+/g, "-")
  let label = /^[\p{L}\p{N}_-]{1,16}$/u.test(own) ? own : String(number)
  for (let next = number; taken.has(label); next++) label = `n${next}`
  taken.add(label)
  return label
}

/** Removes the note's own number, and leftover carets, from its start; returns whether text follows. */
const trimStart = (node: Node, label: string): boolean => {
  if (!isText(node)) return childrenOf(node).some((child) => trimStart(child, label))
  const rest = node.data.replace(/^[\s^↑↩]+/, "")
  const own = [`[${label}]`, `(${label})`, `${label}.`, `${label})`].find((mark) => rest.startsWith(mark)) ?? ""
  const isMark = plain(rest) === "" || plain(rest) === label
  node.data = isMark ? "" : rest.slice(own.length).trimStart()
  return !isMark
}
