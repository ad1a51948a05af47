/** One search of the API that PORTHOLE_JSON_URL names, over the network: `PORTHOLE_LIVE=1 PORTHOLE_JSON_URL=… vitest run`. */
import { assert, describe, it } from "@effect/vitest"
import { WebBackend, webSearch } from "@porthole/core"
import { Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { Json } from "../src/index.ts"

const isLive = process.env["PORTHOLE_LIVE"] === "1" && (process.env["PORTHOLE_JSON_URL"] ?? "") !== ""

describe(isLive ? "live" : "live: SKIPPED, since PORTHOLE_LIVE=1 and PORTHOLE_JSON_URL aren't set", () => {
  it.live.skipIf(!isLive)("finds something", () =>
    Effect.map(webSearch({ query: "blue whale", max_results: 3 }), ({ count }) => assert.isAbove(count, 0)).pipe(
      Effect.provide(
        WebBackend.layer({ search: Json.search, extract: WebBackend.unavailable }).pipe(
          Layer.provide(FetchHttpClient.layer),
        ),
      ),
    ),
  )
})
