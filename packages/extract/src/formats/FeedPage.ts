/**
 * Shows a feed as a page: for each entry a heading with its link, a line with date and author, its files, and its
 * content. Each entry goes through the stages of HTML as a document of its own, so hidden parts are removed and
 * unclosed markup ends with its entry. The stages that find a page's main content are left out.
 */
import {
  Cut,
  type DocumentFormat,
  Extracted,
  type Extractor,
  HttpUrl,
  publishedAt,
  UntrustedText,
} from "@porthole/core"
import * as Result from "effect/Result"
import { rename, select } from "@porthole/visibility/dom"
import { read, stages } from "../html/Pipeline.ts"
import { preparing, type Stage } from "../html/Stage.ts"
import { limits } from "../tree/Limits.ts"
import { baseOf } from "../tree/Parse.ts"
import { escaped } from "./TextToHtml.ts"
import type { Attachment, Entry, Feed } from "./XmlFeed.ts"

/** Reads a feed in the document `fetched`. */
export const extractedOf = (
  feed: Feed,
  fetched: Extractor.Fetched,
  options: DocumentFormat.ReadOptions,
): DocumentFormat.Outcome =>
  Result.gen(function* () {
    const parts: Array<Extractor.Extracted> = []
    const links = new Set<string>()
    let left = maxTags
    let whole = 0
    for (const entry of feed.entries) {
      if (parts.length > 0 && options.isTimeRunningOut()) break
      left -= entry.content.split("<").length - 1
      const isWhole = parts.length === 0 || left >= 0
      if (isWhole) whole += 1
      const base = baseOf(entry.base, fetched.url)
      const link = urlOf(entry.link, base)
      const bytes = new TextEncoder().encode(pageOf({ ...entry, content: isWhole ? entry.content : "" }, link, base))
      const page = { ...fetched, url: base, contentType: "text/html; charset=utf-8", bytes }
      const part = yield* read(page, { isTimedOut: options.isTimedOut, stages: entryStages })
      for (const url of [link?.replace(/#.*$/s, ""), ...part.links]) if (url !== undefined) links.add(url)
      parts.push(part)
    }
    const missing = parts.flatMap(({ reduced }) => reduced ?? [])
    if (feed.entries.some(({ title }) => title.length > maxMarkupLength)) missing.push({ part: "characters" })
    const unlisted = missing.reduce((sum, { of = 0, part, read = 0 }) => (part === "links" ? sum + of - read : sum), 0)
    const listed = Array.from(links).slice(0, limits.links)
    const reduced: ReadonlyArray<Extracted.Reduced> = [
      ...(whole < feed.total ? [{ part: "entries" as const, read: whole, of: feed.total }] : []),
      ...(["structure", "characters"] as const).flatMap((name) =>
        missing.some(({ part }) => part === name) ? [{ part: name }] : [],
      ),
      ...(listed.length < links.size + unlisted
        ? [{ part: "links" as const, read: listed.length, of: links.size + unlisted }]
        : []),
    ]
    const inTitle = { invisible_characters: UntrustedText.countInvisible(feed.title) }
    const removed = Extracted.sumRemoved(inTitle, ...parts.map((part) => part.removed))
    return {
      title: Cut.takeWhole(UntrustedText.stripInvisible(feed.title), maxTitleLength),
      content: parts.map(({ content }) => content).join(fetched.mode === "html" ? "\n" : "\n\n"),
      links: listed,
      text_length: parts.reduce((sum, part) => sum + part.text_length, 0),
      ...(removed === undefined ? {} : { removed }),
      ...(reduced.length === 0 ? {} : { reduced }),
      ...(feed.total === 0 || reduced.length > 0 ? {} : { is_data: true as const }),
    }
  })

// --- private --------------------------------------------------------------------------

/** Maximum number of tags of all entries together; later entries only show title, link, date, author and files. */
const maxTags = 15_000
/** In characters: of the feed's title, and of an entry's. */
const maxTitleLength = 300
const maxMarkupLength = 4_000
/** Maximum number of files per entry. */
const maxFiles = 10

const levelOf = (heading: Element): number => Number(heading.localName.slice(1))

/** Lowers an entry's headings below its own heading, the first element, so that the next entry can be recognised. */
const lowerHeadings = preparing("levels", ({ body }) => {
  const headings = select(body, "h1, h2, h3, h4, h5, h6").filter((heading) => heading !== body.firstElementChild)
  const by = headings.reduce((most, heading) => Math.max(most, 3 - levelOf(heading)), 0)
  if (by > 0) for (const heading of headings) rename(heading, `h${Math.min(6, levelOf(heading) + by)}`)
})

const skippedStages = new Set(["title", "metadata", "signs", "authors", "content", "rescue", "obstacle"])

const entryStages: ReadonlyArray<Stage> = stages
  .filter(({ name }) => !skippedStages.has(name))
  .flatMap((stage) => (stage.name === "normalise" ? [lowerHeadings, stage] : [stage]))

const pageOf = (entry: Entry, link: string | undefined, base: string): string => {
  const title = escaped(Cut.takeWhole(entry.title, maxMarkupLength) || (link ?? ""))
  const heading = link === undefined || title === "" ? title : `<a href="${escaped(link)}">${title}</a>`
  const date = publishedAt(entry.date)?.replace(".000Z", "Z") ?? entry.date.trim()
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
    const isPicture = /^\s*image\//i.test(type) || /\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|[?#])/i.test(url ?? "")
    if (url !== undefined && url !== link && !isPicture && urls.size < maxFiles) urls.add(url)
  }
  return Array.from(urls, (url) => {
    const { host, pathname } = new URL(url)
    return `<a href="${escaped(url)}">${escaped(fileNameIn(pathname) ?? host)}</a>`
  })
}

/** The last 100 characters of a path's last part. */
const fileNameIn = (path: string): string | undefined =>
  path
    .slice(-200)
    .split("/")
    .findLast((part) => part !== "")
    ?.slice(-100)

const urlOf = (written: string, base: string): string | undefined =>
  written.trim() === "" ? undefined : HttpUrl.normalise(URL.parse(written.trim(), base)?.href ?? "")
