/**
 * Notes whose text stands at their mark, in the line: LaTeXML's notes, side notes, and texts behind a mark that only
 * a click or a pointer shows.
 */
import { elementsIn, first, hasAttributeIn, isText, lineOf, nearest, select } from "@porthole/visibility/dom"
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

/** Finds the notes of a document, and takes what isn't their text out of them. */
export const notesWithin = (root: Element): ReadonlyArray<NoteWithin> =>
  elementsIn(root, isNote).flatMap((element) => {
    if (element.localName === "d-footnote") return [{ place: element, mark: "", note: element }]
    return latexClass.test(element.getAttribute("class") ?? "") ? latexNoteOf(element) : sideNoteOf(element)
  })

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

/** A side note in a line, with its mark before it or, as a part of it, in a label. */
const sideNoteOf = (element: Element): ReadonlyArray<NoteWithin> => {
  const { length } = lineOf(element)
  if (length === 0 || length > maxLength || nearest(element.parentElement, "[data-behind], .sidenote") !== null)
    return []
  const inner = childTextOf(element)
  if (inner !== undefined) {
    for (const part of select(inner, "[class*=parenthes]")) part.remove()
    return [{ place: element, mark: "", note: inner }]
  }
  const mark = labelBefore(element) ?? markBefore(element, nothing)
  if (mark === undefined) return isInText(element) ? [{ place: element, mark: "", note: element }] : []
  const text = lineOf(mark)
  element.remove()
  return [{ place: mark, mark: text, note: element }]
}

const nothing: ReadonlySet<Element> = new Set()

/** The element with the text of a note that begins with a box to tick or its label. */
const childTextOf = ({ firstElementChild: start, lastElementChild: last }: Element): Element | undefined =>
  start !== null && last !== null && start !== last && (isBox(start) || start.localName === "label") && !isBox(last)
    ? last
    : undefined

/** The label before a note, whose figure a style may draw, with the box between them. */
const labelBefore = (element: Element): Element | undefined => {
  let before = element.previousElementSibling
  if (before !== null && isBox(before)) before = before.previousElementSibling
  return before?.localName === "label" ? before : undefined
}

/** Whether an element stands in a line of text, not on lines of its own. */
const isInText = ({ localName, previousSibling: before }: Element): boolean =>
  /^(?:span|small|em|i)$/.test(localName) && before !== null && isText(before) && before.data.trim() !== ""
