/**
 * What SerpAPI answers, whichever engine it asked. A search that found nothing is told as an `error` in a
 * success, and a plan that is used up shares its status with too many calls; both are told apart by their words.
 */
import type { SearchHit, SearchQuery } from "@porthole/core"
import * as Provider from "@porthole/core/provider"

/** The rows; `undefined` where it is no answer of SerpAPI's. */
export const rowsOf = (
  json: unknown,
  engine: string,
  category: SearchQuery.Category | undefined,
): ReadonlyArray<SearchHit.SearchRow> | undefined => {
  if (!done.has(Provider.Json.text(json, "search_metadata.status") ?? "")) return undefined
  const isNews = category === "news" && Provider.Json.at(json, "news_results") !== undefined
  return Provider.Json.listOrNone(json, isNews ? "news_results" : "organic_results")?.map((result) => ({
    title: Provider.Json.text(result, "title") ?? "",
    url: Provider.Json.text(result, "link") ?? "",
    snippet: Provider.Json.text(result, "snippet") ?? "",
    metadata: {
      engine,
      category: isNews ? category : undefined,
      published_at: Provider.Json.text(result, "date"),
      thumbnail: Provider.Json.text(result, "thumbnail"),
    },
  }))
}

/** The fault that the words of an answer tell. */
export const faultOf: Provider.ReadFault = ({ json, status }) => {
  const error = Provider.Json.text(json, "error")
  if (error === undefined) return undefined
  if (/run out of searches/i.test(error)) return "quota_exceeded"
  return status === 200 && !/hasn't returned any results/i.test(error) ? "unreachable" : undefined
}

// --- private --------------------------------------------------------------------------

/** How a search ended that has an answer; one that was asked before comes out of SerpAPI's cache. */
const done: ReadonlySet<string> = new Set(["Success", "Cached"])
