/**
 * Search over Wikipedia's articles (`GET /w/api.php?action=query&list=search`; mediawiki.org, August 2026), with pages
 * of results. It needs no key, but a User-Agent that identifies the client.
 *
 * A composition root uses `wikipedia.search`. `PORTHOLE_WIKIPEDIA_URL` names another wiki with this API, which is used
 * for every language; its API reports where its pages are.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { Arguments } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

/** The provider's identity; each language has a host of its own under this one. */
const identity: Provider.Identity = {
  name: "wikipedia",
  title: "Wikipedia",
  url: "https://wikipedia.org",
}

const search: Provider.SearchMapping = {
  request: (query, endpoint) =>
    HttpClientRequest.get(`${urlOf(query.language, endpoint)}/w/api.php`).pipe(
      HttpClientRequest.setUrlParams({
        action: "query",
        format: "json",
        formatversion: 2,
        list: "search",
        srsearch: query.query,
        srprop: "snippet",
        srlimit: query.max_results,
        sroffset: query.page === undefined ? undefined : (query.page - 1) * (query.max_results ?? defaultResults),
        meta: "siteinfo",
        siprop: "general",
      }),
    ),
  supports: ({ language }, endpoint) => ["page", ...(selectsEdition(language, endpoint) ? ["language" as const] : [])],
  rows: (json) =>
    Provider.Json.nullableList(json, "query.search")?.map((result) => ({
      title: Provider.Json.text(result, "title") ?? "",
      url: pageOf(Provider.Json.at(json, "query.general"), Provider.Json.text(result, "title")) ?? "",
      snippet: Provider.textOf(Provider.Json.text(result, "snippet") ?? ""),
    })),
  fault: ({ json }) => {
    const code = Provider.Json.text(json, "error.code")
    if (code === "cirrussearch-query-too-long") return tooLong
    return code === undefined ? undefined : (faults.get(code) ?? "unreachable")
  },
}

/** The provider, with its search. */
export const wikipedia: Provider.Provider = Provider.searching(identity, search)

// --- private --------------------------------------------------------------------------

/** The API's default of `srlimit`. */
const defaultResults = 10

/** An error comes with the status of a success. */
const faults: ReadonlyMap<string, "rate_limited" | "unauthorized"> = new Map([
  ["maxlag", "rate_limited"],
  ["ratelimited", "rate_limited"],
  ["blocked", "unauthorized"],
  ["readapidenied", "unauthorized"],
])

const tooLong = Arguments.invalid("query", "query: Wikipedia accepts at most 300 characters.")

/** The URL of a title's page on a wiki: `server` and `articlepath` from its own metadata. */
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

/**
 * The base URL for a language: its Wikipedia if we know it, else the English one, so that no language can name another
 * host, or a missing one; an operator's own address stays unchanged.
 */
const urlOf = (language: string | undefined, endpoint: Provider.Endpoint): string =>
  isPublic(endpoint) ? `https://${editionOf(language) ?? "en"}.wikipedia.org` : endpoint.url

/** Whether a query's language selects the Wikipedia. */
const selectsEdition = (language: string | undefined, endpoint: Provider.Endpoint): boolean =>
  isPublic(endpoint) && editionOf(language) !== undefined

const isPublic = ({ url }: Provider.Endpoint): boolean => url === identity.url

/** The name of a language's Wikipedia; a region or a script has none of its own. */
const editionOf = (language: string | undefined): string | undefined => {
  const primary = /^([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8}){0,3}$/.exec(language ?? "")?.[1]?.toLowerCase() ?? ""
  return editionCodes.get(primary) ?? (editions.has(primary) ? primary : undefined)
}

/** Languages whose Wikipedia has another code. */
const editionCodes: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["cmn", "zh"],
  ["yue", "zh-yue"],
  ["nan", "zh-min-nan"],
  ["gsw", "als"],
  ["fil", "tl"],
  ["iw", "he"],
])

/**
 * The languages of the larger Wikipedias, by their codes. A search in any other language uses the English Wikipedia; a
 * code of no Wikipedia would fail the search.
 */
const editions: ReadonlySet<string> = new Set(
  [
    "af am an ar arz as ast az azb ba ban bar be bg bn br bs ca ce ceb ckb cs cv cy da de el en eo es et eu fa fi",
    "fo fr fy ga gd gl gu ha he hi hr hsb ht hu hy ia id ig ilo io is it ja jv ka kk km kn ko ku ky la lb li lmo",
    "lt lv mg mk ml mn mr ms mt my mzn nap nds ne new nl nn no oc or os pa pl pms pnb ps pt qu ro ru sa sah scn",
    "sco sd sh si sk sl so sq sr su sv sw szl ta te tg th tl tr tt ug uk ur uz vec vi vo wa war wuu xmf yi yo zh",
    "zu",
  ].flatMap((line) => line.split(" ")),
)
