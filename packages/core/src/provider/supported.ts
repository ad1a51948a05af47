/** Which fields of a query a provider can express, found by asking its mapping about samples. */
import * as Effect from "effect/Effect"
import type { SearchQuery } from "../domain/SearchQuery.ts"
import type * as WebError from "../domain/WebError.ts"
import type { Identity, Place } from "./Identity.ts"
import type { Field, Question, SearchMappings } from "./search.ts"
import * as When from "./When.ts"

/**
 * The fields that it can express, alone or together with others, in the order of the query; what options say is left
 * open.
 */
export const supported = <O>(
  identity: Identity,
  mappings: SearchMappings<O>,
): Effect.Effect<ReadonlyArray<Field>, WebError.WebError> =>
  Effect.gen(function* () {
    const made = Effect.isEffect(mappings) ? yield* mappings : mappings
    const mapping = typeof made === "function" ? yield* made({}) : made
    const place = placeOf(identity)
    const said = new Set(samples.flatMap((sample) => mapping.supports(questionOf(sample), place)))
    return fields.filter((field) => said.has(field))
  })

// --- private --------------------------------------------------------------------------

const fields: ReadonlyArray<Field> = [
  "category",
  "language",
  "country",
  "time_range",
  "freshness_days",
  "start_date",
  "end_date",
  "safesearch",
  "domains",
  "exclude_domains",
  "page",
]

/** The last of January 2026, in ms since the epoch. */
const now = 1_769_817_600_000

/** A field may want another one beside it, such as a language its country, and none of a kind that excludes it. */
const samples: ReadonlyArray<Omit<SearchQuery, "query">> = [
  { category: "general", language: "de", country: "DE", safesearch: "strict", page: 2 },
  { category: "news", language: "de", safesearch: "strict" },
  { time_range: "week" },
  { freshness_days: 7 },
  { freshness_days: 3 },
  { start_date: "2026-01-05" },
  { start_date: "2026-01-05", end_date: "2026-01-20" },
  { domains: ["example.com"] },
  { exclude_domains: ["example.com"] },
]

const questionOf = (sample: Omit<SearchQuery, "query">): Question => {
  const asked = { query: "whales", ...sample }
  return { ...asked, when: When.of(asked, now), asked }
}

const placeOf = ({ url = "https://example.com" }: Identity): Place => ({ url, address: new URL(url), key: undefined })
