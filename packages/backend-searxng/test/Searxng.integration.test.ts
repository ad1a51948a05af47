/** Tests against Debian's real searx over real HTTP on loopback; no test asserts engine names, order or time. clock: real, since searx is. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, layer } from "@effect/vitest"
import { ConfigProvider, Context, Duration, Effect, Layer, Result, Schema } from "effect"
import {
  Arguments,
  SearchQuery,
  type SearchResult,
  Settings,
  WebBackend,
  type WebError,
  webSearch,
} from "@porthole/core"
import { searxng } from "../src/Searxng.ts"
import * as Searx from "./support/searx.ts"

class Server extends Context.Service<Server, Searx.Searx>()("test/Server") {
  static readonly layer = Layer.effect(Server, Searx.start)
}

const decode = (query: unknown) =>
  Effect.mapError(Schema.decodeUnknownEffect(SearchQuery.SearchQuery)(query), ({ issue }) => Arguments.fromIssue(issue))

/** The outcome of a search when `SEARXNG_URL` is `url`. */
const searchAt = Effect.fnUntraced(function* (
  url: string | undefined,
  input: Partial<SearchQuery.SearchQueryInput> = {},
): Effect.fn.Return<Result.Result<SearchResult.SearchResult, WebError.WebError>> {
  const backend = WebBackend.layer({ search: searxng.search, extract: WebBackend.unavailable }).pipe(
    Layer.provide(NodeHttpClient.layerUndici),
  )
  const usual = yield* Settings.Settings
  return yield* Effect.flatMap(decode({ query: "whales", ...input }), webSearch).pipe(
    Effect.result,
    // A busy machine needs longer than the default, which a test may replace.
    Effect.provideService(
      Settings.Settings,
      usual === Settings.Settings.defaultValue() ? { ...usual, search_timeout: Duration.minutes(5) } : usual,
    ),
    Effect.provide(
      Layer.merge(
        backend,
        ConfigProvider.layer(ConfigProvider.fromEnv({ env: url === undefined ? {} : { SEARXNG_URL: url } })),
      ),
    ),
  )
})

const search = (input: Partial<SearchQuery.SearchQueryInput> = {}) =>
  Effect.flatMap(Server, ({ url }) => searchAt(url, input))

const hostsOf = (outcome: Result.Result<SearchResult.SearchResult, WebError.WebError>): ReadonlyArray<string> =>
  Result.getOrThrow(outcome)
    .hits.map(({ url }) => new URL(url).host)
    .toSorted()

const wireOf = (outcome: Result.Result<unknown, WebError.WebError>): WebError.Wire =>
  Result.isFailure(outcome) ? outcome.failure.wire : assert.fail("a failure was expected")

/** The searches that reached the engine for general searches. */
const requested = Effect.map(Server, ({ upstream }) =>
  upstream.requested.map((path) => new URL(path, upstream.url)).filter(({ pathname }) => pathname === "/good"),
)

describe.skipIf(Searx.isMissing())("a real searx", () => {
  // clock: real, since SearX is
  layer(Server.layer, { timeout: "9 minutes", excludeTestServices: true })("that runs", (it) => {
    it.effect("is searched, and its rows are validated hits", () =>
      Effect.gen(function* () {
        const result = Result.getOrThrow(yield* search())
        assert.strictEqual(result.provider, "searxng")
        assert.strictEqual(result.count, result.hits.length)
        assert.deepStrictEqual(
          result.hits.toSorted((a, b) => (a.url < b.url ? -1 : 1)),
          [
            { title: "Überseewale", url: "http://example.org/a?b=c&d=%20#e", snippet: "Große Tiere." },
            { title: "Whale documents", url: "https://docs.example.com/whales", snippet: "" },
            { title: "Whales and ships", url: "https://example.com/whales", snippet: "Large animals of the sea." },
            { title: "Other whales", url: "https://notexample.com/whales", snippet: "Not of that site." },
          ],
        )
      }),
    )

    it.effect("returns metadata on request", () =>
      Effect.gen(function* () {
        const { hits } = Result.getOrThrow(yield* search({ include_metadata: true }))
        for (const { metadata } of hits) {
          assert.strictEqual(metadata?.category, "general")
          assert.isAbove(metadata?.score ?? 0, 0)
          assert.isNotEmpty(metadata?.engine)
        }
      }),
    )

    it.effect("returns at most the requested number of hits", () =>
      Effect.gen(function* () {
        assert.strictEqual(Result.getOrThrow(yield* search({ max_results: 2 })).count, 2)
        assert.strictEqual(Result.getOrThrow(yield* search({ max_results: 0 })).count, 1)
        assert.strictEqual(Result.getOrThrow(yield* search({ max_results: 9999 })).count, 4)
      }),
    )

    it.effect("sends one domain in the query, and all hits belong to it", () =>
      Effect.gen(function* () {
        const outcome = yield* search({ query: "whales one", domains: ["Example.COM."] })
        assert.deepStrictEqual(hostsOf(outcome), ["docs.example.com", "example.com"])
        const queries = (yield* requested).map(({ searchParams }) => searchParams.get("q"))
        assert.include(queries, "whales one site:example.com")
      }),
    )

    it.effect("sends no list of domains, and all hits belong to them", () =>
      Effect.gen(function* () {
        const outcome = yield* search({ query: "whales two", domains: ["example.org", "docs.example.com"] })
        assert.deepStrictEqual(hostsOf(outcome), ["docs.example.com", "example.org"])
        const queries = (yield* requested).map(({ searchParams }) => searchParams.get("q"))
        assert.include(queries, "whales two")
      }),
    )

    it.effect("searches the news on request", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(hostsOf(yield* search({ category: "news" })), ["news.example.com"])
      }),
    )

    it.effect("accepts a language, with its region or a country", () =>
      Effect.gen(function* () {
        assert.strictEqual(Result.getOrThrow(yield* search({ language: "de_at" })).count, 4)
        const result = Result.getOrThrow(yield* search({ language: "de", country: "AT" }))
        assert.deepStrictEqual([result.count, result.ignored], [4, undefined])
      }),
    )

    it.effect("accepts a level of safe search, and leaves excluded domains and days to the kernel", () =>
      Effect.gen(function* () {
        for (const safesearch of ["off", "moderate", "strict"] as const) {
          assert.strictEqual(Result.getOrThrow(yield* search({ safesearch })).count, 4)
        }
        const outcome = yield* search({ exclude_domains: ["example.com"], start_date: "2000-01-01" })
        assert.deepStrictEqual(hostsOf(outcome), ["example.org", "notexample.com"])
        assert.deepStrictEqual(Result.getOrThrow(outcome).ignored, ["start_date"])
      }),
    )

    it.effect("requests the page from its engines", () =>
      Effect.gen(function* () {
        assert.strictEqual(Result.getOrThrow(yield* search({ query: "whales three", page: 3 })).count, 4)
        const pages = (yield* requested)
          .filter(({ searchParams }) => searchParams.get("q") === "whales three")
          .map(({ searchParams }) => searchParams.get("p"))
        assert.deepStrictEqual(pages, ["3"])
      }),
    )

    it.effect("has no hits for an empty query, and for a time range that no engine has: a success", () =>
      Effect.gen(function* () {
        const nothing = Result.getOrThrow(yield* search({ query: "nothing" }))
        assert.deepStrictEqual([nothing.count, nothing.message], [0, "No results. Try other words."])
        const dated = Result.getOrThrow(yield* search({ time_range: "day" }))
        assert.strictEqual(dated.count, 0)
        assert.include(dated.message, "Few search engines can filter by date")
      }),
    )

    it.effect("redirects an external bang, so none reaches it", () =>
      Effect.gen(function* () {
        const { url } = yield* Server
        const bare = yield* Effect.promise(() =>
          fetch(`${url}/search?format=json&q=!!w+whales`, { redirect: "manual" }),
        )
        assert.strictEqual(bare.status, 302)
        assert.strictEqual(Result.getOrThrow(yield* search({ query: "!!w whales" })).count, 4)
        assert.strictEqual(Result.getOrThrow(yield* search({ query: "whales\u00a0!!!g" })).count, 4)
      }),
    )

    it.effect("refuses a language, and the error names it", () =>
      Effect.gen(function* () {
        const wire = wireOf(yield* search({ language: "xx-YY-zz" }))
        assert.deepStrictEqual([wire.error, wire.reason], ["invalid_request", "language"])
      }),
    )

    for (const engine of ["faulty500", "faulty429", "faulty403", "garbled", "slow", "closed"]) {
      it.effect(`reports that no engine answered: ${engine}`, () =>
        Effect.gen(function* () {
          const wire = wireOf(yield* search({ query: `!${engine} whales` }))
          assert.strictEqual(wire.reason, "searxng_unreachable")
          assert.include(wire.message, "no engine answered")
        }),
      )
    }

    it.effect("drops a row without a web address, and counts it", () =>
      Effect.gen(function* () {
        const { count, message } = Result.getOrThrow(yield* search({ query: "!mailer whales" }))
        assert.strictEqual(count, 4)
        assert.include(message, "(2 here)")
      }),
    )

    it.effect("that doesn't answer in time is a timeout", () =>
      Effect.gen(function* () {
        const settings = yield* Settings.make({ search_timeout: Duration.seconds(1) })
        const outcome = yield* Effect.provideService(search({ query: "!stuck whales" }), Settings.Settings, settings)
        assert.strictEqual(wireOf(outcome).error, "timeout")
      }),
    )

    for (const [what, path, fault, printed] of [
      ["nothing there", "/nowhere", "unreachable", /path prefix/],
      ["JSON switched off", "/status/403", "unreachable", /search\.formats/],
      ["the limiter", "/status/429", "rate_limited", /limiter/],
      ["an internal failure", "/status/500", "unreachable", /error/],
      ["a redirect", "/redirect", "unreachable", /redirect/],
      ["a page of HTML", "/garbage", "unreachable", /isn't SearXNG/],
      ["JSON of something else", "/good", "unreachable", /isn't SearXNG/],
    ] as const) {
      it.effect(`replaced by another server is searxng_${fault}: ${what}`, () =>
        Effect.gen(function* () {
          const { upstream } = yield* Server
          const wire = wireOf(yield* searchAt(`${upstream.url}${path}`))
          assert.strictEqual(wire.reason, `searxng_${fault}`)
          assert.match(wire.message ?? "", printed)
          assert.notInclude(JSON.stringify(wire), "127.0.0.1")
        }),
      )
    }

    it.effect("isn't found without SEARXNG_URL", () =>
      Effect.gen(function* () {
        assert.strictEqual(wireOf(yield* searchAt(undefined)).reason, "searxng_not_configured")
      }),
    )

    it.effect("is searxng_unreachable once it has been stopped", () =>
      Effect.gen(function* () {
        const { url, stop } = yield* Server
        assert.isTrue(Result.isSuccess(yield* searchAt(url)))
        yield* stop
        const wire = wireOf(yield* searchAt(url))
        assert.deepStrictEqual([wire.error, wire.reason], ["web_search_unavailable", "searxng_unreachable"])
        assert.notInclude(JSON.stringify(wire), new URL(url).port)
      }),
    )
  })
})
