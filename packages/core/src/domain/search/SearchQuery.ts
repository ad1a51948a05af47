/** The arguments of `web_search`: the query and its filters, as the model writes them. */
import * as Schema from "effect/Schema"
import * as Parameters from "../call/Parameters.ts"
import { defaults } from "../settings/SettingTable.ts"

/** The kinds of search. */
export const Category = Schema.Literals(["general", "news"])
export type Category = typeof Category.Type

/** Maximum age of hits. */
export const TimeRange = Schema.Literals(["day", "week", "month", "year"])
export type TimeRange = typeof TimeRange.Type

/** How strictly explicit results are left out. */
export const SafeSearch = Schema.Literals(["off", "moderate", "strict"])
export type SafeSearch = typeof SafeSearch.Type

/** The filters of every search tool; a model reads the descriptions. */
export const filters = {
  /** Kind of search. Default: `general`. */
  category: Schema.optionalKey(Category).annotateKey({
    description: "Web pages (default) or news.",
  }),
  /** Language of the results as a BCP 47 tag such as `en` or `de-AT`, or `all` or `auto`. Default: any. */
  language: Schema.optionalKey(Parameters.Language).annotateKey({
    description: "Language of the results, such as en or de-AT.",
  }),
  /** Age of the results: at most a day, a week, a month or a year. Default: any. */
  time_range: Schema.optionalKey(TimeRange).annotateKey({
    description: "Maximum age of the results.",
  }),
  /** First day of publication, `YYYY-MM-DD` in UTC. Default: any. */
  start_date: Schema.optionalKey(Parameters.IsoDate).annotateKey({
    description: "Only results from this day on.",
  }),
  /** Last day of publication, `YYYY-MM-DD` in UTC. Default: any. */
  end_date: Schema.optionalKey(Parameters.IsoDate).annotateKey({
    description: "Only results up to this day.",
  }),
  /** Age of the results in days, clamped into 1–3,650. Default: any. */
  freshness_days: Schema.optionalKey(Parameters.clamped(1, 3_650)).annotateKey({
    description: "Only results of the last N days.",
  }),
  /** Country of the results: two letters of ISO 3166-1, such as `AT`. Default: any. */
  country: Schema.optionalKey(Parameters.Country).annotateKey({
    description: "Two-letter code of the country to search from.",
  }),
  /** How strictly explicit results are left out. Default: the provider's choice. */
  safesearch: Schema.optionalKey(SafeSearch).annotateKey({
    description: "How strictly to leave out explicit results.",
  }),
  /** Host names of the only sites to search, subdomains included; at most 100. Default: all. */
  domains: Schema.optionalKey(Parameters.HostNames).annotateKey({
    description: "Only these sites, such as example.com.",
  }),
  /** Host names of sites to leave out, subdomains included; at most 100. Default: none. */
  exclude_domains: Schema.optionalKey(Parameters.HostNames).annotateKey({
    description: "No results from these sites.",
  }),
  /** Page of the results, from 1; at most 100, else clamped. Default: 1. */
  page: Schema.optionalKey(Parameters.counted(1, 100)).annotateKey({
    description: "Page of results (default 1).",
  }),
  /** Whether hits carry `metadata` and the result `attempts`. Default: `false`. */
  include_metadata: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Also return date, engine and score of each hit.",
  }),
}

/**
 * A search. `max_results` is any whole number and is clamped into 1–100; the default is the backend's choice. `domains`
 * and `exclude_domains` are host names; the use-case brings them into canonical form. Dates are days in UTC, both ends
 * included.
 */
export const SearchQuery = Schema.Struct({
  /** The query: 1–2,000 characters, trimmed. */
  query: Parameters.Text.annotateKey({ description: "What to search for, in words or as a question." }),
  /**
   * Maximum number of hits, clamped into 1–100. Default: the setting `max_results` (10); in the use-case, the backend's
   * choice.
   */
  max_results: Schema.optionalKey(Parameters.clamped(1, 100)).annotateKey({
    description: `How many hits (default ${defaults.max_results}).`,
  }),
  ...filters,
})
export type SearchQuery = typeof SearchQuery.Type
export type SearchQueryInput = typeof SearchQuery.Encoded
