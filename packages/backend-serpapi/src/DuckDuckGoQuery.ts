/** A query for SerpAPI's engine `duckduckgo`, which has no news and takes 500 characters. */
import * as Provider from "@porthole/core/provider"
import type { EngineQuery } from "./EngineQuery.ts"

/** The parameters of a query. */
export const of = (query: Provider.Question): EngineQuery => {
  const words = Provider.withSites(query, { alternatives: false, mostWords: 50, mostLength: 500 })
  const region = regionOf(query)
  const df = dfOf(query)
  const isNews = query.category === "news"
  return {
    parameters: {
      q: words.text,
      start: query.page === undefined ? undefined : (query.page - 1) * (query.max_results ?? aPage),
      kl: region?.name,
      df,
      safe: query.safesearch === undefined ? undefined : safe[query.safesearch],
    },
    says: [
      "page",
      "safesearch",
      ...words.says,
      ...(region === undefined ? [] : region.says),
      ...(df === undefined ? [] : query.when.daysSay),
      ...(isNews ? [] : ["category" as const]),
    ],
  }
}

// --- private --------------------------------------------------------------------------

const aPage = 10

const safe = { strict: 1, moderate: -1, off: -2 }

/** A letter for a range that ends now, or two days; an end alone can't be said. */
const dfOf = ({ when }: Provider.Question) => {
  if (when.rangeSays.length > 0) return when.range?.charAt(0)
  return when.from === undefined ? undefined : `${when.from}..${when.last}`
}

/** A region is a country in one of its languages, so a language goes with a country only. */
const regionOf = ({ country, language }: Provider.Question) => {
  const languages = country === undefined ? undefined : regions[country]
  if (country === undefined || languages === undefined) return undefined
  const wanted = language === undefined ? undefined : Provider.Language.parts(language).language
  const spoken = languages.find((name) => name === wanted)
  return {
    name: `${country === "GB" ? "uk" : country.toLowerCase()}-${spoken ?? languages[0]}`,
    says: spoken === undefined ? (["country"] as const) : (["country", "language"] as const),
  }
}

/** Those of DuckDuckGo's regions (its parameter `kl`) that are named by country and language, the usual language first. */
const regions: Readonly<Record<string, ReadonlyArray<string>>> = {
  AR: ["es"],
  AT: ["de"],
  AU: ["en"],
  BE: ["nl", "fr"],
  BG: ["bg"],
  BR: ["pt"],
  CA: ["en", "fr"],
  CH: ["de", "fr", "it"],
  CL: ["es"],
  CN: ["zh"],
  CO: ["es"],
  CZ: ["cs"],
  DE: ["de"],
  ES: ["es"],
  FI: ["fi"],
  FR: ["fr"],
  GB: ["en"],
  GR: ["el"],
  HU: ["hu"],
  IE: ["en"],
  IN: ["en"],
  IT: ["it"],
  LT: ["lt"],
  LV: ["lv"],
  MX: ["es"],
  NL: ["nl"],
  NO: ["no"],
  NZ: ["en"],
  PH: ["en"],
  PL: ["pl"],
  PT: ["pt"],
  RO: ["ro"],
  RU: ["ru"],
  SE: ["sv"],
  SG: ["en"],
  SK: ["sk"],
  TR: ["tr"],
  UA: ["uk"],
  US: ["en", "es"],
  ZA: ["en"],
}
