/** Tests Wikipedia's mapping: the choice of the wiki, the requests, and the rows and errors of its answers. */
import { assert, describe, it } from "@effect/vitest"
import type { WebBackend } from "@porthole/core"
import { ProviderDouble } from "@porthole/provider-kit/testing"
import type * as Provider from "@porthole/provider-kit"
import { ConfigProvider, Effect } from "effect"
import { wikipedia } from "../src/wikipedia.ts"
import { testLive, testSearch } from "./support/suite.ts"

const result = (at: number) => ({
  ns: 0,
  title: `Whale ${at}`,
  pageid: at,
  snippet: '<span class="searchmatch">Whales</span> are large.',
})

const envelope = (results: ReadonlyArray<unknown>) => ({
  batchcomplete: true,
  query: {
    general: { server: "https://en.wikipedia.org", articlepath: "/wiki/$1" },
    searchinfo: { totalhits: results.length },
    search: results,
  },
})

const error = (code: string) => ({ error: { code, info: "No." }, servedby: "mw1" })

describe("search", () => {
  testSearch(wikipedia, {
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: { body: envelope([]) },
    badRow: { body: envelope([result(0), { pageid: 7 }]) },
    refusals: [
      {
        name: "a wiki that lags",
        answer: { headers: { "retry-after": "5" }, body: error("maxlag") },
        expected: { reason: "wikipedia_rate_limited", retry_after: 5 },
      },
      { name: "its limit", answer: { body: error("ratelimited") }, expected: { reason: "wikipedia_rate_limited" } },
      { name: "a block", answer: { body: error("blocked") }, expected: { reason: "wikipedia_unauthorized" } },
      {
        name: "a wiki for members",
        answer: { body: error("readapidenied") },
        expected: { reason: "wikipedia_unauthorized" },
      },
      {
        name: "an error with the status of a success",
        answer: { body: { ...envelope([result(0)]), ...error("internal_api_error_DBQueryError") } },
        expected: { reason: "wikipedia_unreachable" },
      },
      {
        name: "a query that is too long",
        answer: { body: error("cirrussearch-query-too-long") },
        expected: { error: "invalid_request", reason: "query" },
      },
      { name: "400", answer: { status: 400, body: {} }, expected: { reason: "wikipedia_unreachable" } },
      {
        name: "403",
        answer: { status: 403, body: "Set a user-agent." },
        expected: { reason: "wikipedia_unauthorized" },
      },
      {
        name: "429",
        answer: { status: 429, headers: { "retry-after": "30" }, body: "Too many requests." },
        expected: { reason: "wikipedia_rate_limited", retry_after: 30 },
      },
    ],
  })
})

testLive(wikipedia, [])

const general = { server: "https://en.wikipedia.org", articlepath: "/wiki/$1" }

const search = Effect.fnUntraced(function* (
  query: Omit<WebBackend.SearchRequest, "query">,
  body: unknown = { query: { general, search: [] } },
  backend: Provider.SearchBackend = wikipedia.makeSearch({ url: "http://127.0.0.1:1/" }),
) {
  const double = ProviderDouble.make({ body })
  const answer = yield* Effect.flatMap(backend, (ask) => ask({ query: "blue whales", ...query })).pipe(
    Effect.provide(double.layer),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})),
  )
  const [seen] = double.seen
  assert.lengthOf(double.seen, 1)
  return { answer, method: seen?.method, url: seen?.url, headers: Object.keys(seen?.headers ?? {}), body: seen?.body }
})

const rowsOf = (results: ReadonlyArray<unknown>, site: unknown = general) =>
  Effect.map(search({}, { query: { general: site, search: results } }), ({ answer }) =>
    "rows" in answer ? answer.rows : [],
  )

it("names itself", () => {
  assert.deepStrictEqual(wikipedia.identity, { name: "wikipedia", title: "Wikipedia", url: "https://wikipedia.org" })
})

describe("a request", () => {
  const always = "action=query&format=json&formatversion=2&list=search&srsearch=blue+whales&srprop=snippet"

  it.effect("sends all of a full query but unsupported filters", () =>
    Effect.gen(function* () {
      const { answer, url, ...rest } = yield* search({
        max_results: 7,
        include_metadata: true,
        category: "news",
        language: "de",
        country: "AT",
        safesearch: "strict",
        time_range: "week",
        domains: ["docs.example"],
        page: 3,
      })
      assert.strictEqual(
        url?.href,
        `http://127.0.0.1:1/w/api.php?${always}&srlimit=7&sroffset=14&meta=siteinfo&siprop=general`,
      )
      assert.deepStrictEqual(rest, { method: "GET", headers: ["user-agent", "accept-encoding"], body: "" })
      assert.deepStrictEqual(answer, {
        provider: "wikipedia",
        rows: [],
        ignored: ["category", "country", "domains", "language", "safesearch", "time_range"],
      })
    }),
  )

  it.effect("sends nothing unrequested", () =>
    Effect.gen(function* () {
      const { answer, url } = yield* search({})
      assert.strictEqual(url?.href, `http://127.0.0.1:1/w/api.php?${always}&meta=siteinfo&siprop=general`)
      assert.deepStrictEqual(answer, { provider: "wikipedia", rows: [] })
    }),
  )

  it.effect("pages by ten without a number of hits", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* search({ page: 3 })).url?.searchParams.get("sroffset"), "20")
    }),
  )
})

describe("the language", () => {
  const requested = (language?: string) =>
    Effect.map(
      search(language === undefined ? {} : { language }, undefined, wikipedia.search),
      ({ answer, url }) => [url?.origin, "ignored" in answer ? answer.ignored : []] as const,
    )

  it.effect("picks the Wikipedia of the query's language", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* requested(), ["https://en.wikipedia.org", []])
      for (const any of ["all", "auto"]) assert.deepStrictEqual(yield* requested(any), yield* requested())
      for (const [language, host] of [
        ["de", "de"],
        ["DE-at", "de"],
        ["zh-Hans-CN", "zh"],
        ["ast", "ast"],
        ["zu", "zu"],
        ["nb", "no"],
        ["cmn", "zh"],
        ["yue", "zh-yue"],
        ["nan", "zh-min-nan"],
        ["ja", "ja"],
        ["pt-BR", "pt"],
        ["gsw", "als"],
        ["fil", "tl"],
        ["iw", "he"],
      ]) {
        assert.deepStrictEqual(yield* requested(language), [`https://${host}.wikipedia.org`, []])
      }
    }),
  )

  it.effect("picks no Wikipedia that doesn't exist", () =>
    Effect.gen(function* () {
      for (const language of ["eng", "deu", "tlh", "xx", "als", "www", "m"]) {
        assert.deepStrictEqual(yield* requested(language), ["https://en.wikipedia.org", ["language"]], language)
      }
    }),
  )

  it.effect("picks no Wikipedia for an invalid language", () =>
    Effect.gen(function* () {
      for (const language of [
        "all-AT",
        "",
        "evil.example/#",
        "de.evil.example/",
        "evil.example/de",
        "de@evil.example",
        "en\n",
        "x-",
        "de-",
      ]) {
        assert.deepStrictEqual(yield* requested(language), ["https://en.wikipedia.org", ["language"]], language)
      }
    }),
  )
})

describe("rows", () => {
  it.effect("have the page's title, its URL from the wiki, and its excerpt as text", () =>
    Effect.gen(function* () {
      const snippet = '<span class="searchmatch">Blue</span> &amp; large &#8211; &#x41;&quot;&lt;b&gt;&quot;'
      assert.deepStrictEqual(yield* rowsOf([{ title: "Blue whale", snippet }, {}]), [
        { title: "Blue whale", url: "https://en.wikipedia.org/wiki/Blue_whale", snippet: 'Blue & large – A"<b>"' },
      ])
    }),
  )

  it.effect("have a URL with any title", () =>
    Effect.gen(function* () {
      const urlOf = (title: string, site?: unknown) =>
        Effect.map(
          rowsOf([{ title }], site),
          ([row]) => typeof row === "object" && row !== null && "url" in row && row.url,
        )
      assert.strictEqual(
        yield* urlOf("C#/A: what? 100% & “$&”"),
        "https://en.wikipedia.org/wiki/C%23/A:_what%3F_100%25_%26_%E2%80%9C$%26%E2%80%9D",
      )
      assert.strictEqual(yield* urlOf("half \ud800"), "https://en.wikipedia.org/wiki/half_%EF%BF%BD")
      assert.strictEqual(
        yield* urlOf("Wal", { server: "//wiki.test", articlepath: "/w?title=$1" }),
        "https://wiki.test/w?title=Wal",
      )
      assert.isFalse(yield* urlOf("Wal", { server: "http://wiki.test" }))
      assert.isFalse(yield* urlOf("Wal", { articlepath: "/wiki/$1" }))
    }),
  )

  it.effect("have the intended characters, and keep invalid references", () =>
    Effect.gen(function* () {
      const [row] = yield* rowsOf([
        { title: "a", snippet: "&apos;&nbsp;&AMP;amp; &#1114112;&foo; AT&T; <i>&lt;i&gt;</i>" },
      ])
      assert.deepInclude(row, { snippet: "'\u00a0&AMP;amp; &foo; AT&T; <i>" })
    }),
  )
})
