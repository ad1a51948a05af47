/**
 * A program that searches with a chain of `first` and `second`: `node searching.ts <redis url> <refuses|answers>`. For
 * each line that it reads it searches once, and prints as a line what became of `first`, and how often that was asked.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { WebBackend, WebError, webSearch } from "@porthole/core"
import { chain, type SearchFallback } from "@porthole/core/chain"
import { createInterface } from "node:readline"
import { RedisStore } from "../../src/index.ts"

const [, , url = "", does = ""] = process.argv
const rows = [{ title: "T", url: "https://example.com/", snippet: "" }]
const refusal = WebError.make({
  error: "web_search_unavailable",
  reason: "first_rate_limited",
  retry_after: 600,
})

let requested = 0
const first: SearchFallback = {
  provider: "first",
  backend: Effect.succeed(() =>
    Effect.suspend(() => {
      requested++
      return does === "refuses" ? Effect.fail(refusal) : Effect.succeed(rows)
    }),
  ),
}
const second: SearchFallback = { provider: "second", backend: Effect.succeed(() => Effect.succeed(rows)) }

const program = Effect.gen(function* () {
  // Connected before it is told to search: how long that takes, on a machine with much to do, isn't what is tested.
  yield* Effect.retry(
    CircuitBreaker.CircuitBreakerStore.use(({ state }) => state("connected")),
    { times: 100, schedule: Schedule.spaced("50 millis") },
  )
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  for (;;) {
    const line = yield* Effect.promise(() => lines.next())
    if (line.done === true) return
    const { attempts, provider } = yield* webSearch({ query: "x", include_metadata: true })
    process.stdout.write(`${JSON.stringify({ provider, first: attempts?.[0], requested })}\n`)
  }
}).pipe(
  Effect.provide(
    WebBackend.layer({ search: chain([first, second]), extract: WebBackend.unavailable }).pipe(
      Layer.provideMerge(RedisStore.layer({ url: Redacted.make(url) })),
    ),
  ),
)

await Effect.runPromise(program)
