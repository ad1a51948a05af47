/**
 * A page as the model sees it, and the rule by which a backend's row becomes one.
 *
 * As with hits, the kernel trusts no row: title, links and text are cleaned here, whoever read the page,
 * and a row without its final URL, its status or its content is `invalid_backend_response`.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Cut from "./Cut.ts"
import type { ExtractMode } from "./FetchRequest.ts"
import * as HttpUrl from "./HttpUrl.ts"
import * as Obstacle from "./Obstacle.ts"
import * as UntrustedText from "./UntrustedText.ts"
import * as Reduced from "./Reduced.ts"
import * as Removed from "./Removed.ts"

/** Most links of a page that the model sees, and most characters that they have together. */
export const maxLinks = 200
export const maxLinksLength = 40_000

const maxTitleLength = 300

/** The fields of a page. */
export const pageFields = {
  title: Schema.String,
  url: HttpUrl.HttpUrl,
  content_md: Schema.optionalKey(Schema.String),
  content: Schema.optionalKey(Schema.String),
  links: Schema.Array(Schema.String),
  status_code: Schema.Int,
  truncated: Schema.Boolean,
  cached: Schema.Boolean,
  warning: Schema.optionalKey(Schema.Literal("low_content")),
  message: Schema.optionalKey(Schema.String),
  total_length: Schema.optionalKey(Schema.Natural),
  compressed: Schema.optionalKey(Schema.Boolean),
  original_length: Schema.optionalKey(Schema.Natural),
  removed: Schema.optionalKey(Removed.Removed),
}

/**
 * A page. `url` is the final one; the text is in `content_md`, or in `content` for the modes `text`
 * and `html`; `links` are absolute http(s) URLs without fragment, in order of appearance.
 * `total_length` is there when the text was cut, `original_length` when it was compressed; lengths
 * are in characters (UTF-16 units). `removed` is there when something hidden was taken out.
 */
export const Page = Schema.Struct(pageFields).annotate({ identifier: "Page" })
export type Page = typeof Page.Type

/** What a site gave along to ask with whether a page changed (RFC 9110 section 8.8); `url` is the one that gave them. */
export const Validators = Schema.Struct({
  url: HttpUrl.HttpUrl,
  etag: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,512}"$/))),
  last_modified: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9 ,:+-]{1,64}$/))),
})
export type Validators = typeof Validators.Type

/** What a backend hands to the kernel for a page. `text_length` is the length of the readable text, in characters. */
export interface PageRow {
  readonly title: string
  /** The final URL. */
  readonly url: string
  readonly content: string
  readonly links: ReadonlyArray<string>
  readonly status_code: number
  readonly text_length?: number
  /** What was taken out of the page before it came to be this row. */
  readonly removed?: Removed.Removed
  /** What kept the page's content from being read. */
  readonly obstacle?: Obstacle.Obstacle
  /** What of the page was simplified or left out, so that it could be read. */
  readonly reduced?: ReadonlyArray<Reduced.Reduced>
  readonly cached?: boolean
  /** The URLs that redirected on the way, in order. */
  readonly redirected_from?: ReadonlyArray<string>
  readonly validators?: Validators
  /** `false` where the site forbids to keep the page (RFC 9111 section 5.2.2.5). */
  readonly storable?: boolean
}

/** The row of a page that is as it was when the request's validators were given. */
export const Unchanged = Schema.Struct({ unchanged: Schema.Literal(true) })
export type Unchanged = typeof Unchanged.Type

/** A row that was read: its links are clean, deduplicated and complete. */
export interface ReadPage {
  readonly title: string
  readonly url: string
  readonly content: string
  readonly links: ReadonlyArray<string>
  readonly status_code: number
  readonly text_length: number
  readonly removed?: Removed.Removed
  readonly obstacle?: Obstacle.Obstacle
  readonly reduced?: ReadonlyArray<Reduced.Reduced>
  readonly cached: boolean
  readonly redirected_from: ReadonlyArray<string>
  readonly validators: Validators | undefined
  readonly storable: boolean
}

/** Reads a backend's row; `None` is a bad row. A long one is read in turns with whatever else goes on. */
export const fromRow = Effect.fnUntraced(function* (row: unknown): Effect.fn.Return<Option.Option<ReadPage>> {
  const decoded = decodeRow(row)
  if (Option.isNone(decoded)) return Option.none()
  const { links, title, url, ...rest } = decoded.value
  const content = yield* UntrustedText.cleanPage(rest.content)
  const removed = Removed.sum(rest.removed, {
    invisible_characters: (yield* UntrustedText.cleanPage(title)).invisible + content.invisible,
  })
  return Option.some({
    title: UntrustedText.clean(title, maxTitleLength).text,
    url: HttpUrl.normalise(url) ?? url,
    content: content.text,
    links: yield* cleanLinks(links),
    status_code: rest.status_code,
    text_length: rest.text_length ?? content.text.length,
    ...(removed === undefined ? {} : { removed }),
    ...(rest.obstacle === undefined ? {} : { obstacle: rest.obstacle }),
    ...(rest.reduced === undefined || rest.reduced.length === 0 ? {} : { reduced: rest.reduced }),
    cached: rest.cached ?? false,
    redirected_from: rest.redirected_from ?? [],
    validators: Option.getOrUndefined(decodeValidators(rest.validators)),
    storable: rest.storable ?? true,
  })
})

/** Whether {@link fromRow} reads a row; nothing of it is cleaned for that. */
export const isRow = (row: unknown): boolean => Option.isSome(decodeRow(row))

/** Whether a row says that the page is {@link Unchanged}. */
export const isUnchanged = Schema.is(Unchanged)

/** How a page is to be shown. A limit that is unset doesn't cut. */
export interface View {
  readonly mode: ExtractMode
  /** Characters of readable text below which a page is `low_content`. */
  readonly lowContentMin: number
  readonly maxLength?: number | undefined
  readonly maxBytes?: number | undefined
  /** What a compressor made of the content. */
  readonly compressed?: string | undefined
}

/** The page as every face prints it: cut to its limits, and saying so. */
export const show = (page: ReadPage, view: View): Page => {
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
    cached: page.cached,
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

const decodeRow = Schema.decodeUnknownOption(
  Schema.Struct({
    title: Schema.String,
    url: HttpUrl.HttpUrl,
    content: Schema.String,
    links: Schema.Array(Schema.Unknown),
    status_code: Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 599 })),
    text_length: Schema.optionalKey(Schema.Natural),
    removed: Schema.optionalKey(Removed.Removed),
    obstacle: Schema.optionalKey(Obstacle.Obstacle),
    reduced: Schema.optionalKey(Schema.Array(Reduced.Reduced)),
    cached: Schema.optionalKey(Schema.Boolean),
    redirected_from: Schema.optionalKey(Schema.Array(HttpUrl.HttpUrl)),
    validators: Schema.optionalKey(Schema.Unknown),
    storable: Schema.optionalKey(Schema.Boolean),
  }),
)

/** Those that can't be used cost a download later, not the page now. */
const decodeValidators = Schema.decodeUnknownOption(Validators)

/** How many links are looked at in one go. */
const linksInTurn = 200

const cleanLinks = Effect.fnUntraced(function* (
  links: ReadonlyArray<unknown>,
): Effect.fn.Return<ReadonlyArray<string>> {
  const seen = new Set<string>()
  for (const [at, link] of links.entries()) {
    if (at > 0 && at % linksInTurn === 0) yield* Effect.yieldNow
    const clean = typeof link === "string" ? HttpUrl.withoutFragment(link) : undefined
    if (clean !== undefined) seen.add(clean)
  }
  return Array.from(seen)
})

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

const messageOf = (page: ReadPage, text: string, cut: Cut.CutText, shown: number): string | undefined => {
  const links = page.links.length
  const sentences = [
    ...(page.obstacle === undefined ? [] : [Obstacle.sentence(page.obstacle)]),
    ...(page.reduced ?? []).map(Reduced.sentence),
    ...(cut.cut ? [`The text is cut: ${cut.text.length} of ${text.length} characters are shown.`] : []),
    ...(shown < links ? [`The first ${shown} of ${links} links are listed.`] : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}
