/** A query for SerpAPI's engine `bing`, which has no news. */
import * as DateTime from "effect/DateTime"
import * as Provider from "@porthole/core/provider"
import type { EngineQuery } from "./EngineQuery.ts"

/** The parameters of a query. */
export const of = (query: Provider.Question): EngineQuery => {
  const words = Provider.withSites(query, { alternatives: true, mostWords: 50, mostLength: 1_000 })
  const count = query.max_results === undefined ? undefined : Math.min(query.max_results, mostResults)
  const { country } = query
  const filters = filtersOf(query)
  const isNews = query.category === "news"
  // A language is said together with a country only, as a market, and then takes the country's place.
  const language = query.language === undefined ? undefined : Provider.Language.parts(query.language).language
  const market = country === undefined || language === undefined ? undefined : `${language}-${country}`
  return {
    parameters: {
      q: words.text,
      count,
      first: query.page === undefined ? undefined : 1 + (query.page - 1) * (count ?? aPage),
      mkt: market,
      cc: market === undefined ? country?.toLowerCase() : undefined,
      safeSearch: query.safesearch,
      filters,
    },
    says: [
      "country",
      "page",
      "safesearch",
      ...words.says,
      ...(isNews ? [] : ["category" as const]),
      ...(market === undefined ? [] : ["language" as const]),
      ...(filters === undefined ? [] : query.when.daysSay),
    ],
  }
}

// --- private --------------------------------------------------------------------------

const mostResults = 50

const aPage = 10

/** Two days, counted from the first of 1970; an end alone can't be said. */
const filtersOf = ({ when }: Provider.Question) =>
  when.from === undefined ? undefined : `ex1:"ez5_${daysTo(when.from)}_${daysTo(when.last)}"`

const daysTo = (day: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(`${day}T00:00:00Z`)) / 86_400_000
