/**
 * Two search providers, one behind the other: the second answers where the first refuses, and the first rests
 * meanwhile.
 */
import { Effect } from "effect"
import { WebBackend, WebError, webSearch } from "@porthole/core"
import { chain, type SearchFallback } from "@porthole/core/chain"

/** A provider whose quota is used up: it says so at the first call, and isn't asked again for an hour. */
const paid: SearchFallback = {
  provider: "paid",
  backend: Effect.succeed(() => Effect.fail(WebError.unavailable("paid", "quota_exceeded", "No searches left."))),
}

/** One that knows a single page. Its limits would be those of this machine's address: all tenants share its rests. */
const open: SearchFallback = {
  provider: "open",
  backend: Effect.succeed(() =>
    Effect.succeed([{ title: "Tides", url: "https://tides.example/", snippet: "At six." }]),
  ),
  sharedByTenants: true,
}

/** A real one is a half such as `searxng.search` with its name; `fanOut` asks all of them at once. */
export const backend = WebBackend.layer({
  search: chain([paid, open], { setUpHint: "Set PAID_API_KEY." }),
  extract: WebBackend.unavailable,
})

/** Searches twice: who was asked, and who was skipped and why. */
export const attempts = Effect.gen(function* () {
  const first = yield* webSearch({ query: "high water", include_metadata: true })
  const second = yield* webSearch({ query: "spring tide", include_metadata: true })
  return [first.attempts, second.attempts]
}).pipe(Effect.provide(backend))

if (import.meta.main) console.log(JSON.stringify(await Effect.runPromise(attempts), null, 2))
