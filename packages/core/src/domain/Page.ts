/** A page as a caller sees it: what of a {@link StoredPage} is shown, cut to its limits, and what is said about it. */
import * as Schema from "effect/Schema"
import type { ExtractMode } from "./FetchRequest.ts"
import * as HttpUrl from "./HttpUrl.ts"
import type { StoredPage } from "./StoredPage.ts"
import * as Extracted from "./Extracted.ts"
import * as WebError from "./WebError.ts"

/** Most links of a page that the model sees, and most characters that they have together. */
export const maxLinks = 200
export const maxLinksLength = 40_000

/** A part of a page's text: `text.slice(start, end)`, in UTF-16 units. */
export const Passage = Schema.Struct({
  start: Schema.Natural,
  end: Schema.Natural,
  /** The nearest heading above it. */
  heading: Schema.optionalKey(Schema.String),
  /** Whether it is outside of the main content. */
  outside: Schema.optionalKey(Schema.Literal(true)),
})
export type Passage = typeof Passage.Type

/** A heading of the main content, its `level` from 1 to 6, and where its section begins, in UTF-16 units. */
export const OutlineEntry = Schema.Struct({ level: Schema.Natural, heading: Schema.String, start: Schema.Natural })
export type OutlineEntry = typeof OutlineEntry.Type

/** The fields of a page. */
export const pageFields = {
  /** Plain text, at most 300 characters; empty where the page has none. Untrusted. */
  title: Schema.String,
  /** Final URL, after redirects. */
  url: HttpUrl.HttpUrl,
  /** What is shown of the main content as Markdown; absent in the modes `text` and `html`. Untrusted. */
  content_md: Schema.optionalKey(Schema.String),
  /** The same as plain text or cleaned HTML, in the modes `text` and `html`. Untrusted. */
  content: Schema.optionalKey(Schema.String),
  /** Absolute http(s) URLs of the content without fragment, in order of appearance; at most 200. */
  links: Schema.Array(Schema.String),
  /** How many links the content has. */
  links_total: Schema.Natural,
  /** HTTP status of the final response. */
  status_code: Schema.Int,
  /** Whether not all of the main content is shown. */
  truncated: Schema.Boolean,
  /** Whether the page came out of a cache. */
  cached: Schema.Boolean,
  /**
   * `low_content` where there is little to read, fewer characters than the setting `low_content_min`; never for a whole
   * data document.
   */
  warning: Schema.optionalKey(Schema.Literal("low_content")),
  /** Sentences for the model: what kept the page from being read, what was cut or left out. */
  message: Schema.optionalKey(Schema.String),
  /** Length of the whole main content in characters (UTF-16 units), where not all of it is shown. */
  total_length: Schema.optionalKey(Schema.Natural),
  /** Where the text goes on: the `start_index` of the next call. */
  next_start_index: Schema.optionalKey(Schema.Natural),
  /** Which parts of the text answer the `query`, in the order of the page. */
  passages: Schema.optionalKey(Schema.Array(Passage)),
  /** The headings of a page that was cut, at most 40; a `section` takes one. */
  outline: Schema.optionalKey(Schema.Array(OutlineEntry)),
  /** `true` where a compressor shortened the text. */
  compressed: Schema.optionalKey(Schema.Boolean),
  /** Length before compression in characters (UTF-16 units). */
  original_length: Schema.optionalKey(Schema.Natural),
  /** What the page hid and was taken out; absent where nothing was. */
  removed: Schema.optionalKey(Extracted.Removed),
}

/**
 * A page. `url` is the final one; the text is in `content_md`, or in `content` for the modes `text` and `html`; `links`
 * are absolute http(s) URLs without fragment, in order of appearance, `links_total` is how many there are.
 *
 * If not all of the main content is shown, `truncated` is true, `total_length` is its length, `outline` lists its
 * headings, and `next_start_index` is where the text goes on. `passages` says which parts of the page answer the
 * `query`. `original_length` is there if the text was compressed, `removed` if something hidden was taken out. Lengths
 * and offsets are in UTF-16 units.
 */
export const Page = Schema.Struct(pageFields).annotate({ identifier: "Page" })
export type Page = typeof Page.Type

/** The entry of a page that couldn't be read: its URL and the error, inline. */
export const FailedPage = Schema.Struct({
  /** URL that was asked for. */
  url: Schema.String,
  ...WebError.Wire.fields,
})
export type FailedPage = typeof FailedPage.Type

/** Several pages, in the order in which they were asked for. */
export const Pages = Schema.Struct({
  /** Each page or its error, in the order of the URLs. */
  pages: Schema.Array(Schema.Union([FailedPage, Page])),
  /** How many entries there are. */
  count: Schema.Natural,
  /** Sentences for the model. */
  message: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "Pages" })
export type Pages = typeof Pages.Type

/** What of a page's text is shown. */
export interface Part {
  readonly content: string
  /** Whether there is more of the main content. */
  readonly isCut: boolean
  /** Where the text goes on. */
  readonly next?: number
  readonly passages?: ReadonlyArray<Passage>
  readonly outline?: ReadonlyArray<OutlineEntry>
  /** The length of what it is cut from; the main content's if it is absent. */
  readonly total?: number
  /** Whether a compressor made it. */
  readonly isCompressed?: boolean
  /** Sentences about it. */
  readonly notes: ReadonlyArray<string>
}

/** How a page is to be shown. */
export interface View {
  readonly mode: ExtractMode
  /** Whether it came out of a cache. */
  readonly cached: boolean
  /** Characters of readable text below which a page is `low_content`. */
  readonly lowContentMin: number
  readonly part: Part
}

/** The page as every face prints it, saying what is missing. */
export const show = (page: StoredPage, { cached, lowContentMin, mode, part }: View): Page => {
  const links = listed(page.links)
  const message = messageOf(page, part, links.length)
  const total = part.total ?? page.content.length
  return {
    title: page.title,
    url: page.url,
    ...(mode === "markdown" ? { content_md: part.content } : { content: part.content }),
    links,
    links_total: page.links.length,
    status_code: page.status_code,
    truncated: part.isCut,
    cached,
    ...(isLow(page, lowContentMin) ? { warning: "low_content" as const } : {}),
    ...(message === undefined ? {} : { message }),
    ...(part.isCut ? { total_length: total } : {}),
    ...(part.next === undefined ? {} : { next_start_index: part.next }),
    ...(part.passages === undefined ? {} : { passages: part.passages }),
    ...(part.outline === undefined ? {} : { outline: part.outline }),
    ...(part.isCompressed === true ? { compressed: true, original_length: page.content.length } : {}),
    ...(page.removed === undefined ? {} : { removed: page.removed }),
  }
}

// --- private --------------------------------------------------------------------------

/** A data document that is there as a whole isn't low in content, however short it is. */
const isLow = ({ is_data, obstacle, text_length }: StoredPage, lowContentMin: number): boolean =>
  obstacle !== undefined || (text_length < lowContentMin && is_data !== true)

const listed = (links: ReadonlyArray<string>): ReadonlyArray<string> => {
  let spent = 0
  const end = links.findIndex((link, at) => at >= maxLinks || (spent += link.length) > maxLinksLength)
  return end === -1 ? links : links.slice(0, end)
}

const messageOf = (page: StoredPage, part: Part, shown: number): string | undefined => {
  const { content, isCut, notes, passages, total = page.content.length } = part
  const links = page.links.length
  const sentences = [
    ...(page.obstacle === undefined ? [] : [Extracted.obstacleSentence(page.obstacle)]),
    ...(page.reduced ?? []).map(Extracted.reducedSentence),
    ...notes,
    ...(isCut && passages === undefined
      ? [`The text is cut: ${content.length} of ${total} characters are shown.`]
      : []),
    ...(passages === undefined ? [] : [`These passages match the query; the page has ${total} characters.`]),
    ...(shown < links ? [`The first ${shown} of ${links} links are listed.`] : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}
