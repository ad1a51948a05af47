/**
 * Search over SerpAPI (`GET /search.json`; serpapi.com, August 2026), which asks Google, Bing or DuckDuckGo.
 *
 * {@link search} is the half that a composition root joins; the key is `SERPAPI_API_KEY`, and it goes into the URL,
 * because SerpAPI takes it nowhere else. Which engine is asked: the option, else `PORTHOLE_SERPAPI_ENGINE`, else Google.
 */
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Provider from "@porthole/core/provider"
import * as BingQuery from "./BingQuery.ts"
import * as DuckDuckGoQuery from "./DuckDuckGoQuery.ts"
import type { EngineQuery } from "./EngineQuery.ts"
import * as GoogleQuery from "./GoogleQuery.ts"
import * as SerpApiAnswer from "./SerpApiAnswer.ts"
import * as SerpApiEngine from "./SerpApiEngine.ts"

/** Who it is. */
export const identity: Provider.Identity = {
  name: "serpapi",
  title: "SerpAPI",
  url: "https://serpapi.com",
  key: { variable: "SERPAPI_API_KEY" },
}

/** What a program says itself; the rest is read from the environment. */
export interface Options extends Provider.Options {
  readonly engine?: SerpApiEngine.SerpApiEngine | undefined
}

/** Search with the address, key and engine of the options, else of the environment. */
export const makeSearch = ({ engine, ...options }: Options = {}): Provider.SearchHalf =>
  Effect.map(
    Effect.suspend(() =>
      Effect.all({
        google: asking("google", GoogleQuery.of)(options),
        bing: asking("bing", BingQuery.of)(options),
        duckduckgo: asking("duckduckgo", DuckDuckGoQuery.of)(options),
      }),
    ),
    (searches) => (request) => Effect.flatMap(SerpApiEngine.read(identity, engine), (name) => searches[name](request)),
  )

/** Search over the SerpAPI of the environment. */
export const search: Provider.SearchHalf = makeSearch()

// --- private --------------------------------------------------------------------------

const asking = (
  engine: SerpApiEngine.SerpApiEngine,
  queryOf: (query: Provider.Question) => EngineQuery,
): Provider.MakeSearch =>
  Provider.search(identity, {
    request: (query, place) =>
      HttpClientRequest.get(`${place.url}/search.json`).pipe(
        HttpClientRequest.acceptJson,
        HttpClientRequest.setUrlParams({ engine, ...queryOf(query).parameters, api_key: place.key }),
      ),
    sends: (query) => queryOf(query).says,
    rows: (json, query) => SerpApiAnswer.rowsOf(json, engine, query.category),
    fault: SerpApiAnswer.faultOf,
  })
