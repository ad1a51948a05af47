/**
 * Ranks one cached page for many questions at once, in a process that its test may lose: prints how many calls
 * succeeded, and how many were overloaded. Arguments: characters of the page, number of calls.
 */
import { HostileTexts } from "@porthole/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as WebBackend from "../../src/ports/WebBackend.ts"
import { webFetch } from "../../src/usecases/webFetch.ts"

const [length = 0, count = 0] = process.argv.slice(2).map(Number)
const content = HostileTexts.usual(length)

const backend = WebBackend.layer({
  search: WebBackend.unavailable,
  extract: Effect.succeed(({ url }) => Effect.succeed({ title: "", url, content, links: [], status_code: 200 })),
})

const fetch = (at: number) => webFetch({ url: "https://public.test/long", query: `how deep is word ${at}` })

const outcomes = await Effect.runPromise(
  Effect.forEach(Array.from({ length: count }).keys(), (at) => Effect.result(fetch(at)), {
    concurrency: "unbounded",
  }).pipe(Effect.provide(backend)),
)
const failures = outcomes.flatMap((outcome) => (Result.isFailure(outcome) ? [outcome.failure] : []))
const overloaded = failures.filter(({ wire }) => wire.reason === "overloaded" && wire.retry_after !== undefined)
console.log(JSON.stringify({ done: count - failures.length, overloaded: overloaded.length }))
