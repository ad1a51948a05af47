/** A chain of two search providers: the second answers while the first fails or is in its cooldown. */
import { Effect } from "effect"
import { WebBackend, WebError, webSearch } from "@porthole/core"
import { chain, type SearchProvider } from "@porthole/provider-kit/chain"

/** A provider whose quota is used up: it fails the first call, and the chain skips it for an hour. */
const paid: SearchProvider = {
  provider: "paid",
  backend: Effect.succeed(() => Effect.fail(WebError.unavailable("paid", "quota_exceeded", "No searches left."))),
}

/** A provider of one page. Its limits belong to this machine's address, so all tenants share its cooldown. */
const open: SearchProvider = {
  provider: "open",
  backend: Effect.succeed(() =>
    Effect.succeed([{ title: "Tides", url: "https://tides.example/", snippet: "At six." }]),
  ),
  sharedByTenants: true,
}

/**
 * A real provider is a search backend such as `searxng.search` with its name; `fanOut` calls all of them in parallel.
 */
export const backend = WebBackend.layer({
  search: chain([paid, open], { setUpHint: "Set PAID_API_KEY." }),
  extract: WebBackend.unavailable,
})

/** Searches twice: the called providers, and the skipped ones with the reason. */
export const attempts = Effect.gen(function* () {
  const first = yield* webSearch({ query: "high water", include_metadata: true })
  const second = yield* webSearch({ query: "spring tide", include_metadata: true })
  return [first.attempts, second.attempts]
}).pipe(Effect.provide(backend))

if (import.meta.main) console.log(JSON.stringify(await Effect.runPromise(attempts), null, 2))
