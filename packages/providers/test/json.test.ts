/** Tests the mapping of a user's own search API: its request and its answer. */
import { assert, describe, it } from "@effect/vitest"
import { WebBackend, webFetch } from "@porthole/core"
import { Credentials, EnvironmentVariable } from "@porthole/stores"
import { ProviderDouble, ProviderTrial } from "@porthole/provider-kit/testing"
import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import { json, type JsonOptions } from "../src/json.ts"
import * as JsonReader from "../src/shared/JsonReader.ts"
import { testExtract, testLive, testSearch } from "./support/suite.ts"

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

describe("extract", () => {
  const page = { title: "Whales", url: "https://example.com/whales", markdown: "# Whales\n\n[Song](https://a.test/)" }
  testExtract(
    {
      identity: JsonReader.identity,
      makeExtract: (options = {}) => json.makeExtract({ readerUrl: options.url, readerKey: options.key }),
      extract: json.extract,
    },
    {
      modes: ["markdown"],
      found: { body: page },
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
        {
          name: "a page that isn't there",
          answer: { body: { ...page, status_code: 404 } },
          expected: { error: "http_error", status_code: 404 },
        },
        {
          name: "a page without text",
          answer: { body: { ...page, markdown: null } },
          expected: { error: "extraction_failed" },
        },
        { name: "another answer", answer: { body: { ok: true } }, expected: { reason: "json_unreachable" } },
        {
          name: "a status that is none",
          answer: { body: { ...page, status_code: 20_000 } },
          expected: { error: "invalid_backend_response" },
        },
        {
          name: "a final URL that is none",
          answer: { body: { ...page, url: "whales.html" } },
          expected: { error: "invalid_backend_response" },
        },
        {
          name: "a page that ends at a private address",
          answer: { body: { ...page, url: "http://10.0.0.1/" } },
          expected: { error: "blocked_url", reason: "redirect_to_blocked_target" },
        },
      ],
    },
  )
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
    ...JsonReader.optionNames,
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

describe("the page reader", () => {
  const readerUrl = "http://127.0.0.1:1/read"
  const wanted = "https://example.com/whales?a=b&c"
  const read = (options: JsonOptions, body: unknown = { markdown: "Whales." }) =>
    ProviderTrial.extract(json.makeExtract(options), wanted, "markdown", { body })

  it.effect("sends a GET with the page's URL as url, and reads the usual names", () =>
    Effect.gen(function* () {
      const { row, sent } = yield* read(
        { readerUrl },
        {
          title: "Whales",
          url: "https://example.com/final",
          content: "Large.",
          text: "Plain.",
          links: ["https://a.test/", 7],
          status_code: "203",
        },
      )
      assert.deepStrictEqual(sent, [{ method: "GET", url: readerUrl, query: { url: wanted }, headers: {} }])
      assert.deepStrictEqual(row, {
        title: "Whales",
        url: "https://example.com/final",
        content: "Large.",
        links: ["https://a.test/"],
        status_code: 203,
      })
    }).pipe(variables({})),
  )

  it.effect("takes what the answer lacks from its Markdown and from the request", () =>
    Effect.gen(function* () {
      const { row } = yield* read({ readerUrl }, { markdown: "# Big\n\n[Song](https://a.test/song)" })
      assert.deepStrictEqual(row, {
        title: "Big",
        url: wanted,
        content: "# Big\n\n[Song](https://a.test/song)",
        links: ["https://a.test/song"],
        status_code: 200,
      })
    }).pipe(variables({})),
  )

  it.effect("is set by the options, or else by the environment, at each call", () =>
    Effect.gen(function* () {
      const body = { data: [{ head: "T", md: "M.", at: "https://example.com/z", out: ["https://l.test/"], code: 200 }] }
      const expected = {
        row: {
          title: "T",
          url: "https://example.com/z",
          content: "M.",
          links: ["https://l.test/"],
          status_code: 200,
        },
        sent: [
          {
            method: "POST",
            url: readerUrl,
            query: { v: "2" },
            headers: { "content-type": "application/json", "x-key": "k" },
            body: { target: wanted },
          },
        ],
      }
      const byOptions = yield* read(
        {
          readerUrl: `${readerUrl}?v=2`,
          readerKey: "k",
          readerMethod: "post",
          readerKeyHeader: "X-Key",
          readerPage: "target",
          readerTitle: "data.0.head",
          readerContent: "data.0.md",
          readerLink: "data.0.at",
          readerLinks: "data.0.out",
          readerStatus: "data.0.code",
        },
        body,
      )
      assert.deepStrictEqual(byOptions, expected)
      const byVariables = yield* read({}, body).pipe(
        variables({
          PORTHOLE_JSON_READER_URL: `${readerUrl}?v=2`,
          PORTHOLE_JSON_READER_KEY: "k",
          PORTHOLE_JSON_READER_METHOD: "POST",
          PORTHOLE_JSON_READER_KEY_HEADER: "X-Key",
          PORTHOLE_JSON_READER_PAGE: "target",
          PORTHOLE_JSON_READER_TITLE: "data.0.head",
          PORTHOLE_JSON_READER_CONTENT: "data.0.md",
          PORTHOLE_JSON_READER_LINK: "data.0.at",
          PORTHOLE_JSON_READER_LINKS: "data.0.out",
          PORTHOLE_JSON_READER_STATUS: "data.0.code",
        }),
      )
      assert.deepStrictEqual(byVariables, expected)
    }).pipe(variables({})),
  )

  it.effect("never gets the search's address or key, nor the other way round", () =>
    Effect.gen(function* () {
      const keys: Credentials.CredentialsShape = {
        find: ({ provider, variable }) =>
          Effect.succeed(
            provider === "json" ? Redacted.make(`stored for ${variable}`.replaceAll(" ", "-")) : undefined,
          ),
      }
      const { sent } = yield* read({ url, key: "of-search", readerUrl }).pipe(
        Effect.provideService(Credentials.Credentials, keys),
      )
      assert.notInclude(JSON.stringify(sent), "of-search")
      assert.notInclude(JSON.stringify(sent), "stored-for")
      const error = yield* Effect.flip(read({ url }))
      assert.deepStrictEqual([error.reason, error.message], ["json_not_configured", "Set PORTHOLE_JSON_READER_URL."])
      const { seen } = yield* search({ url, readerUrl, readerKey: "of-reader" })
      assert.notInclude(JSON.stringify(seen), "read")
    }).pipe(variables({})),
  )

  it.effect("refuses an unusable setting, and names its variable", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [JsonOptions, string]> = [
        [{ readerUrl: "ftp://a.test/" }, "URL"],
        [{ readerMethod: "PUT" }, "METHOD"],
        [{ readerKeyHeader: "Cookie" }, "KEY_HEADER"],
        [{ readerPage: "a b" }, "PAGE"],
        [{ readerTitle: "a..b" }, "TITLE"],
        [{ readerContent: "." }, "CONTENT"],
        [{ readerLink: "a b" }, "LINK"],
        [{ readerLinks: "a b" }, "LINKS"],
        [{ readerStatus: "a b" }, "STATUS"],
      ]
      for (const [options, name] of cases) {
        const error = yield* Effect.flip(read({ readerUrl, ...options }))
        assert.strictEqual(error.reason, "json_not_configured", name)
        assert.isTrue(error.message.startsWith(`PORTHOLE_JSON_READER_${name} can't be used`), error.message)
      }
    }).pipe(variables({})),
  )

  it.effect("gives the kernel a page of any length, title and links, which it cleans", () => {
    const body = {
      title: "A\u200b".repeat(400),
      markdown: "x".repeat(100_000),
      links: ["/relative", "https://a.test/#b"],
    }
    const layer = WebBackend.layer({ search: WebBackend.unavailable, extract: json.makeExtract({ readerUrl }) }).pipe(
      Layer.provide(ProviderDouble.make({ body }).layer),
    )
    return Effect.gen(function* () {
      const page = yield* webFetch({ url: wanted })
      assert.deepStrictEqual([page.title.length, page.links, page.truncated], [300, ["https://a.test/"], true])
    }).pipe(Effect.provide(layer), variables({}))
  })
})
