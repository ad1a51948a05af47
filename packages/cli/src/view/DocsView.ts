/** Indexed documentation as text for a person. */
import type { Library, LibraryAnswer } from "@porthole/core"
import * as JobView from "./JobView.ts"
import * as MarkdownLayout from "./MarkdownLayout.ts"
import * as Printable from "./Printable.ts"
import type { Style, View } from "./View.ts"

/** Shows the hits, each with its text. */
export const hits =
  (style: Style) =>
  ({ hits, message }: LibraryAnswer.LibraryHits): View => ({
    body: hits.map((hit, at) => entry(style, hit, at + 1)).join("\n"),
    notes: message === undefined ? [] : [message],
  })

/** Shows libraries in lines. */
export const libraries = (indexed: ReadonlyArray<Library.Indexed>): string =>
  indexed
    .map((library) => {
      const left = leftOut(library)
      return `${lineOf(library)}, ${library.indexed_at.slice(0, 16)}Z${left === "" ? "" : `; left out: ${left}`}\n`
    })
    .join("")

/** Shows what was left out of a library. */
export const leftOut = ({ left_out }: Library.Indexed): string =>
  left_out.map(({ count, what }) => `${what} (${count})`).join(", ")

/** Shows what was added in lines. */
export const added = (all: ReadonlyArray<{ readonly library: Library.Indexed; readonly isChanged: boolean }>): string =>
  all.map(({ isChanged, library }) => `${lineOf(library)}${isChanged ? "" : ", unchanged"}\n`).join("")

// --- private --------------------------------------------------------------------------

const lineOf = ({ bytes, name, pages, version }: Library.Indexed): string => {
  const size = Math.max(0.1, bytes / 2 ** 20).toFixed(1)
  return `${Printable.line(name)} ${Printable.line(version)}: ${JobView.count(pages, "page")}, ${size} MiB`
}

const entry = (style: Style, hit: LibraryAnswer.DocsHit, number: number): string => {
  const heading = hit.heading === "" || hit.heading === hit.title ? hit.title : `${hit.title}: ${hit.heading}`
  const title = `${number}. ${Printable.line(heading)} (${hit.library} ${hit.version})`
  const markdown = Printable.text(hit.content_md)
  const text = style.width === undefined ? markdown : MarkdownLayout.of(style, style.width, markdown)
  return `${style.strong(title)}\n${style.faint(Printable.line(hit.url))}\n\n${text.trimEnd()}\n`
}
