/** What `web_search` is asked: the query and its filters, as the model writes them. */
import * as Schema from "effect/Schema"
import * as Parameter from "./Parameter.ts"

/** The kinds of search. */
export const Category = Schema.Literals(["general", "news"])
export type Category = typeof Category.Type

/** How far back hits may date. */
export const TimeRange = Schema.Literals(["day", "week", "month", "year"])
export type TimeRange = typeof TimeRange.Type

/** The filters that every search tool shares; descriptions are what the model reads. */
export const filters = {
  category: Schema.optionalKey(Category).annotateKey({
    description: "What to search: general web pages (default) or recent news articles.",
  }),
  language: Schema.optionalKey(Parameter.Language).annotateKey({
    description: "Language of the results, as a code such as en or de-AT. Leave out for any language.",
  }),
  time_range: Schema.optionalKey(TimeRange).annotateKey({
    description: "Only results from the last day, week, month or year. Leave out for any date.",
  }),
  domains: Schema.optionalKey(Schema.Array(Schema.String)).annotateKey({
    description:
      "Only results from these sites: host names without scheme or path, such as example.com, which includes its subdomains.",
  }),
  include_metadata: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Also return what is known of each hit: engine, score, category, publication date, thumbnail.",
  }),
}

/**
 * A search. `max_results` is any whole number and is clamped into 1–100; absent it is the
 * backend's own choice. `domains` are host names; the use-case brings them into canonical form.
 */
export const SearchQuery = Schema.Struct({
  query: Parameter.Text.annotateKey({ description: "What to search for, in a few words or as a question." }),
  max_results: Schema.optionalKey(Parameter.clamped(1, 100)).annotateKey({
    description: "How many hits to return at most, 1 to 100 (default 10).",
  }),
  ...filters,
})
export type SearchQuery = typeof SearchQuery.Type
export type SearchQueryInput = typeof SearchQuery.Encoded
