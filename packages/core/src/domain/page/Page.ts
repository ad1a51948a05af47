/** A page as a caller sees it: the shown part of a {@link StoredPage}, cut to its limits, with notes about it. */
import * as Schema from "effect/Schema"
import type { ExtractMode } from "./FetchRequest.ts"
import * as Recorded from "../call/Recorded.ts"
import * as HttpUrl from "../url/HttpUrl.ts"
import * as Offer from "./Offer.ts"
import * as Publication from "./Publication.ts"
import { obstacleSentence, reducedSentence, Removed } from "./Extracted.ts"
import { Usage } from "./Usage.ts"
import type { StoredPage } from "./StoredPage.ts"
import * as AddressRules from "../url/AddressRules.ts"
import * as WebError from "../WebError.ts"

/** Limits of a page's links for the model: their number, and their total characters. */
export const maxLinks = 200
export const maxLinksLength = 40_000

/** A part of a page's text: `text.slice(start, end)`, in UTF-16 units. */
export const Passage = Schema.Struct({
  start: Schema.Natural,
  end: Schema.Natural,
  /** The nearest heading above it. */
  heading: Schema.optionalKey(Schema.String),
  /** Whether it lies outside the main content. */
  outside: Schema.optionalKey(Schema.Literal(true)),
  /** Where it has the text of `find`, in UTF-16 units. */
  places: Schema.optionalKey(Schema.Array(Schema.Natural)),
})
export type Passage = typeof Passage.Type

/**
 * A heading of the main content, its `level` from 1 to 6, and the start of its section, in UTF-16 units. `number` is
 * its number for `section`, if that isn't its place in the list.
 */
export const OutlineEntry = Schema.Struct({
  level: Schema.Natural,
  heading: Schema.String,
  start: Schema.Natural,
  number: Schema.optionalKey(Schema.Natural),
})
export type OutlineEntry = typeof OutlineEntry.Type

/** The fields of a page. */
export const pageFields = {
  /** Plain text, at most 300 characters; empty if the page has none. Untrusted. */
  title: Schema.String,
  /** Final URL, after redirects. */
  url: HttpUrl.HttpUrl,
  /** The shown part of the main content as Markdown; absent in the modes `text` and `html`. Untrusted. */
  content_md: Schema.optionalKey(Schema.String),
  /** The same as plain text or cleaned HTML, in the modes `text` and `html`. Untrusted. */
  content: Schema.optionalKey(Schema.String),
  /** Absolute http(s) URLs of the content without fragment, in order of appearance; at most 200. */
  links: Schema.Array(Schema.String),
  /** The number of the content's links. */
  links_total: Schema.Natural,
  /** HTTP status of the final response. */
  status_code: Schema.Int,
  /** Whether only a part of the main content is shown, or the site sent only a part of the document. */
  truncated: Schema.Boolean,
  /** Whether the page comes from a cache. */
  cached: Schema.Boolean,
  /**
   * `low_content` if the page has fewer characters of readable text than the setting `low_content_min`; not if all of a
   * small document is there.
   */
  warning: Schema.optionalKey(Schema.Literal("low_content")),
  /** Sentences for the model: obstacles, cuts and omissions. */
  message: Schema.optionalKey(Schema.String),
  /** Length of the whole main content in characters (UTF-16 units), if only a part is shown. */
  total_length: Schema.optionalKey(Schema.Natural),
  /** Where the text continues: the `start_index` of the next call. */
  next_start_index: Schema.optionalKey(Schema.Natural),
  /** `true` if the requested `section` is shown up to its end; the page's text continues with the next one. */
  section_complete: Schema.optionalKey(Schema.Literal(true)),
  /** The parts of the text that answer the `query`, in document order. */
  passages: Schema.optionalKey(Schema.Array(Passage)),
  /** The headings of a page of which only the beginning or passages are shown, at most 40; a `section` takes one. */
  outline: Schema.optionalKey(Schema.Array(OutlineEntry)),
  /** `true` if a compressor shortened the text. */
  compressed: Schema.optionalKey(Schema.Boolean),
  /** Length before compression in characters (UTF-16 units). */
  original_length: Schema.optionalKey(Schema.Natural),
  /** Counts of removed hidden text; absent if there was none. */
  removed: Schema.optionalKey(Removed),
  /** Offers that the page's metadata declares and its text lacks; absent if there are none. Untrusted. */
  offers: Schema.optionalKey(Schema.Array(Offer.Offer)),
  ...Publication.Publication.fields,
  /** When the page came from its site, or the site last confirmed it: ISO 8601 in UTC. */
  fetched_at: Schema.optionalKey(Schema.String),
  /** `true` if the page's scripts have run in a browser. */
  rendered: Schema.optionalKey(Schema.Literal(true)),
  /** The site's preferences about the use of its content, by name; absent if it states none. Not enforced. */
  usage: Schema.optionalKey(Usage),
  /** The record of its exchange, if a recording is made or replayed. */
  recorded: Schema.optionalKey(Recorded.Recorded),
}

/**
 * A page. `url` is the final one; the text is in `content_md`, or in `content` for the modes `text` and `html`; `links`
 * are absolute http(s) URLs without fragment, in order of appearance, and `links_total` is their total number.
 *
 * If only a part of the main content is shown, `truncated` is true, `total_length` is its length, `outline` lists its
 * headings, and `next_start_index` is where the text continues. `passages` lists the parts of the page that answer the
 * `query`. `original_length` is present if the text was compressed, `removed` if hidden text was removed. Lengths and
 * offsets are in UTF-16 units.
 */
export const Page = Schema.Struct(pageFields).annotate({ identifier: "Page" })
export type Page = typeof Page.Type

/** A page by its mode: the text is in `content_md` for `markdown`, which is the default, else in `content`. */
export type PageIn<Mode extends ExtractMode> = Mode extends "markdown"
  ? Omit<Page, "content" | "content_md"> & { readonly content_md: string; readonly content?: never }
  : Omit<Page, "content" | "content_md"> & { readonly content: string; readonly content_md?: never }

/** A page that couldn't be read: its URL and the error, inline. */
export const FailedPage = Schema.Struct({
  /** The requested URL. */
  url: Schema.String,
  ...WebError.Wire.fields,
}).check(Schema.makeFilter(WebError.isReasonOf))
export type FailedPage = typeof FailedPage.Type

/** Several pages, in the order of the request. */
export const Pages = Schema.Struct({
  /** Each page or its error, in the order of the URLs. */
  pages: Schema.Array(Schema.Union([FailedPage, Page])),
  /** The number of entries. */
  count: Schema.Natural,
  /** Sentences for the model. */
  message: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "Pages" })
export type Pages = typeof Pages.Type

/** Several pages in one mode. */
export type PagesIn<Mode extends ExtractMode> = Omit<Pages, "pages"> & {
  readonly pages: ReadonlyArray<FailedPage | PageIn<Mode>>
}

/** The shown part of a page's text. */
export interface Part {
  readonly content: string
  /** Whether the main content has more. */
  readonly isCut: boolean
  /** Where the text continues. */
  readonly next?: number
  /** The length of the requested section, and whether it is shown up to its end. */
  readonly section?: { readonly length: number; readonly isComplete: boolean }
  readonly passages?: ReadonlyArray<Passage>
  /** The number of places with the text of `find`. */
  readonly found?: number
  readonly outline?: ReadonlyArray<OutlineEntry>
  /** The length of the whole text; by default the main content's. */
  readonly total?: number
  /** Whether a compressor made it. */
  readonly isCompressed?: boolean
  /** Sentences about it. */
  readonly notes: ReadonlyArray<string>
}

/** How to show a page. */
export interface View {
  readonly mode: ExtractMode
  /** Whether it comes from a cache. */
  readonly cached: boolean
  /** A page with fewer characters of readable text is `low_content`. */
  readonly lowContentMin: number
  readonly part: Part
}

/** The page as a caller sees it, with notes on missing parts. */
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
    truncated: part.isCut || isPartial(page),
    cached,
    ...(isLow(page, lowContentMin) ? { warning: "low_content" as const } : {}),
    ...(message === undefined ? {} : { message }),
    ...(part.isCut ? { total_length: total } : {}),
    ...(part.next === undefined ? {} : { next_start_index: part.next }),
    ...(part.section?.isComplete === true ? { section_complete: true as const } : {}),
    ...(part.passages === undefined ? {} : { passages: part.passages }),
    ...(part.outline === undefined ? {} : { outline: part.outline }),
    ...(part.isCompressed === true ? { compressed: true, original_length: page.content.length } : {}),
    ...(page.removed === undefined ? {} : { removed: page.removed }),
    ...(page.offers === undefined ? {} : { offers: page.offers }),
    ...Publication.of(page),
    ...(page.fetched_at === undefined ? {} : { fetched_at: page.fetched_at }),
    ...(page.rendered === undefined ? {} : { rendered: page.rendered }),
    ...(page.usage === undefined ? {} : { usage: page.usage }),
    ...Recorded.field(page),
  }
}

/** Whether the site sent only some of the document's bytes. */
export const isPartial = ({ reduced }: StoredPage): boolean => reduced?.some(({ part }) => part === "bytes") === true

/** Says that a list of links is cut. */
export const linksSentence = (listed: number, total: number): string =>
  `The first ${listed} of ${total} links are listed.`

/** The beginning of what a note says of `section`, if an outline has only some of the headings. */
export const sectionTakes = "section takes"

/** Says that a text is cut. */
export const cutSentence = (shown: number, total: number): string =>
  `The text is cut: ${shown} of ${total} characters are shown.`

/**
 * Whether a page has an obstacle, or less readable text than `lowContentMin`. A complete document isn't low in content,
 * however short it is, unless it is empty.
 */
export const isLow = ({ is_complete, is_data, obstacle, text_length }: StoredPage, lowContentMin: number): boolean =>
  obstacle !== undefined ||
  (text_length < lowContentMin && is_data !== true && (is_complete !== true || text_length === 0))

// --- private --------------------------------------------------------------------------

const listed = (links: ReadonlyArray<string>): ReadonlyArray<string> => {
  let spent = 0
  const end = links.findIndex((link, at) => at >= maxLinks || (spent += link.length) > maxLinksLength)
  return end === -1 ? links : links.slice(0, end)
}

const messageOf = (page: StoredPage, part: Part, shown: number): string | undefined => {
  const sentences = [
    ...(page.address_rule === undefined ? [] : [AddressRules.sentenceOf(page.address_rule)]),
    ...(page.obstacle === undefined ? [] : [obstacleSentence(page.obstacle)]),
    ...(page.reduced ?? []).map(reducedSentence),
    ...(page.offers === undefined ? [] : [Offer.sentence(page.offers)]),
    ...part.notes,
    ...(part.isCut ? [partSentence(part, part.total ?? page.content.length)] : []),
    ...(shown < page.links.length ? [linksSentence(shown, page.links.length)] : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}

const partSentence = ({ content, found, passages, section }: Part, total: number): string => {
  if (found !== undefined) return foundSentence(found, passages, total)
  if (passages !== undefined) return `These passages match the query; the page has ${total} characters.`
  if (section === undefined) return cutSentence(content.length, total)
  if (!section.isComplete) return `The section is cut: ${content.length} of its ${section.length} characters are shown.`
  return content.length === section.length
    ? `The section is complete; the page has ${total} characters.`
    : `The section ends here; the page has ${total} characters.`
}

const foundSentence = (found: number, passages: ReadonlyArray<Passage> = [], total: number): string => {
  const shown = passages.reduce((sum, { places = [] }) => sum + places.length, 0)
  const count = `${found} place${found === 1 ? "" : "s"} with the text of find`
  return found === shown
    ? `The page has ${total} characters and ${count}.`
    : `The page has ${total} characters and ${count}, of which ${shown} are shown.`
}
