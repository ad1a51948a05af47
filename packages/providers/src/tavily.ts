/**
 * Search and pages over Tavily's API (`POST /search`, `POST /extract`; docs.tavily.com, August 2026).
 *
 * A composition root uses `tavily.search` and `tavily.extract`; the key is `TAVILY_API_KEY`. A search is the basic one,
 * which costs one credit.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Provider from "@porthole/provider-kit"

const identity: Provider.Identity = {
  name: "tavily",
  title: "Tavily",
  url: "https://api.tavily.com",
  key: { variable: "TAVILY_API_KEY" },
}

const search: Provider.SearchMapping = {
  request: (query, endpoint) =>
    post(endpoint, "/search", {
      query: query.query,
      max_results: query.max_results === undefined ? undefined : Math.min(query.max_results, maxResults),
      topic: query.category,
      ...dates(query),
      include_domains: query.domains,
      exclude_domains: query.exclude_domains,
      country: countryOf(query),
    }),
  supports: (query) => [
    "category",
    "domains",
    "exclude_domains",
    ...query.when.dateFields,
    ...(countryOf(query) === undefined ? [] : ["country" as const]),
  ],
  rows: (json) =>
    Provider.Json.nullableList(json, "results")?.map((result) => ({
      title: Provider.Json.text(result, "title") ?? "",
      url: Provider.Json.text(result, "url") ?? "",
      snippet: Provider.Json.text(result, "content") ?? "",
      metadata: {
        score: Provider.Json.number(result, "score"),
        published_at: Provider.Json.text(result, "published_date"),
      },
    })),
  maxQueryLength: 400,
  fault: (reply) => (isTooLong(reply) ? Provider.refusedQueryError(identity) : faultOf(reply)),
}

const extract: Provider.ExtractMapping = {
  modes: ["markdown", "text"],
  request: ({ mode, url }, endpoint) => post(endpoint, "/extract", { urls: [url], format: mode }),
  row: (json, { url }) => {
    const [page] = Provider.Json.list(json, "results") ?? []
    const content = Provider.Json.text(page, "raw_content")
    if (content !== undefined) {
      return {
        title: Provider.titleOf(content) ?? "",
        url: Provider.Json.text(page, "url") ?? url,
        content,
        links: Provider.linksOf(content),
        status_code: 200,
      }
    }
    return Provider.Json.list(json, "failed_results") === undefined ? undefined : Provider.unreadPageError(identity)
  },
  fault: (reply) => faultOf(reply),
}

/** The provider, with its search and its page reader. */
export const tavily: Provider.ExtractingProvider = {
  ...Provider.searching(identity, search),
  ...Provider.extracting(identity, extract),
}

// --- private --------------------------------------------------------------------------

/** Tavily refuses more. */
const maxResults = 20

/** Statuses 432 and 433: the limit of the key or plan, or of pay-as-you-go, is used up. */
const faultOf = ({ status }: Provider.Reply) => (status === 432 || status === 433 ? "quota_exceeded" : undefined)

/** Whether Tavily refuses the query as too long; `maxQueryLength` prevents it unless Tavily's limit has changed. */
const isTooLong = ({ json, status }: Provider.Reply): boolean =>
  status === 400 && /too long/i.test(Provider.Json.text(json, "detail.error") ?? "")

const dates = ({ when }: Provider.ProviderQuery) =>
  when.allRangeFields.length > 0 ? { time_range: when.range } : { start_date: when.from, end_date: when.to }

/** For the topic `general` only, and by its English name. */
const countryOf = ({ category, country }: Provider.ProviderQuery) =>
  country === undefined || category === "news" ? undefined : nameOf(country)

const post = (endpoint: Provider.Endpoint, path: string, body: object): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.post(endpoint.url + path).pipe(Provider.bearer(endpoint), HttpClientRequest.bodyJsonUnsafe(body))

/**
 * Tavily's name of a country (`country` of `POST /search`): English, in small letters; `undefined` if Tavily has none.
 * Tavily answers any other name with 400.
 */
const nameOf = (code: string): string | undefined =>
  Object.hasOwn(tavilyNames, code)
    ? tavilyNames[code]
    : supportedCodes.has(code)
      ? english.of(code)?.toLowerCase()
      : undefined

const english = new Intl.DisplayNames(["en"], { type: "region" })

/** Names that differ from the CLDR's. Tavily has one Congo, and doesn't define which. */
const tavilyNames: Readonly<Record<string, string>> = {
  BA: "bosnia and herzegovina",
  CD: "congo",
  CG: "congo",
  CZ: "czech republic",
  MM: "myanmar",
  TR: "turkey",
  TT: "trinidad and tobago",
}

const supportedCodes: ReadonlySet<string> = new Set(
  [
    "AD AE AF AL AM AO AR AT AU AZ BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CF CH CL CM CN CO CR CU CV CY",
    "DE DJ DK DO DZ EC EE EG ER ES ET FI FJ FR GA GB GE GH GM GN GQ GR GT HN HR HT HU ID IE IL IN IQ IR IS IT JM JO",
    "JP KE KG KH KM KP KR KW KZ LB LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MN MR MT MU MV MW MX MY MZ NA NE NG",
    "NI NL NO NP NZ OM PA PE PG PH PK PL PT PY QA RO RS RU RW SA SD SE SG SI SK SN SO SS SV SY TD TG TH TJ TM TN TW",
    "TZ UA UG US UY UZ VE VN YE ZA ZM ZW",
  ].flatMap((line) => line.split(" ")),
)
