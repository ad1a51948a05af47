/** Searches with a chain of `first` and `second` over a Redis, and what they show. */
import { Duration, Effect, Layer } from "effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Settings, WebBackend, WebError, webSearch } from "@porthole/core"
import { chain, type SearchProvider } from "@porthole/provider-kit/chain"
import { RedisStore } from "../../src/index.ts"
import { patient } from "./store.ts"

/** What `first` does when it is asked. */
export type Does = "refuses" | "answers"

/** The outcome of a search: who answered, what `first` did, and how often it was asked in all. */
export interface Outcome {
  readonly provider: string
  readonly first: unknown
  readonly requested: number
}

/** Searches over the Redis of a URL. They wait for it as long as a busy machine needs, or as the product does. */
export const searching = (
  url: string,
  does: Does,
  waits: "long" | "as usual",
): Effect.Effect<Effect.Effect<Outcome>, never, Scope.Scope> =>
  Effect.gen(function* () {
    let requested = 0
    const first: SearchProvider = {
      provider: "first",
      backend: Effect.succeed(() =>
        Effect.suspend(() => {
          requested++
          return does === "refuses" ? Effect.fail(refusal) : Effect.succeed(rows)
        }),
      ),
    }
    const web = yield* Layer.build(
      WebBackend.layer({ search: chain([first, second]), extract: WebBackend.unavailable }).pipe(
        Layer.provide(RedisStore.layer({ ...patient, url: Redacted.make(url) })),
        Layer.provideMerge(waits === "long" ? slow : Layer.empty),
      ),
    )
    const search = webSearch({ query: "x", include_metadata: true })
    return Effect.map(Effect.orDie(Effect.provideContext(search, web)), ({ attempts, provider }) => ({
      provider,
      first: attempts?.[0],
      requested,
    }))
  }).pipe(Effect.orDie)

// --- private --------------------------------------------------------------------------

/** A call waits for the Redis a tenth of these, which no setting allows. */
const slow = Layer.effect(
  Settings.Settings,
  Effect.map(Settings.Settings, (usual) => ({
    ...usual,
    search_timeout: Duration.minutes(10),
    fetch_timeout: Duration.minutes(10),
  })),
)

const rows = [{ title: "T", url: "https://example.com/", snippet: "" }]
const second: SearchProvider = { provider: "second", backend: Effect.succeed(() => Effect.succeed(rows)) }
const refusal = WebError.make({
  error: "web_search_unavailable",
  reason: "first_rate_limited",
  retry_after: 600,
})
