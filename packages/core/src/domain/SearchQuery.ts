/** What `web_search` is asked: the query and its filters, as the model writes them. */
import * as Schema from "effect/Schema"
import * as Parameter from "./Parameter.ts"

/** The kinds of search. */
export const Category = Schema.Literals(["general", "news"])
export type Category = typeof Category.Type

/** How far back hits may date. */
export const TimeRange = Schema.Literals(["day", "week", "month", "year"])
export type TimeRange = typeof TimeRange.Type

/** How much is left out that isn't for children. */
export const SafeSearch = Schema.Literals(["off", "moderate", "strict"])
export type SafeSearch = typeof SafeSearch.Type

/** The filters that every search tool shares; descriptions are what the model reads. */
export const filters = {
  category: Schema.optionalKey(Category).annotateKey({
    description: "Search general web pages (default) or recent news.",
  }),
  language: Schema.optionalKey(Parameter.Language).annotateKey({
    description: "Language of the results, such as en or de-AT (default any).",
  }),
  time_range: Schema.optionalKey(TimeRange).annotateKey({
    description: "Only results from the last day, week, month or year.",
  }),
  start_date: Schema.optionalKey(Parameter.IsoDate).annotateKey({
    description: "Only results published on this day (YYYY-MM-DD) or later.",
  }),
  end_date: Schema.optionalKey(Parameter.IsoDate).annotateKey({
    description: "Only results published on this day (YYYY-MM-DD) or earlier.",
  }),
  freshness_days: Schema.optionalKey(Parameter.clamped(1, 3_650)).annotateKey({
    description: "Only results published within this many days.",
  }),
  country: Schema.optionalKey(Parameter.Country).annotateKey({
    description: "Results as seen from this country: its two-letter code, such as AT.",
  }),
  safesearch: Schema.optionalKey(SafeSearch).annotateKey({
    description: "How strictly to leave out explicit results (default: the provider's choice).",
  }),
  domains: Schema.optionalKey(Parameter.HostNames).annotateKey({
    description:
      "Only results from these sites and their subdomains: host names such as example.com, without scheme or path.",
  }),
  exclude_domains: Schema.optionalKey(Parameter.HostNames).annotateKey({
    description: "No results from these sites and their subdomains.",
  }),
  page: Schema.optionalKey(Parameter.clamped(1, 100)).annotateKey({
    description: "Which page of results to return (default 1).",
  }),
  include_metadata: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Also return what is known of each hit: engine, score, category, date, thumbnail.",
  }),
}

/**
 * A search. `max_results` is any whole number and is clamped into 1–100; absent it is the
 * backend's own choice. `domains` and `exclude_domains` are host names; the use-case brings them into
 * canonical form. Dates are days in UTC, both ends included.
 */
export const SearchQuery = Schema.Struct({
  query: Parameter.Text.annotateKey({ description: "What to search for, in a few words or as a question." }),
  max_results: Schema.optionalKey(Parameter.clamped(1, 100)).annotateKey({
    description: "How many hits to return at most (default 10).",
  }),
  ...filters,
})
export type SearchQuery = typeof SearchQuery.Type
export type SearchQueryInput = typeof SearchQuery.Encoded
