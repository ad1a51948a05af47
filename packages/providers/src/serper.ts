/**
 * Search over Serper's API, which searches Google (`POST /search` and `/news`, August 2026). It has no public
 * reference; the fields are those that adapters of other projects use.
 *
 * A composition root uses `serper.search`; the key is `SERPER_API_KEY`. More than ten results cost a second credit.
 */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Provider from "@porthole/provider-kit"

const identity: Provider.Identity = {
  name: "serper",
  title: "Serper",
  url: "https://google.serper.dev",
  key: { variable: "SERPER_API_KEY" },
}

const search: Provider.SearchMapping = {
  request: (query, endpoint) =>
    HttpClientRequest.post(`${endpoint.url}/${searchTypeOf(query).endpointPath}`).pipe(
      HttpClientRequest.setHeaders(Provider.keyHeader(endpoint, "x-api-key")),
      HttpClientRequest.bodyJsonUnsafe({
        q: queryWithSites(query).text,
        num: query.max_results === undefined ? undefined : Math.min(query.max_results, maxResults),
        page: query.page,
        tbs: Provider.QuerySyntax.googleTbs(query.when),
        gl: query.country?.toLowerCase(),
        hl: languageOf(query),
      }),
    ),
  supports: (query) => [
    "category",
    "country",
    "page",
    ...query.when.dateFields,
    ...queryWithSites(query).covers,
    ...(languageOf(query) === undefined ? [] : ["language" as const]),
  ],
  rows: (json, query) => {
    const { category, resultsPath } = searchTypeOf(query)
    // An answer without results may have no list; it repeats the search's parameters, or states its cost.
    const isAnswer =
      Provider.Json.at(json, "searchParameters") !== undefined || Provider.Json.number(json, "credits") !== undefined
    const found = isAnswer
      ? Provider.Json.optionalList(json, resultsPath)
      : Provider.Json.nullableList(json, resultsPath)
    return found?.map((result) => ({
      title: Provider.Json.text(result, "title") ?? "",
      url: Provider.Json.text(result, "link") ?? "",
      snippet: Provider.Json.text(result, "snippet") ?? "",
      metadata: {
        engine: "google",
        category,
        published_at: Provider.Json.text(result, "date"),
        thumbnail: Provider.Json.text(result, "imageUrl"),
      },
    }))
  },
  fault: ({ json, status }) =>
    status === 400 && /not enough credits/i.test(Provider.Json.text(json, "message") ?? "")
      ? "quota_exceeded"
      : undefined,
}

/** The provider, with its search. */
export const serper: Provider.Provider = Provider.searching(identity, search)

// --- private --------------------------------------------------------------------------

/** Google returns no more at once. */
const maxResults = 100

/** For each category: the endpoint's path, the results' path in its answer, and the category in their metadata. */
const searchTypeOf = ({ category }: Provider.ProviderQuery) =>
  category === "news"
    ? { endpointPath: "news", resultsPath: "news", category }
    : { endpointPath: "search", resultsPath: "organic", category: undefined }

const queryWithSites = (query: Provider.ProviderQuery) =>
  Provider.withSites(query, { alternatives: true, maxWords: Provider.QuerySyntax.maxGoogleWords, maxLength: 2_048 })

const languageOf = ({ language }: Provider.ProviderQuery) =>
  language === undefined ? undefined : Provider.QuerySyntax.googleLanguageOf(language)
