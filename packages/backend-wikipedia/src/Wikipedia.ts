/**
 * Search over Wikipedia's articles (`GET /w/api.php?action=query&list=search`; mediawiki.org, August 2026), which can
 * leaf through what it finds. It wants no key, and to be told who asks: the User-Agent says it.
 *
 * {@link search} is the half that a composition root joins. `PORTHOLE_WIKIPEDIA_URL` names another wiki with this API,
 * which is asked whatever the language; it says itself where its pages are.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { Arguments } from "@porthole/core"
import * as Provider from "@porthole/core/provider"
import * as WikipediaHost from "./WikipediaHost.ts"

/** Who it is. */
export const identity = WikipediaHost.identity

/** Search with the address of the options, else of the environment. */
export const makeSearch: Provider.MakeSearch = Provider.search(identity, {
  request: (query, place) =>
    HttpClientRequest.get(`${WikipediaHost.urlOf(query.language, place)}/w/api.php`).pipe(
      HttpClientRequest.setUrlParams({
        action: "query",
        format: "json",
        formatversion: 2,
        list: "search",
        srsearch: query.query,
        srprop: "snippet",
        srlimit: query.max_results,
        sroffset: query.page === undefined ? undefined : (query.page - 1) * (query.max_results ?? usualResults),
        meta: "siteinfo",
        siprop: "general",
      }),
    ),
  sends: ({ language }, place) => ["page", ...(WikipediaHost.picks(language, place) ? ["language" as const] : [])],
  rows: (json) =>
    Provider.Json.listOrNull(json, "query.search")?.map((result) => ({
      title: Provider.Json.text(result, "title") ?? "",
      url: pageOf(Provider.Json.at(json, "query.general"), Provider.Json.text(result, "title")) ?? "",
      snippet: Provider.textOf(Provider.Json.text(result, "snippet") ?? ""),
    })),
  fault: ({ json }) => {
    const code = Provider.Json.text(json, "error.code")
    if (code === "cirrussearch-query-too-long") return tooLong
    return code === undefined ? undefined : (faults.get(code) ?? "unreachable")
  },
})

/** Search over Wikipedia, or the wiki of the environment. */
export const search: Provider.SearchHalf = makeSearch()

// --- private --------------------------------------------------------------------------

/** How many it gives where nobody says it. */
const usualResults = 10

/** An error comes with the status of a success. */
const faults: ReadonlyMap<string, "rate_limited" | "unauthorized"> = new Map([
  ["maxlag", "rate_limited"],
  ["ratelimited", "rate_limited"],
  ["blocked", "unauthorized"],
  ["readapidenied", "unauthorized"],
])

const tooLong = Arguments.invalid("query", "query: Wikipedia takes 300 characters at most.")

/** Where a wiki has the page of a title: `server` and `articlepath` of what it says of itself. */
const pageOf = (general: unknown, title: string | undefined): string | undefined => {
  const server = Provider.Json.text(general, "server")
  const path = Provider.Json.text(general, "articlepath")
  if (server === undefined || path === undefined || title === undefined) return undefined
  const name = encodeURIComponent(title.toWellFormed().replaceAll(" ", "_")).replace(
    /%(?:2F|3A|2C|3B|40|24)/g,
    decodeURIComponent,
  )
  return (server.startsWith("//") ? `https:${server}` : server) + path.replace("$1", () => name)
}
