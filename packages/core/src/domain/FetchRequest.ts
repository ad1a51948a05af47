/** The requests of `web_fetch`, `docs_search` and `docs_fetch`. */
import * as Schema from "effect/Schema"
import * as Parameter from "./Parameter.ts"

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
  url: Schema.String.annotateKey({ description: "The absolute http or https URL of the page to read." }),
  extract: Schema.optionalKey(ExtractMode).annotateKey({
    description: "What to return: the main content as markdown (default), as plain text, or as cleaned html.",
  }),
  query: Schema.optionalKey(Parameter.Text).annotateKey({
    description:
      "What you want to know from the page. Long pages are shortened to what answers it, where that is set up.",
  }),
  max_bytes: Schema.optionalKey(Parameter.clamped(1_024)).annotateKey({
    description: "Cut the returned text after this many bytes (UTF-8).",
  }),
  max_length: Schema.optionalKey(MaxLength).annotateKey({
    description: "Cut the returned text after this many characters (default 20000).",
  }),
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
  query: Parameter.Text.annotateKey({ description: "What to look for in the documentation, in a few words." }),
  max_results: Schema.optionalKey(Parameter.clamped(1, 50)).annotateKey({
    description: `How many hits to return at most (default ${defaultResults}).`,
  }),
})
export type DocsSearchRequest = typeof DocsSearchRequest.Type
export type DocsSearchInput = typeof DocsSearchRequest.Encoded

/** A page of a site: its slug, or its absolute URL. */
export const DocsFetchRequest = Schema.Struct({
  slug_or_url: Schema.String.annotateKey({
    description: "The page's slug, such as guide/start, or its absolute URL, such as that of a hit.",
  }),
  extract: Schema.optionalKey(ExtractMode).annotateKey({
    description: "What to return: the main content as markdown (default), as plain text, or as cleaned html.",
  }),
})
export type DocsFetchRequest = typeof DocsFetchRequest.Type
export type DocsFetchInput = typeof DocsFetchRequest.Encoded
