/** A page for a person: Markdown comes after its title and address; text and HTML come alone, ready for a file. */
import { type Extracted, Page, Recorded } from "@porthole/core"
import { inFlags } from "./FlagNames.ts"
import * as MarkdownLayout from "./MarkdownLayout.ts"
import * as Printable from "./Printable.ts"
import type { Style, View } from "./View.ts"

/** A page, without a URL if it was saved and its source is unknown. */
export type ShownPage = Omit<Page.Page, "url"> & Partial<Pick<Page.Page, "url">>

/** Shows one page. */
export const of =
  (style: Style) =>
  (page: ShownPage): View => ({
    body:
      page.content === undefined ? heading(style, page) + markdown(style, page) : printableWithNewline(page.content),
    notes: notesOf(page),
  })

/** Shows one page and lists its links. */
export const withLinks =
  (style: Style) =>
  (page: ShownPage): View => {
    const { body, notes } = of(style)(page)
    return { body: body + linksOf(page), notes }
  }

/** Shows the page's headings with their numbers, by which `--section` names them. */
export const outline =
  (style: Style) =>
  (page: ShownPage): View => {
    const entries = page.outline ?? []
    const digits = String(entries.at(-1)?.number ?? entries.length).length
    const lines = entries.map(
      ({ heading, level, number }, at) =>
        `${String(number ?? at + 1).padStart(digits)}. ${"  ".repeat(level - 1)}${Printable.line(heading)}`,
    )
    return {
      body: heading(style, page) + lines.map((line) => `${line}\n`).join(""),
      notes:
        lines.length === 0
          ? ["The page has no outline: it is short, or it has fewer than two headings."]
          : outlineNotesOf(page).map(inFlags),
    }
  }

/** The headings as a document of `--json`: all that `--outline` shows, and no text. */
export const outlineDocument = (page: Page.Page) => ({
  title: page.title,
  url: page.url,
  outline: page.outline ?? [],
  ...messageOf(outlineNotesOf(page)),
})

/** The same of several pages; a page that couldn't be read is its error. */
export const outlineDocuments = ({ message, pages }: Page.Pages) => ({
  pages: pages.map((page) => ("error" in page ? page : outlineDocument(page))),
  ...messageOf(message === undefined ? [] : [message]),
})

/** Shows several pages below each other, and the errors of others. */
export const pages =
  (one: typeof of) =>
  (style: Style) =>
  ({ message, pages }: Page.Pages): View => {
    const views = pages.map((page) => ("error" in page ? failedPage(page) : one(style)(page)))
    return {
      body: views.map(({ body }) => body).join(`\n${rule}\n\n`),
      notes: [...(message === undefined ? [] : [message]), ...notesOfAll(pages, views)],
    }
  }

/** The notes of several pages, each with its page's address; those of the only page that was read say enough. */
export const notesOfAll = (
  pages: ReadonlyArray<Page.FailedPage | Page.Page>,
  views: ReadonlyArray<View>,
): ReadonlyArray<string> => {
  const isOnly = pages.filter((page) => !("error" in page)).length === 1
  return views.flatMap(({ notes }, at) =>
    isOnly ? notes : notes.map((note) => `${Printable.line(pages[at]?.url ?? "")}: ${note}`),
  )
}

/** A line between two pages. */
export const rule = "─".repeat(72)

/** A page that couldn't be read. */
export const failedPage = (page: Page.FailedPage): View => ({
  body:
    `${Printable.line(page.url)}\n\n` +
    `This page couldn't be read: ${Printable.line(inFlags(page.message ?? page.error))}\n`,
  notes: [],
})

/** The sentences about a page. */
export const notesOf = (page: ShownPage): ReadonlyArray<string> => [
  ...Recorded.sentence(page),
  ...(page.warning === undefined ? [] : ["The page has little readable text."]),
  ...(page.cached ? [cachedNote(page)] : []),
  ...(page.rendered === true ? ["The page's scripts have run."] : []),
  ...(page.compressed === true ? ["The page was shortened by a compressor."] : []),
  ...(page.removed === undefined ? [] : [removedNote(page.removed)]),
  ...(page.message === undefined ? [] : [inFlags(page.message)]),
  ...(page.next_start_index === undefined ? [] : [readOn(page.next_start_index, page)]),
]

// --- private --------------------------------------------------------------------------

const readOn = (index: number, { section_complete }: ShownPage): string =>
  section_complete === true
    ? `Read what follows the section with --start-index ${index}.`
    : `Read on with --start-index ${index}.`

/** What is said about the headings and their page; how much of its text and links is shown isn't, as none of it is. */
const outlineNotesOf = ({ content_md, links, links_total, message = "", total_length = 0, ...page }: ShownPage) => {
  const shown = (content_md ?? page.content ?? "").length
  const ofView = [Page.cutSentence(shown, total_length), Page.linksSentence(links.length, links_total)]
  const note = ofView.reduce((text, sentence) => text.replace(sentence, ""), message).trim()
  return note === "" ? [] : [note]
}

const messageOf = (notes: ReadonlyArray<string>): { readonly message?: string } =>
  notes.length === 0 ? {} : { message: notes.join(" ") }

const cachedNote = ({ fetched_at }: ShownPage): string =>
  fetched_at === undefined
    ? "The page is a cached copy."
    : `The page is a cached copy of ${Printable.line(fetched_at.slice(0, 16))}Z.`

const removedNote = ({ hidden_elements, invisible_characters }: Extracted.Removed): string => {
  const parts = [
    ...(hidden_elements === 0 ? [] : [counted(hidden_elements, "hidden element")]),
    ...(invisible_characters === 0 ? [] : [counted(invisible_characters, "invisible character")]),
  ]
  return `Removed from the page: ${parts.join(" and ")}.`
}

const linksOf = ({ links }: ShownPage): string =>
  links.length === 0 ? "" : `\nLinks:\n${links.map((link) => Printable.line(link)).join("\n")}\n`

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? "" : "s"}`

const heading = (style: Style, page: ShownPage): string => {
  const title = Printable.line(page.title)
  const source = sourceOf(page)
  const lines = [
    ...(title === "" ? [] : [style.strong(title)]),
    ...(page.url === undefined ? [] : [style.faint(Printable.line(page.url))]),
    ...(source === "" ? [] : [style.faint(source)]),
  ]
  return lines.length === 0 ? "" : `${lines.join("\n")}\n\n`
}

/** Who published the page, and the days of its publication and of its last change. */
const sourceOf = ({ author, modified_at, published_at, site_name }: ShownPage): string => {
  const published = published_at?.slice(0, 10)
  const changed = modified_at?.slice(0, 10)
  const parts = [author, site_name, published, changed === published ? undefined : changed && `changed ${changed}`]
  return parts.flatMap((part) => (part === undefined ? [] : [Printable.line(part)])).join(", ")
}

/** The layout made its text safe for a terminal before it added colours. */
const markdown = (style: Style, { content_md = "" }: ShownPage): string =>
  style.width === undefined
    ? printableWithNewline(content_md)
    : withNewline(MarkdownLayout.of(style, style.width, content_md))

const printableWithNewline = (text: string): string => withNewline(Printable.text(text))

const withNewline = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`)
