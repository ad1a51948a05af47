/** One search of Jina over the network: `PORTHOLE_LIVE=1 JINA_API_KEY=… vitest run`. */
import { assert, describe, it } from "@effect/vitest"
import { WebBackend, webSearch } from "@porthole/core"
import { Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { Jina } from "../src/index.ts"

const isLive = process.env["PORTHOLE_LIVE"] === "1" && (process.env["JINA_API_KEY"] ?? "") !== ""

describe(isLive ? "live" : "live: SKIPPED, since PORTHOLE_LIVE=1 and JINA_API_KEY aren't set", () => {
  it.live.skipIf(!isLive)("finds something", () =>
    Effect.map(webSearch({ query: "blue whale", max_results: 3 }), ({ count }) => assert.isAbove(count, 0)).pipe(
      Effect.provide(
        WebBackend.layer({ search: Jina.search, extract: WebBackend.unavailable }).pipe(
          Layer.provide(FetchHttpClient.layer),
        ),
      ),
    ),
  )
})
