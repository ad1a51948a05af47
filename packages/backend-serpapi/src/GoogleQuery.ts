/**
 * A query for SerpAPI's engine `google`. Its parameter `num` isn't sent: Google stopped honouring it, so a
 * page has ten results, fewer where fewer are asked for.
 */
import * as Provider from "@porthole/core/provider"
import type { EngineQuery } from "./EngineQuery.ts"

/** The parameters of a query. */
export const of = (query: Provider.Question): EngineQuery => {
  const words = Provider.withSites(query, {
    alternatives: true,
    mostWords: Provider.Google.mostWords,
    mostLength: 2_048,
  })
  const language = query.language === undefined ? undefined : Provider.Google.languageOf(query.language)
  return {
    parameters: {
      q: words.text,
      tbm: query.category === "news" ? "nws" : undefined,
      start: query.page === undefined ? undefined : (query.page - 1) * Math.min(query.max_results ?? aPage, aPage),
      tbs: Provider.Google.tbs(query.when),
      gl: query.country === "GB" ? "uk" : query.country?.toLowerCase(),
      hl: language,
      lr: language === undefined ? undefined : `lang_${language}`,
      safe: safeOf(query),
    },
    says: [
      "category",
      "country",
      "page",
      ...query.when.daysSay,
      ...words.says,
      ...(language === undefined ? [] : ["language" as const]),
      ...(safeOf(query) === undefined ? [] : ["safesearch" as const]),
    ],
  }
}

// --- private --------------------------------------------------------------------------

const aPage = 10

/** Google filters or doesn't: there is nothing in between. */
const safeOf = ({ safesearch }: Provider.Question) =>
  safesearch === undefined || safesearch === "moderate" ? undefined : safesearch === "strict" ? "active" : "off"
