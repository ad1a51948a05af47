/**
 * A program that searches with a chain of `first` and `second`: `node searching.ts <redis url> <refuses|answers>`. It
 * searches once for each input line, and prints a line with the outcome of `first` and the number of its calls.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { WebBackend, WebError, webSearch } from "@porthole/core"
import { chain, type SearchProvider } from "@porthole/provider-kit/chain"
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
const first: SearchProvider = {
  provider: "first",
  backend: Effect.succeed(() =>
    Effect.suspend(() => {
      requested++
      return does === "refuses" ? Effect.fail(refusal) : Effect.succeed(rows)
    }),
  ),
}
const second: SearchProvider = { provider: "second", backend: Effect.succeed(() => Effect.succeed(rows)) }

const program = Effect.gen(function* () {
  // It connects before its first command: connecting can be slow on a busy machine, and isn't under test.
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
