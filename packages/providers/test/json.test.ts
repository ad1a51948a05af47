/** Tests the mapping of a user's own search API: its request and its answer. */
import { assert, describe, it } from "@effect/vitest"
import { type WebBackend } from "@porthole/core"
import { EnvironmentVariable } from "@porthole/stores"
import { ProviderDouble } from "@porthole/provider-kit/testing"
import { ConfigProvider, Effect } from "effect"
import { json, type JsonOptions } from "../src/json.ts"
import { testLive, testSearch } from "./support/suite.ts"

const result = (at: number) => ({ title: `Whale ${at}`, url: `https://example.com/${at}`, snippet: "Large animals." })

const refusal = (status: number, headers: Record<string, string> = {}) => ({ status, headers, body: { error: "no" } })

describe("search", () => {
  testSearch(json, {
    found: { body: { results: [0, 1, 2].map(result) } },
    empty: { body: { results: [] } },
    badRow: { body: { results: [result(0), { title: "no url" }] } },
    refusals: [
      { name: "400", answer: refusal(400), expected: { reason: "json_unreachable" } },
      { name: "401", answer: refusal(401), expected: { reason: "json_unauthorized" } },
      { name: "402", answer: refusal(402), expected: { reason: "json_quota_exceeded" } },
      { name: "403", answer: refusal(403), expected: { reason: "json_unauthorized" } },
      {
        name: "429",
        answer: refusal(429, { "retry-after": "30" }),
        expected: { reason: "json_rate_limited", retry_after: 30 },
      },
    ],
  })
})

testLive(json, ["PORTHOLE_JSON_URL"])

const url = "http://127.0.0.1:1/find"

/** Headers that the kernel sets. */
const everywhere = new Set(["accept-encoding", "content-length", "user-agent"])

/** The rows of an answer, and the one request for it. */
const search = Effect.fnUntraced(function* (
  options: JsonOptions,
  query: WebBackend.SearchRequest = { query: "blue whales" },
  body: unknown = { results: [] },
) {
  const double = ProviderDouble.make({ body })
  const answer = yield* Effect.flatMap(json.makeSearch(options), (ask) => ask(query)).pipe(Effect.provide(double.layer))
  const [seen] = double.seen
  assert.strictEqual(double.seen.length, 1)
  assert.isDefined(seen)
  const headers = Object.entries(seen?.headers ?? {}).filter(([name]) => !everywhere.has(name))
  return {
    answer,
    seen: { method: seen?.method, url: seen?.url.href, headers: Object.fromEntries(headers), body: seen?.body },
  }
})

const rowsOf = (options: JsonOptions, body: unknown) =>
  Effect.map(search({ url, ...options }, undefined, body), ({ answer }) => ("rows" in answer ? answer.rows : answer))

const variables = (of: Record<string, string>) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(of))

it("names itself", () => {
  assert.deepStrictEqual(json.identity, {
    name: "json",
    title: "The search API",
    addressMayHold: ["query"],
    key: { variable: "PORTHOLE_JSON_KEY", isOptional: true },
  })
})

it("has its own options", () => {
  assert.deepStrictEqual(json.ownOptions, [
    "method",
    "keyHeader",
    "query",
    "count",
    "results",
    "title",
    "link",
    "snippet",
    "date",
  ])
})

describe("a request", () => {
  it.effect("is a GET with the query as q, and nothing else", () =>
    Effect.gen(function* () {
      const { answer, seen } = yield* search({ url }, { query: "blue whales", max_results: 7, include_metadata: true })
      assert.deepStrictEqual(seen, { method: "GET", url: `${url}?q=blue+whales`, headers: {}, body: "" })
      assert.deepStrictEqual(answer, { provider: "json", rows: [] })
    }).pipe(variables({})),
  )

  it.effect("has the names of the options, and the bearer's key", () =>
    Effect.gen(function* () {
      const { seen } = yield* search(
        { url, key: "k", query: "search", count: "limit" },
        { query: "blue whales", max_results: 7 },
      )
      assert.deepStrictEqual(seen, {
        method: "GET",
        url: `${url}?search=blue+whales&limit=7`,
        headers: { authorization: "Bearer k" },
        body: "",
      })
    }).pipe(variables({})),
  )

  it.effect("sends no number of hits without a request", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* search({ url, count: "limit" })).seen.url, `${url}?q=blue+whales`)
      assert.strictEqual((yield* search({ url, count: "limit", method: "POST" })).seen.body, `{"q":"blue whales"}`)
    }).pipe(variables({})),
  )

  it.effect("is a POST of JSON if the options demand it, and sends the bare key in another header", () =>
    Effect.gen(function* () {
      const { seen } = yield* search(
        { url, key: "k", keyHeader: "X-Api-Key", method: "post", count: "limit" },
        { query: "blue whales", max_results: 7 },
      )
      assert.deepStrictEqual(seen, {
        method: "POST",
        url,
        headers: { "content-type": "application/json", "x-api-key": "k" },
        body: `{"q":"blue whales","limit":7}`,
      })
    }).pipe(variables({})),
  )

  it.effect("has no key header without a key", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* search({ url, keyHeader: "X-Api-Key" })).seen.headers, {})
    }).pipe(variables({})),
  )

  it.effect("uses the address unchanged: with its slash and its query", () =>
    Effect.gen(function* () {
      const { seen } = yield* search({ url: " http://127.0.0.1:1/find/?format=json&lang=en " })
      assert.strictEqual(seen.url, "http://127.0.0.1:1/find/?format=json&lang=en&q=blue+whales")
    }).pipe(variables({})),
  )

  it.effect("sends no filter, and reports that", () =>
    Effect.gen(function* () {
      const { answer } = yield* search({ url }, { query: "whales", page: 2, country: "AT" })
      assert.deepStrictEqual(answer, { provider: "json", rows: [], ignored: ["country", "page"] })
    }).pipe(variables({})),
  )
})

describe("the environment", () => {
  it.effect("is called by a backend without options", () =>
    Effect.gen(function* () {
      const double = ProviderDouble.make({ body: [] })
      yield* Effect.flatMap(json.search, (ask) => ask({ query: "whales" })).pipe(Effect.provide(double.layer))
      assert.strictEqual(double.seen[0]?.url.href, `${url}?q=whales`)
    }).pipe(variables({ PORTHOLE_JSON_URL: url })),
  )

  it.effect("sets everything that the options don't", () =>
    Effect.gen(function* () {
      const { answer, seen } = yield* search({}, { query: "blue whales", max_results: 7 }, [
        { no: "row of this list" },
        { items: [{ a: { t: "Whales" }, l: "https://example.com/", s: "Big.", d: "2026-01-05" }] },
      ])
      assert.deepStrictEqual(seen, {
        method: "POST",
        url: `${url}?v=2`,
        headers: { "content-type": "application/json", "x-key": "of-environment" },
        body: `{"text":"blue whales","size":7}`,
      })
      assert.deepStrictEqual(answer, {
        provider: "json",
        rows: [
          { title: "Whales", url: "https://example.com/", snippet: "Big.", metadata: { published_at: "2026-01-05" } },
        ],
      })
    }).pipe(
      variables({
        PORTHOLE_JSON_URL: `${url}?v=2`,
        PORTHOLE_JSON_KEY: "of-environment",
        PORTHOLE_JSON_METHOD: "POST",
        PORTHOLE_JSON_KEY_HEADER: "X-Key",
        PORTHOLE_JSON_QUERY: "text",
        PORTHOLE_JSON_COUNT: "size",
        PORTHOLE_JSON_RESULTS: "1.items",
        PORTHOLE_JSON_TITLE: "a.t",
        PORTHOLE_JSON_LINK: "l",
        PORTHOLE_JSON_SNIPPET: "s",
        PORTHOLE_JSON_DATE: "d",
      }),
    ),
  )

  it.effect("is overridden by the options", () =>
    Effect.gen(function* () {
      const { seen } = yield* search({ url, method: "GET", query: "q" })
      assert.deepStrictEqual([seen.method, seen.url], ["GET", `${url}?q=blue+whales`])
    }).pipe(
      variables({ PORTHOLE_JSON_URL: "http://127.0.0.1:2", PORTHOLE_JSON_METHOD: "PUT", PORTHOLE_JSON_QUERY: "x" }),
    ),
  )
})

describe("rows", () => {
  const result = { title: "Whales", url: "https://example.com/", snippet: "Big.", date: "2026-01-05" }

  it.effect("are read from results, or from an answer that is a list", () =>
    Effect.gen(function* () {
      const row = {
        title: "Whales",
        url: "https://example.com/",
        snippet: "Big.",
        metadata: { published_at: "2026-01-05" },
      }
      assert.deepStrictEqual(yield* rowsOf({}, { results: [result] }), [row])
      assert.deepStrictEqual(yield* rowsOf({}, [result]), [row])
    }).pipe(variables({})),
  )

  it.effect("are empty if the list is null, unless there is an error", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* rowsOf({}, { results: null }), [])
      assert.deepStrictEqual(yield* rowsOf({ results: "web.hits" }, { web: { hits: null } }), [])
      for (const body of [{}, { data: null }, { results: null, error: "x" }, { results: null, errors: [{}] }]) {
        assert.strictEqual((yield* Effect.flip(rowsOf({}, body))).reason, "json_unreachable", JSON.stringify(body))
      }
    }).pipe(variables({})),
  )

  it.effect("without a title and a web address are dropped", () =>
    Effect.gen(function* () {
      const rows = yield* rowsOf({}, { results: [{}, "text", { ...result, title: " " }, { ...result, url: "/a" }] })
      assert.deepStrictEqual(rows, [])
    }).pipe(variables({})),
  )

  it.effect("have the first text that is a valid snippet", () =>
    Effect.gen(function* () {
      const snippet = (of: object) =>
        Effect.map(
          rowsOf({}, [{ title: "t", url: "https://example.com/", ...of }]),
          ([row]) => typeof row === "object" && row !== null && "snippet" in row && row.snippet,
        )
      assert.strictEqual(yield* snippet({ content: "c", description: "d", snippet: "s" }), "s")
      assert.strictEqual(yield* snippet({ content: "c", description: "d", snippet: " " }), "d")
      assert.strictEqual(yield* snippet({ content: "c" }), "c")
    }).pipe(variables({})),
  )

  it.effect("are looked for only at the path, if there is one", () =>
    Effect.gen(function* () {
      for (const body of [[result], { results: [result] }]) {
        assert.strictEqual((yield* Effect.flip(rowsOf({ results: "web.hits" }, body))).reason, "json_unreachable")
      }
    }).pipe(variables({})),
  )

  it.effect("are never a prototype's", () =>
    Effect.gen(function* () {
      const rows = (of: JsonOptions) => rowsOf(of, [result])
      assert.deepStrictEqual(yield* rows({ title: "constructor.name" }), [])
      assert.deepStrictEqual(yield* rows({ link: "__proto__.x" }), [])
      assert.deepInclude((yield* rows({ snippet: "toString.name" }))[0], { title: "Whales", snippet: "" })
      assert.strictEqual((yield* Effect.flip(rowsOf({ results: "__proto__" }, {}))).reason, "json_unreachable")
    }).pipe(variables({})),
  )
})

describe("an unusable setting", () => {
  const refused = (options: JsonOptions, variable: string) =>
    Effect.gen(function* () {
      const double = ProviderDouble.make({ body: [] })
      const error = yield* Effect.flatMap(json.makeSearch({ url, ...options }), (ask) =>
        Effect.flip(ask({ query: "whales" })),
      ).pipe(Effect.provide(double.layer))
      assert.strictEqual(error.reason, "json_not_configured", variable)
      assert.include(error.message, variable)
      assert.lengthOf(double.seen, 0)
    })

  it.effect("is reported by the name of its variable, and no request is sent", () =>
    Effect.gen(function* () {
      yield* refused({ url: "" }, "PORTHOLE_JSON_URL")
      yield* refused({ url: `${url}#part` }, "PORTHOLE_JSON_URL")
      yield* refused({ url: "http://user:word@127.0.0.1:1/" }, "PORTHOLE_JSON_URL")
      yield* refused({ method: "DELETE" }, "PORTHOLE_JSON_METHOD")
      yield* refused({ method: "XGET" }, "PORTHOLE_JSON_METHOD")
      yield* refused({ query: "a b" }, "PORTHOLE_JSON_QUERY")
      yield* refused({ count: "a&b=" }, "PORTHOLE_JSON_COUNT")
      for (const path of ["a..b", ".", "a b", "x".repeat(201)]) {
        yield* refused({ results: path }, "PORTHOLE_JSON_RESULTS")
        yield* refused({ title: path }, "PORTHOLE_JSON_TITLE")
        yield* refused({ link: path }, "PORTHOLE_JSON_LINK")
        yield* refused({ snippet: path }, "PORTHOLE_JSON_SNIPPET")
        yield* refused({ date: path }, "PORTHOLE_JSON_DATE")
      }
      const headers = [
        "Host",
        "content-length",
        "Cookie",
        "User-Agent",
        "Proxy-Authorization",
        "Accept-Encoding",
        "X Key",
      ]
      for (const keyHeader of [...headers, "X-Key\r\nHost"]) yield* refused({ keyHeader }, "PORTHOLE_JSON_KEY_HEADER")
    }).pipe(variables({})),
  )

  it.effect("is also a variable that can't be read", () => {
    const broken = (name: string) =>
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.make((path) =>
          path.join("_") === name
            ? Effect.fail(new ConfigProvider.SourceError({ message: "broken" }))
            : Effect.succeed(undefined),
        ),
      )
    return Effect.gen(function* () {
      yield* refused({ url: "" }, "PORTHOLE_JSON_URL can't be read").pipe(broken("PORTHOLE_JSON_URL"))
      yield* refused({}, "PORTHOLE_JSON_DATE can't be read").pipe(broken("PORTHOLE_JSON_DATE"))
      assert.strictEqual(yield* EnvironmentVariable.readVariable("PORTHOLE_JSON_DATE").pipe(broken("")), "")
    })
  })
})
