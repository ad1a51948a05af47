/** Notes of cleaned content: they come with their first references (`Footnotes.ts`) and stand at the end. */
import { unpack } from "../normalise/Footnotes.ts"
import { lineOf } from "../tree/Dom.ts"

/** A note: its content as the page has it, and cleaned once that is done. */
export interface Note {
  readonly source: Element
  readonly content: Element
}

/** The note that a reference carries. */
export const noteOf = (reference: Element): Note | undefined => {
  const source = unpack(reference)
  if (source === undefined || lineOf(source) === "") return undefined
  // linkedom makes a node of each character reference.
  source.normalize()
  return { source, content: reference.ownerDocument.createElement("div") }
}

/** Appends cleaned notes by label, each a `<div data-note="label">` that begins with its mark. */
export const appendNotes = (root: Element, notes: ReadonlyMap<string, Note>): void => {
  for (const [label, { content }] of notes) {
    content.setAttribute("data-note", label)
    const start = content.firstElementChild
    const mark = root.ownerDocument.createTextNode(`[${label}] `)
    if (start?.localName === "p") start.prepend(mark)
    else {
      const paragraph = root.ownerDocument.createElement("p")
      paragraph.append(mark)
      content.prepend(paragraph)
    }
    root.append(content)
  }
}
