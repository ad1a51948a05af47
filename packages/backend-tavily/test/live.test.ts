/** One search with Tavily itself, only where it is asked for: it costs a request of the key's plan. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { WebBackend, webSearch } from "@porthole/core"
import { Tavily } from "../src/index.ts"

const isAsked = process.env["PORTHOLE_LIVE"] === "1" && process.env["TAVILY_API_KEY"] !== undefined

if (!isAsked) console.warn("SKIPPED: Tavily itself isn't asked. Set PORTHOLE_LIVE=1 and TAVILY_API_KEY to do so.")

it.live.skipIf(!isAsked)("finds something", () =>
  Effect.gen(function* () {
    const { count, provider } = yield* webSearch({ query: "how do tides work", max_results: 3 })
    assert.strictEqual(provider, "tavily")
    assert.isAbove(count, 0)
  }).pipe(
    Effect.provide(
      WebBackend.layer({ search: Tavily.search, extract: WebBackend.unavailable }).pipe(
        Layer.provide(FetchHttpClient.layer),
      ),
    ),
  ),
)
