/**
 * Finds footnotes: references by their roles, their classes or as superscript links (`FootnoteMarks.ts`), each with the
 * note that it leads to and that stands behind it. A note is taken out of its list and travels with its first
 * reference, a `<sup data-ref="label">`, until `clean` sets it at the end. A reference without a note stays as its
 * text.
 */
import { appendAll, childrenOf, isElement, isText, lineOf, unwrap } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"
import type { Candidates } from "./Candidates.ts"
import { backMark, fragmentOf, isBack, isDeclared, labelOf, markOf, plain } from "./FootnoteMarks.ts"

/** Rewrites the references of a document that have notes, and removes those notes. */
export const keepFootnotes = (candidates: Candidates): void => {
  const { ownerDocument: document } = candidates.root
  const references = referencesOf(candidates)
  const ids = new Set(references.flatMap(({ link, mark }) => [link.id, mark.id, mark.parentElement?.id ?? ""]))
  const labels = new Map<Element, string>()
  const taken = new Set<string>()
  for (const { link, mark, note } of references) {
    const known = labels.get(note)
    const label = known ?? labelOf(lineOf(link), labels.size + 1, taken)
    const reference = document.createElement("sup")
    reference.setAttribute("data-ref", label)
    reference.append(`[${label}]`)
    mark.replaceWith(reference)
    if (known !== undefined) continue
    labels.set(note, label)
    const content = document.createElement("div")
    appendAll(content, childrenOf(note))
    for (const link of select(content, "a")) if (isBack(link) || ids.has(fragmentOf(link) || "#")) drop(link, content)
    trimStart(content, label)
    travelling.set(reference, content)
  }
  removeNotes(Array.from(labels.keys()))
}

/** The content of the note that a reference carries. */
export const noteOf = (reference: Element): Element | undefined => travelling.get(reference)

// --- private --------------------------------------------------------------------------

/** The notes that references carry. */
const travelling = new WeakMap<Element, Element>()

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
  const order = new Map(select(root, "a, [id]").map((element, index) => [element, index]))
  const noteAt = notes()
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

const isWithin = (element: Element, others: ReadonlySet<Element>): boolean => {
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
    if (others.has(outer)) return true
  return false
}

const placesOf = (root: Element): ReadonlyMap<string, Element> => {
  const places = new Map<string, Element>()
  for (const element of select(root, "[id], a[name]"))
    for (const name of [element.id, element.getAttribute("name") ?? ""])
      if (name !== "" && !places.has(name)) places.set(name, element)
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
    if (note === null || !/^(?:li|dd|p|aside|div)$/.test(note.localName)) return undefined
    if (!judged.has(note)) judged.set(note, isNote(note))
    return judged.get(note) === true ? note : undefined
  }
}

const isNote = (element: Element): boolean => {
  const footer = nearest(element, "footer, [role=contentinfo]")
  // What stands in the page's own footer goes with it, as all that a page says of itself there.
  if (footer !== null && nearest(footer, "article, main, [role=main], .footnotes") === null) return false
  const { length } = lineOf(element)
  return length > 0 && length <= longestNote && first(element, "h1, h2, h3, main, article") === null
}

/** Removes a link and the elements around it that hold nothing else but carets and brackets. */
const drop = (link: Element, root: Element): void => {
  let outer = link
  let around = lineOf(link) === "" ? null : link.parentElement
  link.textContent = ""
  for (; around !== null && around !== root; around = around.parentElement) {
    if (!backMark.test(plain(lineOf(around)))) break
    outer = around
  }
  outer.remove()
}

/** Takes the note's own number, and carets left over, off its start. */
const trimStart = (root: Element, label: string): void => {
  for (let start = startOf(root); start !== undefined; start = startOf(root)) {
    if (isText(start)) {
      const rest = start.data.replace(/^[\s^↑↩]+/, "")
      const own = [`[${label}]`, `(${label})`, `${label}.`, `${label})`].find((mark) => rest.startsWith(mark)) ?? ""
      start.data = rest.slice(own.length).trimStart()
      return
    }
    if (plain(lineOf(start)) !== label) return
    start.remove()
  }
}

/** The first node with something to show, paragraphs opened. */
const startOf = (parent: Element): ChildNode | undefined => {
  const start = childrenOf(parent).find((child) => (child.textContent ?? "").trim() !== "")
  return start !== undefined && isElement(start) && /^(?:p|div)$/.test(start.localName) ? startOf(start) : start
}

/** Removes emptied notes, and the lists and sections that they leave bare. */
const removeNotes = (removed: ReadonlyArray<Element>): void => {
  const lists = new Set(removed.map((note) => note.parentElement))
  const sections = new Set(removed.map((note) => nearest(note, "[role=doc-endnotes], [data-footnotes], .footnotes")))
  for (const list of lists) if (list?.localName === "ol") keepNumbers(list)
  for (const note of removed) {
    if (note.localName === "dd" && note.previousElementSibling?.localName === "dt") note.previousElementSibling.remove()
    note.remove()
  }
  for (const list of lists) if (list !== null && lineOf(list) === "") list.remove()
  for (const section of sections)
    if (section !== null && childrenOf(section).every((part) => lineOf(part) === "" || /^H[1-6]$/i.test(part.nodeName)))
      section.remove()
}

/** Makes the items of a list say their numbers, which those that stay would lose. */
const keepNumbers = (list: Element): void => {
  let number = Number.parseInt(list.getAttribute("start") ?? "1", 10) || 1
  for (const item of childrenOf(list)) {
    if (!isElement(item) || item.localName !== "li") continue
    number = Number.parseInt(item.getAttribute("value") ?? "", 10) || number
    item.setAttribute("value", String(number++))
  }
}
