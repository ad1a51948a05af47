/** The arguments of `web_fetch`: one page or several. */
import * as Schema from "effect/Schema"
import * as Parameters from "../call/Parameters.ts"
import { defaults } from "../settings/SettingTable.ts"

/** The form of a page's text. */
export const ExtractMode = Schema.Literals(["markdown", "text", "html"])
export type ExtractMode = typeof ExtractMode.Type

/** `max_length` of every tool, in characters. */
export const MaxLength = Parameters.clamped(200, 1_000_000)

/** `max_bytes` of every tool. */
export const MaxBytes = Parameters.clamped(1_024)

/** Maximum number of pages per call. */
export const maxUrls = 20

/**
 * The requested part of a page. `start_index` and `max_length` count characters (UTF-16 units), `max_bytes` UTF-8
 * bytes.
 */
export const viewFields = {
  /**
   * The question about the page, 1–2,000 characters: a page longer than `max_length` then comes as passages. Default:
   * none.
   */
  query: Schema.optionalKey(Parameters.Text).annotateKey({
    description: "A whole question, with likely words of its answer; a long page comes as passages.",
  }),
  /**
   * A text to find literally, in any letter case, 1–2,000 characters: the page comes as the places with it, each with
   * what surrounds it. Default: none.
   */
  find: Schema.optionalKey(Parameters.Text).annotateKey({
    description: "Show only the places with exactly these words, and what surrounds them.",
  }),
  /** The character (UTF-16 unit) at which to start, at least 0. Default: 0. */
  start_index: Schema.optionalKey(Parameters.clamped(0)).annotateKey({
    description: "Read on from here: next_start_index of the last answer.",
  }),
  /** The words of a heading, or its number in the outline, from 1. Default: the whole page. */
  section: Schema.optionalKey(Parameters.Text).annotateKey({
    description: "Read this section: a heading's text, or its number in the outline.",
  }),
  /** Maximum characters of text, clamped into 200–1,000,000. Default: the setting `max_length` (20,000). */
  max_length: Schema.optionalKey(MaxLength).annotateKey({
    description: `Most characters to return (default ${defaults.max_length}).`,
  }),
  /** The form of the page's text. Default: `markdown`. */
  extract: Schema.optionalKey(ExtractMode).annotateKey({
    description: "Return markdown (default), plain text or cleaned html.",
  }),
  /** Whether a text for a model also lists the links. Default: `false`. */
  links: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "true also lists the page's links.",
  }),
  /** Maximum bytes of text (UTF-8), at least 1,024. Default: the setting `max_fetch_bytes` (none). */
  max_bytes: Schema.optionalKey(MaxBytes).annotateKey({
    description: "Most UTF-8 bytes to return.",
  }),
  /** `false` reads the page anew. Default: `true`. */
  cache: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "false reads the page anew instead of a recent copy.",
  }),
  /** The age in seconds from which a copy isn't taken: the site then confirms it or sends the page. Default: none. */
  max_age: Schema.optionalKey(Parameters.clamped(0)).annotateKey({
    description: "Take only a copy younger than this many seconds.",
  }),
  /** `true` runs the page's scripts first, `false` doesn't. Default: the setting `render` (off). */
  render: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "true runs the page's scripts first, false doesn't.",
  }),
} as const

const url = Schema.String.annotateKey({ description: "The http or https URL of the page." })

const urls = Schema.Array(Schema.String)
  .check(
    Schema.makeFilter((list: ReadonlyArray<string>) => list.length >= 1 && list.length <= maxUrls, {
      expected: `a list of 1 to ${maxUrls} URLs`,
      toJsonSchema: () => ({ maxItems: maxUrls }),
    }),
  )
  .annotateKey({ description: `Up to ${maxUrls} URLs instead of url; their pages share max_length.` })

/**
 * A fetch of one page. `max_length` and `max_bytes` are clamped into their bounds; the text is cut at the limit that it
 * reaches first.
 */
export const FetchRequest = Schema.Struct({
  /** Absolute http or https URL of the page. */
  url,
  ...viewFields,
})
export type FetchRequest = typeof FetchRequest.Type
export type FetchRequestInput = typeof FetchRequest.Encoded

/** A fetch of several pages, at most {@link maxUrls}, which share `max_length`. */
export const PagesRequest = Schema.Struct({
  /** Absolute http or https URLs, 1–20. */
  urls,
  ...viewFields,
})
export type PagesRequest = typeof PagesRequest.Type
export type PagesRequestInput = typeof PagesRequest.Encoded

/** The arguments of `web_fetch`: either `url` or `urls`. */
export const WebFetchRequest = Schema.Struct({
  url: Schema.optionalKey(url),
  urls: Schema.optionalKey(urls),
  ...viewFields,
})
export type WebFetchRequest = typeof WebFetchRequest.Type
