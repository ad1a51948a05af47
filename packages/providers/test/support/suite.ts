/** The kernel's suites over a provider's recordings, and optionally one search with the real provider. clock: real, since a provider that hangs decides. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { WebBackend, webSearch } from "@porthole/core"
import { ProviderSuite } from "@porthole/provider-kit/testing"
import type * as Provider from "@porthole/provider-kit"

/** A provider with its own options. */
type Searching = Pick<Provider.Provider, "identity" | "makeSearch">

/** Runs the suite of a search. */
export const testSearch = (provider: Searching, fixture: ProviderSuite.SearchFixture): void => {
  for (const { name, run } of ProviderSuite.searchCases(provider, fixture)) it.live(name, () => run)
}

/** Runs the suite of a page reader. */
export const testExtract = (
  provider: Pick<Provider.Provider, "identity"> & Provider.PageExtraction,
  fixture: ProviderSuite.ExtractFixture,
): void => {
  for (const { name, run } of ProviderSuite.extractCases(provider, fixture)) it.live(name, () => run)
}

/**
 * Searches with the real provider if `PORTHOLE_LIVE=1` and its variables are set, because that costs a request of the
 * key's plan.
 */
export const testLive = (provider: Provider.Provider, needs: ReadonlyArray<string>): void => {
  const missing = ["PORTHOLE_LIVE", ...needs].filter((name) => (process.env[name] ?? "") === "")
  describe(missing.length === 0 ? "live" : `live: SKIPPED, since ${missing.join(" and ")} isn't set`, () => {
    it.live.skipIf(missing.length > 0)("finds something", () =>
      Effect.gen(function* () {
        const { count, provider: answered } = yield* webSearch({ query: "how do tides work", max_results: 3 })
        assert.strictEqual(answered, provider.identity.name)
        assert.isAbove(count, 0)
      }).pipe(
        Effect.provide(
          WebBackend.layer({ search: provider.search, extract: WebBackend.unavailable }).pipe(
            Layer.provide(FetchHttpClient.layer),
          ),
        ),
      ),
    )
  })
}
