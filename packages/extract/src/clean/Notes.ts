/** Sets the notes that came with their references (`Footnotes.ts`) at the end of cleaned content, in order of appearance. */
import { lineOf, mapTexts } from "../tree/Dom.ts"
import { select } from "../tree/Select.ts"
import { unpack } from "../normalise/Footnotes.ts"
import { arrived } from "../tree/References.ts"

/** A note's content and the label of its references. */
export interface Note {
  readonly label: string
  readonly content: Element
}

/** The notes that references within a content carry. */
export const takeNotes = (content: Element): ReadonlyArray<Note> => {
  const notes: Array<Note> = []
  const seen = new Set<string>()
  for (const reference of select(content, "sup[data-ref]")) {
    const label = reference.getAttribute("data-ref") ?? ""
    const note = unpack(reference)
    if (note === undefined || seen.has(label) || lineOf(note) === "") continue
    seen.add(label)
    mapTexts(note, arrived)
    notes.push({ label, content: note })
  }
  // A second reference can arrive without the first, which had the note.
  for (const reference of select(content, "sup[data-ref]")) {
    if (!seen.has(reference.getAttribute("data-ref") ?? "")) reference.removeAttribute("data-ref")
  }
  return notes
}

/** Appends cleaned notes, each a `<div data-note="label">` that begins with its mark. */
export const appendNotes = (root: Element, notes: ReadonlyArray<Note>): void => {
  for (const { content, label } of notes) {
    content.setAttribute("data-note", label)
    const first = content.firstElementChild
    const mark = root.ownerDocument.createTextNode(`[${label}] `)
    if (first?.localName === "p") first.prepend(mark)
    else {
      const paragraph = root.ownerDocument.createElement("p")
      paragraph.append(mark)
      content.prepend(paragraph)
    }
    root.append(content)
  }
}
