/** The requests of `web_fetch`, `docs_search` and `docs_fetch`. */
import * as Schema from "effect/Schema"
import * as Parameter from "./Parameter.ts"
import { defaults } from "./SettingTable.ts"

/** What a page is turned into. */
export const ExtractMode = Schema.Literals(["markdown", "text", "html"])
export type ExtractMode = typeof ExtractMode.Type

/** `max_length` as every tool takes it, in characters. */
export const MaxLength = Parameter.clamped(200, 1_000_000)

/**
 * A fetch. `max_bytes` (UTF-8 bytes) and `max_length` (characters) cut the extracted text; both are
 * clamped into their bounds, the smaller one wins. `query` tells a compressor what matters.
 */
export const FetchRequest = Schema.Struct({
  /** Absolute http or https URL of the page. */
  url: Schema.String.annotateKey({ description: "The absolute http or https URL of the page to read." }),
  /** What the page is turned into. Default: `markdown`. */
  extract: Schema.optionalKey(ExtractMode).annotateKey({
    description: "What to return: the main content as markdown (default), as plain text, or as cleaned html.",
  }),
  /** What a compressor keeps of a long page: 1–2,000 characters. Default: the setting `compress_instruction`. */
  query: Schema.optionalKey(Parameter.Text).annotateKey({
    description:
      "What you want to know from the page. Long pages are shortened to what answers it, where that is set up.",
  }),
  /** Most bytes of text (UTF-8), at least 1,024. Default: the setting `max_fetch_bytes` (none). */
  max_bytes: Schema.optionalKey(Parameter.clamped(1_024)).annotateKey({
    description: "Cut the returned text after this many bytes (UTF-8).",
  }),
  /** Most characters of text, clamped into 200–1,000,000. Default: the setting `max_length` (20,000). */
  max_length: Schema.optionalKey(MaxLength).annotateKey({
    description: `Cut the returned text after this many characters (default ${defaults.max_length}).`,
  }),
  /** `false` reads the page anew. Default: `true`. */
  cache: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "false reads the page anew instead of taking a recent copy (default true).",
  }),
})
export type FetchRequest = typeof FetchRequest.Type
export type FetchRequestInput = typeof FetchRequest.Encoded

/** How many hits a search within a site gives unless it is told. */
export const defaultResults = 5

/** A search within a site; `max_results` is clamped into 1–50. */
export const DocsSearchRequest = Schema.Struct({
  /** What to search for: 1–2,000 characters, trimmed. */
  query: Parameter.Text.annotateKey({ description: "What to look for in the documentation, in a few words." }),
  /** Most hits, clamped into 1–50. Default: 5. */
  max_results: Schema.optionalKey(Parameter.clamped(1, 50)).annotateKey({
    description: `How many hits to return at most (default ${defaultResults}).`,
  }),
})
export type DocsSearchRequest = typeof DocsSearchRequest.Type
export type DocsSearchInput = typeof DocsSearchRequest.Encoded

/** A page of a site: its slug, or its absolute URL. */
export const DocsFetchRequest = Schema.Struct({
  /** The page's slug or its absolute URL. */
  slug_or_url: Schema.String.annotateKey({
    description: "The page's slug, such as guide/start, or its absolute URL, such as that of a hit.",
  }),
  /** What the page is turned into. Default: `markdown`. */
  extract: Schema.optionalKey(ExtractMode).annotateKey({
    description: "What to return: the main content as markdown (default), as plain text, or as cleaned html.",
  }),
})
export type DocsFetchRequest = typeof DocsFetchRequest.Type
export type DocsFetchInput = typeof DocsFetchRequest.Encoded
