/** A page for a person: Markdown under its title and address; text and HTML by themselves, as files want them. */
import type { Extracted, Page } from "@porthole/core"
import * as Printable from "./Printable.ts"
import type { Style, View } from "./View.ts"

/** Shows one page. */
export const of =
  (style: Style) =>
  (page: Page.Page): View => ({
    body: page.content === undefined ? heading(style, page) + ended(page.content_md ?? "") : ended(page.content),
    notes: notesOf(page),
  })

/** The sentences there are to say about a page. */
export const notesOf = (page: Page.Page): ReadonlyArray<string> => [
  ...(page.warning === undefined ? [] : ["The page has little readable text."]),
  ...(page.compressed === true ? ["The page was shortened by a compressor."] : []),
  ...(page.removed === undefined ? [] : [removedNote(page.removed)]),
  ...(page.message === undefined ? [] : [page.message]),
]

// --- private --------------------------------------------------------------------------

const removedNote = ({ hidden_elements, invisible_characters }: Extracted.Removed): string => {
  const parts = [
    ...(hidden_elements === 0 ? [] : [counted(hidden_elements, "hidden element")]),
    ...(invisible_characters === 0 ? [] : [counted(invisible_characters, "invisible character")]),
  ]
  return `Removed from the page: ${parts.join(" and ")}.`
}

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? "" : "s"}`

const heading = (style: Style, page: Page.Page): string => {
  const title = Printable.line(page.title)
  return `${title === "" ? "" : `${style.strong(title)}\n`}${style.faint(Printable.line(page.url))}\n\n`
}

const ended = (text: string): string => {
  const safe = Printable.text(text)
  return safe === "" || safe.endsWith("\n") ? safe : `${safe}\n`
}
