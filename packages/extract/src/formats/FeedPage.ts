/**
 * Shows a feed as a page: its description, then for each entry a heading with its link, a line with date and author,
 * its files, and its content.
 *
 * Each entry goes through the reader's stages as a document of its own, so hidden parts are removed and unclosed markup
 * ends with its entry. The stages that find a page's main content are left out, since an entry is content.
 */
import {
  type DocumentFormat,
  type Extractor,
  HttpUrl,
  type Reduced,
  Removed,
  SearchResult,
  UntrustedText,
  type WebError,
} from "@porthole/core"
import * as Result from "effect/Result"
import { escaped } from "./Written.ts"
import { read, type ReadOptions, stages } from "../html/Pipeline.ts"
import { preparing, type Stage } from "../html/Stage.ts"
import { rename } from "../tree/Dom.ts"
import { limits } from "../tree/Limits.ts"
import { baseOf } from "../tree/Parse.ts"
import { select } from "../tree/Select.ts"
import type { Attachment, Entry, Feed } from "./Feed.ts"

/** Reads a feed that came with `fetched`. */
export const extractedOf = (
  feed: Feed,
  fetched: Extractor.Fetched,
  options: DocumentFormat.ReadOptions,
): DocumentFormat.Outcome =>
  Result.gen(function* () {
    const shown: Array<Extractor.Extracted> = []
    const links = new Set<string>()
    let left = mostTags
    let whole = 0
    for (const entry of feed.entries) {
      if (shown.length > 0 && options.isLate()) break
      left -= entry.content.split("<").length - 1
      const isWhole = shown.length === 0 || left >= 0
      if (isWhole) whole += 1
      const base = baseOf(entry.base, fetched.url)
      const link = urlOf(entry.link, base)
      const page = pageOf({ ...entry, content: isWhole ? entry.content : "" }, link, base)
      shown.push(yield* readEntry(page, { ...fetched, url: baseOf(entry.contentBase, base) }, options))
      const address = link === undefined ? undefined : HttpUrl.withoutFragment(link)
      if (address !== undefined) links.add(address)
    }
    const about = yield* readEntry(aboutOf(feed), { ...fetched, url: baseOf(feed.base, fetched.url) }, options)
    const parts = about.text_length === 0 ? shown : [about, ...shown]
    for (const part of parts) for (const link of part.links) links.add(link)
    const texts = [feed.about, ...feed.entries.slice(0, shown.length).map((entry) => entry.title)]
    const missing = parts.flatMap(({ reduced }) => reduced ?? [])
    if (texts.some((text) => text.length > longestMarkup)) missing.push({ part: "characters" })
    const listed = Array.from(links).slice(0, limits.links)
    const reduced = reducedOf(missing, { read: whole, of: feed.of }, listed.length, links.size)
    const inTitle = { invisible_characters: UntrustedText.countInvisible(feed.title) }
    const removed = Removed.sum(inTitle, ...[about, ...shown].map((part) => part.removed))
    return {
      title: UntrustedText.takeWhole(UntrustedText.stripInvisible(feed.title), longestTitle),
      content: parts.map(({ content }) => content).join(fetched.mode === "html" ? "\n" : "\n\n"),
      links: listed,
      text_length: parts.reduce((sum, part) => sum + part.text_length, 0),
      ...(removed === undefined ? {} : { removed }),
      ...(reduced.length === 0 ? {} : { reduced }),
    }
  })

// --- private --------------------------------------------------------------------------

/** Most tags of all entries together; of later entries only title, link, date, author and files are shown. */
const mostTags = 15_000
/** In characters. */
const longestTitle = 300
/** Most characters of a title or a description, with markup. */
const longestMarkup = 4_000
/** Most files of an entry. */
const mostFiles = 10

const skipped = new Set(["title", "metadata", "signs", "content", "rescue", "obstacle"])

const levelOf = (heading: Element): number => Number(heading.localName.slice(1))

/** Lowers an entry's headings below its own heading, the first element, so that the next entry can be recognised. */
const lowered = preparing("levels", ({ body }) => {
  const headings = select(body, "h1, h2, h3, h4, h5, h6").filter((heading) => heading !== body.firstElementChild)
  const by = headings.reduce((most, heading) => Math.max(most, 3 - levelOf(heading)), 0)
  if (by > 0) for (const heading of headings) rename(heading, `h${Math.min(6, levelOf(heading) + by)}`)
})

const entryStages: ReadonlyArray<Stage> = stages
  .filter(({ name }) => !skipped.has(name))
  .flatMap((stage) => (stage.name === "normalise" ? [lowered, stage] : [stage]))

type Read = Result.Result<Extractor.Extracted, WebError.WebError>

const readEntry = (html: string, fetched: Extractor.Fetched, { isOverdue }: ReadOptions): Read =>
  read(
    { ...fetched, contentType: "text/html; charset=utf-8", bytes: new TextEncoder().encode(html) },
    { isOverdue, stages: entryStages },
  )

/** Many feeds repeat their title as their description. */
const aboutOf = ({ about, title }: Feed): string =>
  [title, escaped(title)].includes(about.trim()) ? "" : `<div>${about.slice(0, longestMarkup)}</div>`

const pageOf = (entry: Entry, link: string | undefined, base: string): string => {
  const title = escaped(UntrustedText.takeWhole(entry.title, longestMarkup) || (link ?? ""))
  const heading = link === undefined || title === "" ? title : `<a href="${escaped(link)}">${title}</a>`
  const date = SearchResult.publishedAt(entry.date)?.replace(".000Z", "Z") ?? entry.date.trim()
  const line = [date, entry.author.trim()].filter((text) => text !== "").join(" · ")
  const files = filesOf(entry.files, link, base).join("<br>")
  const parts = [
    heading === "" ? "" : `<h2>${heading}</h2>`,
    line === "" ? "" : `<p>${escaped(line)}</p>`,
    files === "" ? "" : `<p>${files}</p>`,
  ]
  return `${parts.join("")}<div>${entry.content}</div>`
}

/** Links to an entry's files, each once. Pictures and the entry itself are left out. */
const filesOf = (files: ReadonlyArray<Attachment>, link: string | undefined, base: string): ReadonlyArray<string> => {
  const urls = new Set<string>()
  for (const { address, type } of files) {
    const url = urlOf(address, base)
    if (url !== undefined && url !== link && !isPicture(type, url) && urls.size < mostFiles) urls.add(url)
  }
  return Array.from(urls, (url) => {
    const { host, pathname } = new URL(url)
    const name = /[^/]{1,100}(?=\/*$)/.exec(pathname.slice(-200))?.[0] ?? host
    return `<a href="${escaped(url)}">${escaped(name)}</a>`
  })
}

const isPicture = (type: string, url: string): boolean =>
  /^\s*image\//i.test(type) || (type.trim() === "" && /\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|[?#])/i.test(url))

const urlOf = (written: string, base: string): string | undefined =>
  written.trim() === "" ? undefined : HttpUrl.normalise(URL.parse(written.trim(), base)?.href ?? "")

/** What is missing of a feed, from what is missing of its parts; `listed` of `links` links are listed. */
const reducedOf = (
  missing: ReadonlyArray<Reduced.Reduced>,
  entries: { readonly read: number; readonly of: number },
  listed: number,
  links: number,
): ReadonlyArray<Reduced.Reduced> => {
  const unlisted = missing.map(({ of = 0, part, read: some = 0 }) => (part === "links" ? of - some : 0))
  const of = unlisted.reduce((sum, count) => sum + count, links)
  const parts = (["structure", "characters"] as const).filter((name) => missing.some(({ part }) => part === name))
  return [
    ...(entries.read < entries.of ? [{ part: "entries" as const, ...entries }] : []),
    ...parts.map((part) => ({ part })),
    ...(listed < of ? [{ part: "links" as const, read: listed, of }] : []),
  ]
}
