/**
 * Finds footnotes: references by their roles, their classes or as superscript links, each with the note
 * that it leads to (`FootnoteMarks.ts` tells them). A note is taken out of its list and travels with its
 * first reference, as `<sup data-ref="label" data-note="...">`: the search for the main content
 * drops lists of notes, and would judge a paragraph by their links. A note stands behind its references, or a link back from it would
 * be one. `clean` sets the notes that
 * arrive at the end. A reference whose note isn't in the document stays as its text.
 */
import { childrenOf, isElement, isText, lineOf, unwrap } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"
import type { Candidates } from "./Candidates.ts"
import { backMark, fragmentOf, isBack, isDeclared, labelOf, markOf, plain } from "./FootnoteMarks.ts"

/** Rewrites the references of a document that have notes, and removes those notes. */
export const keepFootnotes = (candidates: Candidates): void => {
  const { root } = candidates
  const references = referencesOf(candidates)
  const ids = new Set(references.flatMap(({ link, mark }) => [link.id, mark.id, mark.parentElement?.id ?? ""]))
  const labels = new Map<Element, string>()
  const taken = new Set<string>()
  for (const { link, mark, note } of references) {
    const known = labels.get(note)
    const label = known ?? labelOf(lineOf(link), labels.size + 1, taken)
    const reference = root.ownerDocument.createElement("sup")
    reference.setAttribute("data-ref", label)
    reference.append(root.ownerDocument.createTextNode(`[${label}]`))
    if (known === undefined) {
      labels.set(note, label)
      reference.setAttribute("data-note", pack(note, label, ids))
    }
    mark.replaceWith(reference)
  }
  removeNotes(Array.from(labels.keys()))
}

/** The content of the note that a reference carries. */
export const unpack = (reference: Element): Element | undefined => {
  const packed = reference.getAttribute("data-note")
  if (packed === null) return undefined
  const note = reference.ownerDocument.createElement("div")
  note.innerHTML = decodeURIComponent(packed)
  return note
}

// --- private --------------------------------------------------------------------------

interface Reference {
  readonly link: Element
  /** What is replaced: the link, or the superscript around it. */
  readonly mark: Element
  readonly note: Element
}

const referencesOf = (candidates: Candidates): ReadonlyArray<Reference> => {
  const { root } = candidates
  const marked = candidates.of("a").flatMap((link) => {
    const mark = markOf(link)
    return mark === undefined ? [] : [{ link, mark }]
  })
  if (marked.length === 0) return []
  const places = placesOf(root)
  const noteAt = notes()
  const order = new Map(select(root, "a, [id]").map((element, index) => [element, index]))
  const found: Array<Reference> = []
  for (const { link, mark } of marked) {
    const place = places.get(fragmentOf(link))
    const isAhead = place !== undefined && (order.get(place) ?? 0) > (order.get(link) ?? 0)
    const note = isAhead ? noteAt(place) : undefined
    if (note !== undefined && !note.contains(link)) found.push({ link, mark, note })
    else if (place === undefined && isDeclared(link) && link.getAttribute("href")?.startsWith("#") === true)
      unwrap(link)
  }
  const all = new Set(found.map(({ note }) => note))
  return found.filter(({ link }) => !isWithin(link, all))
}

const placesOf = (root: Element): ReadonlyMap<string, Element> => {
  const places = new Map<string, Element>()
  for (const element of select(root, "[id], a[name]")) {
    for (const name of [element.id, element.getAttribute("name") ?? ""]) {
      if (name !== "" && !places.has(name)) places.set(name, element)
    }
  }
  return places
}

/** Characters of a note; what is longer is a chapter. */
const longestNote = 5_000

/** Finds the note at a place: the item, definition or paragraph that it is or stands in. Each is looked at once. */
const notes = (): ((place: Element) => Element | undefined) => {
  const judged = new Map<Element, boolean>()
  return (place) => {
    const term = nearest(place, "dt")
    const note = term?.nextElementSibling ?? nearest(place, "li, dd, p, aside, div, td, h1, h2, h3, h4, h5, h6, body")
    if (note == null || !noteNames.has(note.localName)) return undefined
    const known = judged.get(note) ?? isNote(note)
    judged.set(note, known)
    return known ? note : undefined
  }
}
const noteNames: ReadonlySet<string> = new Set(["li", "dd", "p", "aside", "div"])

const isNote = (element: Element): boolean => {
  const footer = nearest(element, "footer, [role=contentinfo]")
  // What stands in the page's own footer goes with it, as all that a page says of itself there.
  if (footer !== null && nearest(footer, "article, main, [role=main], .footnotes") === null) return false
  const { length } = lineOf(element)
  return length > 0 && length <= longestNote && first(element, "h1, h2, h3, main, article") === null
}

const isWithin = (element: Element, others: ReadonlySet<Element>): boolean => {
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
    if (others.has(outer)) return true
  }
  return false
}

/** A note's content without what leads back and without its own mark, fit for an attribute. */
const pack = (note: Element, label: string, ids: ReadonlySet<string>): string => {
  const copy = note.cloneNode(true)
  if (!isElement(copy)) return ""
  for (const link of select(copy, "a")) {
    const fragment = fragmentOf(link)
    if (isBack(link) || (fragment !== "" && ids.has(fragment))) drop(link, copy)
  }
  trimStart(copy, label)
  return encodeURIComponent(copy.innerHTML.toWellFormed())
}

/** Removes a link and the elements around it that hold nothing else but carets and brackets. */
const drop = (link: Element, root: Element): void => {
  let outer = link
  if (lineOf(link) !== "") {
    link.textContent = ""
    for (let next = link.parentElement; next !== null && next !== root && isMark(next); next = next.parentElement)
      outer = next
  }
  outer.remove()
}
const isMark = (element: Element): boolean => backMark.test(plain(lineOf(element)))

/** Takes the note's own number, and carets left over, off its start. */
const trimStart = (root: Element, label: string): void => {
  for (let first = firstOf(root); first !== undefined; first = firstOf(root)) {
    if (isText(first)) {
      const rest = first.data.replace(/^[\s^↑↩]+/, "")
      const own = [`[${label}]`, `(${label})`, `${label}.`, `${label})`].find((mark) => rest.startsWith(mark)) ?? ""
      first.data = rest.slice(own.length).trimStart()
      return
    }
    if (plain(lineOf(first)) !== label) return
    first.remove()
  }
}

/** The first node with something to show, paragraphs opened. */
const firstOf = (parent: Element): ChildNode | undefined => {
  const first = childrenOf(parent).find((child) => (child.textContent ?? "").trim() !== "")
  return first !== undefined && isElement(first) && (first.localName === "p" || first.localName === "div")
    ? firstOf(first)
    : first
}

const removeNotes = (removed: ReadonlyArray<Element>): void => {
  const lists = new Set(removed.map((note) => note.parentElement))
  const sections = new Set(removed.map((note) => nearest(note, section)))
  for (const list of lists) if (list?.localName === "ol") keepNumbers(list)
  for (const note of removed) {
    if (note.localName === "dd" && note.previousElementSibling?.localName === "dt") note.previousElementSibling.remove()
    note.remove()
  }
  for (const list of lists) if (list !== null && lineOf(list) === "") list.remove()
  for (const around of sections) if (around !== null && isBare(around)) around.remove()
}
const section = "[role=doc-endnotes], [data-footnotes], .footnotes"

/** Makes the items of a list say their numbers, which those that stay would lose. */
const keepNumbers = (list: Element): void => {
  let number = Number.parseInt(list.getAttribute("start") ?? "1", 10) || 1
  for (const item of childrenOf(list)) {
    if (!isElement(item) || item.localName !== "li") continue
    number = Number.parseInt(item.getAttribute("value") ?? "", 10) || number
    item.setAttribute("value", String(number++))
  }
}

/** Whether nothing is left of a section but its heading. */
const isBare = (element: Element): boolean =>
  childrenOf(element).every((child) => lineOf(child) === "" || (isElement(child) && /^h[1-6]$/.test(child.localName)))
