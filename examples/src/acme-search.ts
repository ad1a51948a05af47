/** Search over Acme, a fictional provider: a template for your own. */
import { HttpClientRequest } from "effect/http"
import * as Provider from "@porthole/provider-kit"

/** Its identity. */
const identity: Provider.Identity = {
  name: "acme",
  title: "Acme",
  url: "https://api.acme.example",
  key: { variable: "ACME_API_KEY" },
}

const search: Provider.SearchMapping = {
  request: (query, endpoint) =>
    HttpClientRequest.get(`${endpoint.url}/search`).pipe(
      HttpClientRequest.setHeaders(Provider.keyHeader(endpoint, "x-acme-key")),
      HttpClientRequest.setUrlParams({
        q: query.query,
        n: query.max_results === undefined ? undefined : Math.min(query.max_results, 50),
        language: query.language,
        since: query.when.range,
      }),
    ),
  supports: (query) => ["language", ...query.when.allRangeFields],
  rows: (json) =>
    Provider.Json.list(json, "items")?.map((item) => ({
      title: Provider.Json.text(item, "name") ?? "",
      url: Provider.Json.text(item, "link") ?? "",
      snippet: Provider.Json.text(item, "text") ?? "",
      metadata: { published_at: Provider.Json.text(item, "date") },
    })),
  fault: ({ json }) => (Provider.Json.text(json, "error") === "out_of_credits" ? "quota_exceeded" : undefined),
}

/** Search, as one value. */
export const acme: Provider.Provider = Provider.searching(identity, search)
