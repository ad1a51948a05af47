/** A page as a caller sees it: what of a {@link StoredPage} is shown, cut to its limits, and what is said about it. */
import * as Schema from "effect/Schema"
import * as Cut from "./Cut.ts"
import type { ExtractMode } from "./FetchRequest.ts"
import * as HttpUrl from "./HttpUrl.ts"
import type { StoredPage } from "./StoredPage.ts"
import * as Extracted from "./Extracted.ts"

/** Most links of a page that the model sees, and most characters that they have together. */
export const maxLinks = 200
export const maxLinksLength = 40_000

/** The fields of a page. */
export const pageFields = {
  /** Plain text, at most 300 characters; empty where the page has none. Untrusted. */
  title: Schema.String,
  /** Final URL, after redirects. */
  url: HttpUrl.HttpUrl,
  /** Main content as Markdown; absent in the modes `text` and `html`. Untrusted. */
  content_md: Schema.optionalKey(Schema.String),
  /** Main content as plain text or cleaned HTML, in the modes `text` and `html`. Untrusted. */
  content: Schema.optionalKey(Schema.String),
  /** Absolute http(s) URLs of the content without fragment, in order of appearance; at most 200. */
  links: Schema.Array(Schema.String),
  /** HTTP status of the final response. */
  status_code: Schema.Int,
  /** Whether the text was cut to `max_length` or `max_bytes`. */
  truncated: Schema.Boolean,
  /** Whether the page came out of a cache. */
  cached: Schema.Boolean,
  /** `low_content` where there is little to read, fewer characters than the setting `low_content_min`. */
  warning: Schema.optionalKey(Schema.Literal("low_content")),
  /** Sentences for the model: what kept the page from being read, what was cut or left out. */
  message: Schema.optionalKey(Schema.String),
  /** Length of the whole text in characters (UTF-16 units), where it was cut. */
  total_length: Schema.optionalKey(Schema.Natural),
  /** `true` where a compressor shortened the text. */
  compressed: Schema.optionalKey(Schema.Boolean),
  /** Length before compression in characters (UTF-16 units). */
  original_length: Schema.optionalKey(Schema.Natural),
  /** What the page hid and was taken out; absent where nothing was. */
  removed: Schema.optionalKey(Extracted.Removed),
}

/**
 * A page. `url` is the final one; the text is in `content_md`, or in `content` for the modes `text`
 * and `html`; `links` are absolute http(s) URLs without fragment, in order of appearance.
 * `total_length` is there when the text was cut, `original_length` when it was compressed; lengths
 * are in characters (UTF-16 units). `removed` is there when something hidden was taken out.
 */
export const Page = Schema.Struct(pageFields).annotate({ identifier: "Page" })
export type Page = typeof Page.Type

/** How a page is to be shown. A limit that is unset doesn't cut. */
export interface View {
  readonly mode: ExtractMode
  /** Whether it came out of a cache. */
  readonly cached: boolean
  /** Characters of readable text below which a page is `low_content`. */
  readonly lowContentMin: number
  readonly maxLength?: number | undefined
  readonly maxBytes?: number | undefined
  /** What a compressor made of the content. */
  readonly compressed?: string | undefined
}

/** The page as every face prints it: cut to its limits, and saying so. */
export const show = (page: StoredPage, view: View): Page => {
  const text = view.compressed ?? page.content
  const cut = cutText(text, view)
  const links = listed(page.links)
  const message = messageOf(page, text, cut, links.length)
  return {
    title: page.title,
    url: page.url,
    ...contentOf(view.mode, cut.text),
    links,
    status_code: page.status_code,
    truncated: cut.cut,
    cached: view.cached,
    ...(page.text_length < view.lowContentMin || page.obstacle !== undefined
      ? { warning: "low_content" as const }
      : {}),
    ...(message === undefined ? {} : { message }),
    ...(cut.cut ? { total_length: text.length } : {}),
    ...(view.compressed === undefined ? {} : { compressed: true, original_length: page.content.length }),
    ...(page.removed === undefined ? {} : { removed: page.removed }),
  }
}

// --- private --------------------------------------------------------------------------

const contentOf = (mode: ExtractMode, content: string): Pick<Page, "content" | "content_md"> =>
  mode === "markdown" ? { content_md: content } : { content }

const cutText = (text: string, { maxBytes, maxLength }: View): Cut.CutText => {
  const byLength = maxLength === undefined ? { text, cut: false } : Cut.toLength(text, maxLength)
  if (maxBytes === undefined) return byLength
  const byBytes = Cut.toBytes(byLength.text, maxBytes)
  return { text: byBytes.text, cut: byLength.cut || byBytes.cut }
}

const listed = (links: ReadonlyArray<string>): ReadonlyArray<string> => {
  let spent = 0
  const end = links.findIndex((link, at) => at >= maxLinks || (spent += link.length) > maxLinksLength)
  return end === -1 ? links : links.slice(0, end)
}

const messageOf = (page: StoredPage, text: string, cut: Cut.CutText, shown: number): string | undefined => {
  const links = page.links.length
  const sentences = [
    ...(page.obstacle === undefined ? [] : [Extracted.obstacleSentence(page.obstacle)]),
    ...(page.reduced ?? []).map(Extracted.reducedSentence),
    ...(cut.cut ? [`The text is cut: ${cut.text.length} of ${text.length} characters are shown.`] : []),
    ...(shown < links ? [`The first ${shown} of ${links} links are listed.`] : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}
