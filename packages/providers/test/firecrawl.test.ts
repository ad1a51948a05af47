/** Tests Firecrawl's mapping: the requests, and the rows, pages and errors of its answers. */
import { assert, describe, it } from "@effect/vitest"
import { Deadline, type WebBackend, WebUrl } from "@porthole/core"
import { ProviderDouble } from "@porthole/provider-kit/testing"
import { ConfigProvider, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { firecrawl } from "../src/firecrawl.ts"
import { testMapping } from "./support/mapping.ts"
import { testExtract, testLive, testSearch } from "./support/suite.ts"

const result = (at: number) => ({
  title: `Whale ${at}`,
  description: "Large animals of the sea.",
  url: `https://example.com/${at}`,
  position: at + 1,
})

const envelope = (web: ReadonlyArray<unknown>) => ({ success: true, data: { web }, creditsUsed: 2 })

const refusal = (status: number, code?: string, rest: object = {}, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: { success: false, code, error: "No.", ...rest },
})

const atOnce = { "retry-after": "0" }

const limits = [
  { name: "401", answer: refusal(401), expected: { reason: "firecrawl_unauthorized" } },
  { name: "402", answer: refusal(402), expected: { reason: "firecrawl_quota_exceeded" } },
  {
    name: "429",
    answer: refusal(429, undefined, {}, { "retry-after": "30" }),
    expected: { reason: "firecrawl_rate_limited", retry_after: 30 },
  },
  {
    name: "429 with a hint of its own",
    answer: refusal(429, undefined, { details: { retryAfterSeconds: 40 } }, { "retry-after": "30" }),
    expected: { reason: "firecrawl_rate_limited", retry_after: 40 },
  },
  {
    name: "a full queue",
    answer: refusal(408, "CONCURRENCY_QUEUE_TIMEOUT", {}, atOnce),
    expected: { reason: "firecrawl_rate_limited" },
  },
  { name: "400", answer: refusal(400, "BAD_REQUEST"), expected: { reason: "firecrawl_unreachable" } },
  { name: "a success that is none", answer: refusal(200), expected: { reason: "firecrawl_unreachable" } },
  {
    name: "a success that is none, with data",
    answer: refusal(200, undefined, { data: { markdown: "# Whales", web: [] } }),
    expected: { reason: "firecrawl_unreachable", message: "Firecrawl answered with an error. Try again later." },
  },
] as const

describe("search", () => {
  testSearch(firecrawl, {
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: { body: envelope([]) },
    badRow: { body: envelope([result(0), { title: "no url" }]) },
    refusals: [
      ...limits,
      { name: "403", answer: refusal(403), expected: { reason: "firecrawl_unauthorized" } },
      {
        name: "hits that didn't come in time",
        answer: { body: { ...envelope([]), warning: "The search ran out of time." } },
        expected: { reason: "firecrawl_unreachable" },
      },
    ],
  })
})

describe("extract", () => {
  const unread = { error: "extraction_failed" } as const
  testExtract(firecrawl, {
    modes: ["markdown"],
    found: {
      body: {
        success: true,
        data: {
          markdown: "# Whales\n\nThey [sing](https://example.com/song).",
          metadata: { title: "Whales", url: "https://example.com/whales", statusCode: 200 },
        },
      },
    },
    refusals: [
      ...limits,
      { name: "403", answer: refusal(403, "UNSUPPORTED_SITE"), expected: unread },
      { name: "408", answer: refusal(408, "SCRAPE_TIMEOUT", {}, atOnce), expected: { error: "timeout" } },
      { name: "no engine", answer: refusal(500, "SCRAPE_ALL_ENGINES_FAILED", {}, atOnce), expected: unread },
      { name: "a name without address", answer: refusal(400, "SCRAPE_DNS_RESOLUTION_ERROR"), expected: unread },
      {
        name: "a page that isn't there",
        answer: { body: { success: true, data: { markdown: "# Not found", metadata: { statusCode: 404 } } } },
        expected: { error: "http_error", status_code: 404 },
      },
      {
        name: "an empty success",
        answer: { body: { success: true, data: { markdown: "", metadata: { statusCode: 200 } }, warning: "Timeout." } },
        expected: unread,
      },
      {
        name: "a status that is none",
        answer: { body: { success: true, data: { markdown: "# Whales", metadata: { statusCode: 404.5 } } } },
        expected: { error: "invalid_backend_response" },
      },
    ],
  })
})

testLive(firecrawl, ["FIRECRAWL_API_KEY"])

const options = { url: "http://127.0.0.1:1/api/", key: "k" }

/** Headers that the kernel sets. */
const everywhere = new Set(["accept-encoding", "content-length", "user-agent"])

const seenBy = ({ seen }: ProviderDouble.Double) =>
  seen.map(({ body, headers, method, url }) => ({
    method,
    url: url.href,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !everywhere.has(name))),
    body: JSON.parse(body),
  }))

const search = Effect.fnUntraced(function* (
  query: WebBackend.SearchRequest,
  body: unknown = { success: true, data: {} },
) {
  const double = ProviderDouble.make({ body })
  const answer = yield* Effect.flatMap(firecrawl.makeSearch(options), (ask) => ask(query)).pipe(
    Effect.provide(double.layer),
  )
  return { answer, seen: seenBy(double) }
})

const target = Result.getOrThrow(WebUrl.judge("https://example.com/whales", { ports: [443] }))
const page = { url: target.url, target, mode: "markdown" } as const

const extract = Effect.fnUntraced(function* (data: unknown, request: Partial<WebBackend.ExtractRequest> = {}) {
  const double = ProviderDouble.make({ body: { success: true, data } })
  const row = yield* Effect.flatMap(firecrawl.makeExtract(options), (ask) => ask({ ...page, ...request })).pipe(
    Effect.provide(double.layer),
  )
  return { row, seen: seenBy(double) }
})

const endingAt = <A, E, R>(endsAt: number, call: Effect.Effect<A, E, R>) =>
  Effect.provideService(call, Deadline.Deadline, Deadline.at(endsAt))

const atNoon = TestClock.setTime(Date.UTC(2026, 10, 22, 12))

const asks = (parameters: Record<string, unknown>) => ({
  method: "POST",
  url: "https://firecrawl.test/v2/search",
  query: {},
  headers: { authorization: "Bearer k", "content-type": "application/json" },
  body: { query: "whales", ...parameters },
})

testMapping(firecrawl, {
  identity: {
    name: "firecrawl",
    title: "Firecrawl",
    url: "https://api.firecrawl.dev",
    key: { variable: "FIRECRAWL_API_KEY", isOptional: "self-hosted" },
  },
  nothing: { success: true, data: {} },
  requests: [
    [{}, asks({})],
    [
      {
        max_results: 7,
        include_metadata: true,
        category: "news",
        language: "de",
        country: "AT",
        safesearch: "strict",
        start_date: "2026-01-05",
        end_date: "2026-02-16",
        freshness_days: 400,
        domains: ["docs.example"],
        page: 2,
      },
      asks({
        limit: 7,
        sources: ["news"],
        tbs: "cdr:1,cd_min:1/5/2026,cd_max:2/16/2026",
        country: "AT",
        includeDomains: ["docs.example"],
      }),
      ["language", "page", "safesearch"],
    ],
    [{ exclude_domains: ["spam.example"] }, asks({ excludeDomains: ["spam.example"] })],
    [
      { domains: ["a.example"], exclude_domains: ["b.a.example"] },
      asks({ includeDomains: ["a.example"] }),
      ["exclude_domains"],
    ],
    [{ time_range: "week" }, asks({ tbs: "qdr:w" })],
    [{ end_date: "2026-02-06" }, asks({ tbs: "cdr:1,cd_max:2/6/2026" })],
    [{ freshness_days: 3 }, asks({ tbs: "cdr:1,cd_min:3/7/2026" })],
    [{ category: "general" }, asks({ sources: ["web"] })],
  ],
  rows: [
    {
      name: "pages and articles",
      body: {
        success: true,
        warning: "Some of it only.",
        data: {
          web: [{ title: "Whales", url: "https://example.com/1", description: "Big.", category: "github" }, {}],
          news: [
            {
              title: "A whale",
              url: "https://example.com/2",
              snippet: "Seen.",
              date: "2026-01-05",
              imageUrl: "https://example.com/2.png",
            },
            {},
          ],
        },
      },
      rows: [
        { title: "Whales", url: "https://example.com/1", snippet: "Big.", metadata: { category: "github" } },
        {
          title: "A whale",
          url: "https://example.com/2",
          snippet: "Seen.",
          metadata: { category: "news", published_at: "2026-01-05", thumbnail: "https://example.com/2.png" },
        },
      ],
      unusable: 2,
    },
    {
      name: "articles though there is a warning",
      body: { success: true, warning: "Some.", data: { news: [{ title: "A whale", url: "https://example.com/2" }] } },
      rows: [
        {
          title: "A whale",
          url: "https://example.com/2",
          snippet: "",
          metadata: { category: "news", published_at: undefined, thumbnail: undefined },
        },
      ],
    },
  ],
  empty: [
    { success: true },
    { success: true, data: null },
    { success: true, data: [] },
    { success: true, data: { web: null } },
  ],
  foreign: [
    { data: null },
    { success: true, data: [{}] },
    { success: true, data: { web: "none" } },
    { success: true, data: { news: 1 } },
  ],
})

describe("a search", () => {
  it.effect("has 500 characters at most; a longer query isn't sent", () =>
    Effect.gen(function* () {
      assert.lengthOf((yield* search({ query: "w".repeat(500) })).seen, 1)
      const { wire } = yield* Effect.flip(search({ query: "w".repeat(501) }))
      assert.deepInclude(wire, { error: "invalid_request", reason: "query" })
    }),
  )

  it.effect("uses the public address, and the key of the environment", () =>
    Effect.gen(function* () {
      const double = ProviderDouble.make({ body: { success: true, data: {} } })
      yield* Effect.flatMap(firecrawl.search, (ask) => ask({ query: "whales" })).pipe(Effect.provide(double.layer))
      assert.deepStrictEqual(
        seenBy(double).map(({ headers, url }) => [url, headers["authorization"]]),
        [["https://api.firecrawl.dev/v2/search", "Bearer e"]],
      )
    }).pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({ FIRECRAWL_API_KEY: "e" })),
    ),
  )

  it.effect("calls a user's own Firecrawl without a key", () =>
    Effect.gen(function* () {
      const double = ProviderDouble.make({ body: { success: true, data: {} } })
      yield* Effect.flatMap(firecrawl.search, (ask) => ask({ query: "whales" })).pipe(Effect.provide(double.layer))
      assert.deepStrictEqual(
        seenBy(double).map(({ headers, url }) => [url, headers["authorization"]]),
        [["http://127.0.0.1:1/v2/search", undefined]],
      )
    }).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown({ PORTHOLE_FIRECRAWL_URL: "http://127.0.0.1:1" }),
      ),
    ),
  )
})

describe("a page", () => {
  const metadata = {
    title: "Whales",
    url: "https://example.com/end",
    sourceURL: "https://example.com/start",
    statusCode: 203,
  }
  const markdown = "# Of whales\n\nThey [sing](https://example.com/song)."

  it.effect("is requested with the remaining time", () =>
    Effect.gen(function* () {
      yield* atNoon
      const { row, seen } = yield* endingAt(Date.UTC(2026, 10, 22, 12, 0, 5), extract({ markdown, metadata }))
      assert.deepStrictEqual(seen, [
        {
          method: "POST",
          url: "http://127.0.0.1:1/api/v2/scrape",
          headers: { authorization: "Bearer k", "content-type": "application/json" },
          body: { url: "https://example.com/whales", formats: ["markdown"], timeout: 5_000 },
        },
      ])
      assert.deepStrictEqual(row, {
        title: "Whales",
        url: "https://example.com/end",
        content: markdown,
        links: ["https://example.com/song"],
        status_code: 203,
      })
      const { seen: hurried } = yield* endingAt(Date.UTC(2026, 10, 22, 12, 0, 0, 20), extract({ markdown }))
      assert.strictEqual(hurried[0]?.body.timeout, 1_000)
    }),
  )

  it.effect("has default title, URL and status if the answer has none", () =>
    Effect.gen(function* () {
      const rowOf = (data: unknown) => Effect.map(extract(data), ({ row }) => row)
      const row = { title: "Of whales", url: "https://example.com/whales", links: ["https://example.com/song"] }
      assert.deepStrictEqual(yield* rowOf({ markdown }), { ...row, content: markdown, status_code: 200 })
      assert.deepInclude(yield* rowOf({ markdown: "They sing." }), { title: "" })
      assert.deepInclude(
        yield* rowOf({ markdown, metadata: { title: ["Whales", "More"], sourceURL: "https://example.com/start" } }),
        {
          title: "Whales",
          url: "https://example.com/start",
        },
      )
    }),
  )

  it.effect("is at the first of the listed URLs", () =>
    Effect.gen(function* () {
      const urlOf = (of: object) => Effect.map(extract({ markdown, metadata: of }), ({ row }) => row)
      const sourceURL = ["https://example.com/start", "https://example.com/2"]
      assert.deepInclude(yield* urlOf({ sourceURL }), { url: "https://example.com/start" })
      const url = ["https://example.com/end", "https://example.com/2"]
      assert.deepInclude(yield* urlOf({ sourceURL, url }), { url: "https://example.com/end" })
    }),
  )

  it.effect("without data is an invalid answer", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(extract(undefined))).reason, "firecrawl_unreachable")
    }),
  )

  it.effect("is read by the page reader of the environment, too", () =>
    Effect.gen(function* () {
      const double = ProviderDouble.make({ body: { success: true, data: { markdown } } })
      yield* Effect.flatMap(firecrawl.extract, (ask) => ask(page)).pipe(Effect.provide(double.layer))
      assert.strictEqual(seenBy(double)[0]?.url, "http://127.0.0.1:1/v2/scrape")
    }).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown({ PORTHOLE_FIRECRAWL_URL: "http://127.0.0.1:1" }),
      ),
    ),
  )
})
