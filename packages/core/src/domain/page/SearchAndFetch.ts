/** The arguments and the answer of `web_search_and_fetch`: a search, and the pages of its first hits. */
import * as Schema from "effect/Schema"
import { MaxBytes, MaxLength, viewFields } from "./FetchRequest.ts"
import { FailedPage, Page } from "./Page.ts"
import * as Parameters from "../call/Parameters.ts"
import { filters, SearchQuery } from "../search/SearchQuery.ts"
import { resultFields } from "../search/SearchResult.ts"
import { defaults } from "../settings/SettingTable.ts"

/**
 * A search whose first `max_results` hits (1–10) are read; pages that answer better get more of the `max_length`
 * characters.
 */
export const SearchAndFetchRequest = Schema.Struct({
  /** The query: 1–2,000 characters, trimmed. */
  query: SearchQuery.fields.query,
  /** Number of pages to read, clamped into 1–10. Default: the setting `max_pages` (3). */
  max_results: Schema.optionalKey(Parameters.clamped(1, 10)).annotateKey({
    description: `How many pages to read (default ${defaults.max_pages}).`,
  }),
  /** The question about the pages, 1–2,000 characters. Default: `query`. */
  focus: Schema.optionalKey(Parameters.Text).annotateKey({
    description: "What you want to know from the pages, if it isn't query.",
  }),
  ...filters,
  /** Characters of all pages together, clamped into 200–1,000,000. Default: the setting `max_length` (20,000). */
  max_length: Schema.optionalKey(MaxLength).annotateKey({
    description: `Most characters in all (default ${defaults.max_length}).`,
  }),
  /** The form of the pages' text. Default: `markdown`. */
  extract: viewFields.extract,
  /** Maximum bytes of each page's text (UTF-8), at least 1,024. Default: the setting `max_fetch_bytes` (none). */
  max_bytes: Schema.optionalKey(MaxBytes).annotateKey({
    description: "Most UTF-8 bytes to return of each page.",
  }),
})
export type SearchAndFetchRequest = typeof SearchAndFetchRequest.Type
export type SearchAndFetchInput = typeof SearchAndFetchRequest.Encoded

/** The search's answer, and one entry per hit in `pages`, in the order of the hits. */
export const SearchAndFetchResult = Schema.Struct({
  ...resultFields,
  /** The page of each hit, or its error, in the order of the hits. */
  pages: Schema.Array(Schema.Union([FailedPage, Page])),
}).annotate({ identifier: "SearchAndFetchResult" })
export type SearchAndFetchResult = typeof SearchAndFetchResult.Type
