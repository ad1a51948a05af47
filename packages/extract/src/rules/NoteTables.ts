/** Notes that are tables: an icon beside a title, and a text below it, as DocBook's style sheets write them. */
import { appendAll, childrenOf, first, isElement, lineOf, select } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import type { DocumentRule } from "../phases/Rule.ts"

/** Writes such a table as a quotation that begins with the title. */
export const noteTables: DocumentRule = {
  name: "noteTables",
  case: "A note is a table of an icon, a title and a text, and its rows say the icon twice.",
  phase: "document",
  reads: { elements: ["table"], attributes: ["class"], classes: ["admonitionKind"] },
  run: ({ candidates }) => {
    for (const table of candidates("table")) {
      const note = noteOf(table)
      if (note === undefined) continue
      const quotation = table.ownerDocument.createElement("blockquote")
      const title = table.ownerDocument.createElement("strong")
      title.append(lineOf(note.title))
      appendAll(quotation, childrenOf(note.text))
      // In the paragraph, so that the model doesn't judge a word alone.
      const beginning = first(quotation, "p") ?? quotation
      beginning.prepend(title, " ")
      table.replaceWith(quotation)
    }
  },
}

// --- private --------------------------------------------------------------------------

const kind = patternOf("admonitionKind")

/** The cells of the title and of the text, in a box that names a kind of note and holds nothing else. */
const noteOf = (table: Element): { readonly title: Element; readonly text: Element } | undefined => {
  const box = table.parentElement
  if (box?.localName !== "div" || !kind.test(box.getAttribute("class") ?? "")) return undefined
  if (childrenOf(box).filter(isElement).length > 1) return undefined
  const cells = select(table, "td, th")
  const [icon, title, text] = cells
  if (cells.length !== 3 || icon === undefined || title?.localName !== "th" || text === undefined) return undefined
  return lineOf(icon) === "" && select(icon, "img").length === 1 && lineOf(text) !== "" ? { title, text } : undefined
}
