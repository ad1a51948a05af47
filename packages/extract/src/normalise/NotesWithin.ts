/**
 * Notes whose text stands at their mark, in the line: LaTeXML's notes, side notes, and texts behind a mark that only
 * a click or a pointer shows.
 */
import {
  childrenOf,
  elementsIn,
  first,
  hasAttributeIn,
  isElement,
  isText,
  lineOf,
  nearest,
  select,
} from "@porthole/visibility/dom"
import { isBox, markBefore } from "@porthole/visibility"
import { patternOf } from "../classes/ClassNames.ts"

/** A note, and the element that is replaced by a reference to it. */
export interface NoteWithin {
  readonly place: Element
  /** The mark that the page shows; empty if a style draws it. */
  readonly mark: string
  /** Without text if only its mark is repeated here. */
  readonly note: Element
}

/** Finds the notes of a document, and takes what isn't their text out of them. The notes stay where they are. */
export const notesWithin = (root: Element): ReadonlyArray<NoteWithin> => {
  const sideNotes = new Set<Element>()
  return elementsIn(root, isNote).flatMap((element) => {
    if (element.localName === "d-footnote") return [{ place: element, mark: "", note: element }]
    if (latexClass.test(element.getAttribute("class") ?? "")) return latexNoteOf(element)
    const found = sideNoteOf(element, sideNotes)
    if (found.length > 0) sideNotes.add(element)
    return found
  })
}

// --- private --------------------------------------------------------------------------

/** Maximum characters of a note; a longer one is a part of the text. */
const maxLength = 5_000

const latexClass = /(?:^|\s)ltx_note(?:\s|$)/
const sideClass = patternOf("sideNote")

const isNote = (element: Element): boolean => {
  const { localName } = element
  if (!inlineNames.has(localName)) return localName === "d-footnote"
  const classes = element.getAttribute("class") ?? ""
  if (/note/i.test(classes) && (latexClass.test(classes) || sideClass.test(classes))) return true
  return hasAttributeIn(element, noteAttributes)
}

const noteAttributes: ReadonlySet<string> = new Set(["data-behind", "popover"])
const inlineNames: ReadonlySet<string> = new Set("span small em i aside div".split(" "))

const latexNoteOf = (element: Element): ReadonlyArray<NoteWithin> => {
  const note = first(element, ".ltx_note_content")
  if (note === null || nearest(element.parentElement, ".ltx_note") !== null) return []
  const mark = first(element, ".ltx_note_mark")
  const text = mark === null ? "" : lineOf(mark)
  for (const part of select(note, ".ltx_note_mark, .ltx_note_type, .ltx_tag_note")) part.remove()
  return [{ place: element, mark: text, note }]
}

/** A side note in a line, with its mark before it or, as a part of it, in a label. A mark has only one note. */
const sideNoteOf = (element: Element, sideNotes: ReadonlySet<Element>): ReadonlyArray<NoteWithin> => {
  const { length } = lineOf(element)
  if (length === 0 || length > maxLength || nearest(element.parentElement, "[data-behind], .sidenote") !== null)
    return []
  const inner = textOfMarked(element)
  if (inner !== undefined) {
    for (const part of select(inner, "[class*=parenthes]")) part.remove()
    return [{ place: element, mark: "", note: inner }]
  }
  const before = beforeBox(element)
  const isSecond = before !== null && sideNotes.has(before)
  const mark = isSecond ? undefined : before?.localName === "label" ? before : markBefore(element, nothing)
  if (mark !== undefined) return [{ place: mark, mark: lineOf(mark), note: element }]
  return isSecond || isInText(element) ? [{ place: element, mark: "", note: element }] : []
}

const nothing: ReadonlySet<Element> = new Set()

/**
 * The element with the text of a note that begins with a box to tick or its label: the last one if it has all of the
 * text, or else the note, from which boxes and labels go.
 */
const textOfMarked = (element: Element): Element | undefined => {
  const { firstElementChild: start, lastElementChild: last } = element
  if (start === null || last === null || start === last || !isControl(start) || isBox(last)) return undefined
  const children = childrenOf(element)
  const controls = new Set(children.filter((child) => child !== last && isElement(child) && isControl(child)))
  if (children.every((child) => child === last || controls.has(child) || lineOf(child) === "")) return last
  for (const control of controls) control.remove()
  return element
}

const isControl = (element: Element): boolean => isBox(element) || element.localName === "label"

/** The element before a note, without the box between them. It may be a label, whose figure a style draws. */
const beforeBox = ({ previousElementSibling: before }: Element): Element | null =>
  before !== null && isBox(before) ? before.previousElementSibling : before

/** Whether an element stands in a line of text, not on lines of its own. */
const isInText = ({ localName, previousSibling: before }: Element): boolean =>
  /^(?:span|small|em|i)$/.test(localName) && before !== null && isText(before) && before.data.trim() !== ""
