/** One search with SerpAPI itself, only where it is asked for: it costs a request of the key's plan. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { WebBackend, webSearch } from "@porthole/core"
import { SerpApi } from "../src/index.ts"

const isAsked = process.env["PORTHOLE_LIVE"] === "1" && process.env["SERPAPI_API_KEY"] !== undefined

if (!isAsked) console.warn("SKIPPED: SerpAPI itself isn't asked. Set PORTHOLE_LIVE=1 and SERPAPI_API_KEY to do so.")

it.live.skipIf(!isAsked)("finds something", () =>
  Effect.gen(function* () {
    const { count, provider } = yield* webSearch({ query: "how do tides work", max_results: 3 })
    assert.strictEqual(provider, "serpapi")
    assert.isAbove(count, 0)
  }).pipe(
    Effect.provide(
      WebBackend.layer({ search: SerpApi.search, extract: WebBackend.unavailable }).pipe(
        Layer.provide(FetchHttpClient.layer),
      ),
    ),
  ),
)
