/**
 * Shows a feed as a page: what it says of itself, then a heading an entry that links to it, its date and author on a line, its files on one each, and then
 * what it says.
 *
 * Each entry goes through the reader's stages as a document of its own, so that what is hidden in it goes, and what is left
 * open in it (a comment, a tag, a style) ends with it. What takes the content out of a page isn't asked: an entry is content.
 */
import { type Extractor, HttpUrl, PublishedAt, Removed, UntrustedText, type WebError } from "@porthole/core"
import * as Result from "effect/Result"
import { read, type ReadOptions, stages } from "../Pipeline.ts"
import { escaped } from "../formats/Code.ts"
import type { FormatOptions, Outcome } from "../formats/Format.ts"
import { baseOf } from "../tree/Base.ts"
import { linesOf } from "./Attachment.ts"
import { preparing, type Stage } from "../Stage.ts"
import { isClosed, longestMarkup } from "./EntryTitle.ts"
import type { Entry, Feed } from "./Feed.ts"
import { lowerHeadings } from "./Headings.ts"
import { listed } from "./Missing.ts"

/** Reads a feed that came with `fetched`. */
export const extractedOf = (feed: Feed, fetched: Extractor.Fetched, options: FormatOptions): Outcome =>
  Result.gen(function* () {
    const shown: Array<Extractor.Extracted> = []
    const titles: Array<Extractor.Extracted> = []
    const links = new Set<string>()
    let left = mostTags
    let whole = 0
    for (const entry of feed.entries) {
      if (shown.length > 0 && options.isLate()) break
      left -= tagsIn(entry.content)
      const isWhole = shown.length === 0 || left >= 0
      if (isWhole) whole += 1
      const base = baseOf(entry.base, fetched.url)
      const link =
        entry.link.trim() === "" ? undefined : HttpUrl.normalise(URL.parse(entry.link.trim(), base)?.href ?? "")
      const title = isClosed(entry.title) ? undefined : yield* readTitle(entry.title, fetched, options)
      if (title !== undefined) titles.push(title)
      const called = title === undefined ? entry : { ...entry, title: escaped(title.content) }
      shown.push(
        yield* readEntry(
          pageOf(isWhole ? called : { ...called, content: "" }, link, base),
          { ...fetched, url: baseOf(entry.contentBase, base) },
          options,
        ),
      )
      const address = link === undefined ? undefined : HttpUrl.withoutFragment(link)
      if (address !== undefined) links.add(address)
    }
    const title = yield* readTitle(feed.title, fetched, options)
    const about = yield* readEntry(aboutOf(feed), { ...fetched, url: baseOf(feed.base, fetched.url) }, options)
    const parts = about.text_length === 0 ? shown : [about, ...shown]
    for (const part of parts) for (const link of part.links) links.add(link)
    const removed = Removed.sum(...[title, about, ...titles, ...shown].map((part) => part.removed))
    const isCut =
      feed.about.length > longestMarkup ||
      feed.entries.slice(0, shown.length).some(({ title }) => title.length > longestMarkup)
    const { reduced, ...all } = listed(links, parts, { whole, of: feed.of, isCut })
    return {
      title: UntrustedText.takeWhole(title.content, longestTitle),
      content: parts.map(({ content }) => content).join(fetched.mode === "html" ? "\n" : "\n\n"),
      links: all.links,
      text_length: parts.reduce((sum, part) => sum + part.text_length, 0),
      ...(removed === undefined ? {} : { removed }),
      ...(reduced.length === 0 ? {} : { reduced }),
    }
  })

// --- private --------------------------------------------------------------------------

/**
 * Most tags of all entries together; of those after that only what they are called is shown. What one entry may hold besides is up
 * to the reader.
 */
const mostTags = 15_000

/** In characters, without markup. */
const longestTitle = 300

/** What finds the content of a page, and what a page says of itself. */
const unasked: ReadonlySet<string> = new Set([
  "title",
  "metadata",
  "signs",
  "kind",
  "main",
  "blocks",
  "rescue",
  "obstacle",
])

const lowered = preparing("levels", (document) => lowerHeadings(document.body))

const entryStages: ReadonlyArray<Stage> = stages
  .filter(({ name }) => !unasked.has(name))
  .flatMap((stage) => (stage.name === "headings" ? [lowered, stage] : [stage]))

const readEntry = (
  html: string,
  fetched: Extractor.Fetched,
  { isOverdue }: ReadOptions,
): Result.Result<Extractor.Extracted, WebError.WebError> =>
  read(
    { ...fetched, contentType: "text/html; charset=utf-8", bytes: new TextEncoder().encode(html) },
    { isOverdue, stages: entryStages },
  )

/** What a title says, on one line. */
const readTitle = (
  html: string,
  fetched: Extractor.Fetched,
  options: ReadOptions,
): Result.Result<Extractor.Extracted, WebError.WebError> =>
  Result.map(readEntry(html.slice(0, longestMarkup), { ...fetched, mode: "text" }, options), (title) => ({
    ...title,
    content: title.content.replace(/\s+/g, " ").trim(),
  }))

/** Many feeds say no more of themselves than their title. */
const aboutOf = ({ about, title }: Feed): string =>
  [about.trim(), escaped(about.trim())].includes(title.trim()) ? "" : `<div>${about.slice(0, longestMarkup)}</div>`

const pageOf = (entry: Entry, link: string | undefined, base: string): string => {
  const title = entry.title.trim() || escaped(link ?? "")
  const heading = link === undefined || title === "" ? title : `<a href="${escaped(link)}">${title}</a>`
  const line = [PublishedAt.toIso(entry.date)?.replace(".000Z", "Z") ?? entry.date.trim(), entry.author.trim()].filter(
    (text) => text !== "",
  )
  return (
    (heading === "" ? "" : `<h2>${heading}</h2>`) +
    (line.length === 0 ? "" : `<p>${escaped(line.join(" · "))}</p>`) +
    linesOf(entry.files ?? [], base, link === undefined ? [] : [link]) +
    `<div>${entry.content}</div>`
  )
}

/** At least as many as there are elements. */
const tagsIn = (html: string): number => {
  let count = 0
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at + 1)) count++
  return count
}
