/** Tests SerpAPI's mapping: the exact requests to each engine, and the rows and errors of its answers. clock: real, since a second attempt pauses. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { TestClock } from "effect/testing"
import { inspect } from "node:util"
import { type WebBackend, WebError } from "@porthole/core"
import { type ProviderDouble, ProviderTrial } from "@porthole/provider-kit/testing"
import type * as Provider from "@porthole/provider-kit"
import { serpapi, type SerpApiOptions } from "../src/serpapi.ts"
import { testMapping, testRequests } from "./support/mapping.ts"
import { testLive, testSearch } from "./support/suite.ts"

const result = (at: number) => ({
  position: at + 1,
  title: `Whale ${at}`,
  link: `https://example.com/${at}`,
  displayed_link: "example.com",
  snippet: "Large animals of the sea.",
  date: "Mar 3, 2026",
})

const envelope = (rest: object) => ({
  search_metadata: { id: "0", status: "Success", total_time_taken: 0.9 },
  search_parameters: { q: "whales" },
  ...rest,
})

const refusal = (status: number, error: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { "retry-after": "0", ...headers },
  body: { error },
})

const unreachable = { reason: "serpapi_unreachable" }

describe.each(["google", "bing", "duckduckgo"] as const)("search over %s", (engine) => {
  testSearch(
    { identity: serpapi.identity, makeSearch: (options) => serpapi.makeSearch({ ...options, engine }) },
    {
      found: { body: envelope({ organic_results: [0, 1, 2].map(result) }) },
      empty: {
        body: envelope({
          search_information: { organic_results_state: "Fully empty" },
          error: "Google hasn't returned any results for this query.",
        }),
      },
      badRow: { body: envelope({ organic_results: [result(0), { title: "no link" }] }) },
      refusals: [
        { name: "400", answer: refusal(400, "Unsupported `xx` interface language."), expected: unreachable },
        { name: "401", answer: refusal(401, "Invalid API key."), expected: { reason: "serpapi_unauthorized" } },
        { name: "403", answer: refusal(403, "The account is blocked."), expected: { reason: "serpapi_unauthorized" } },
        { name: "410", answer: refusal(410, "The search expired."), expected: unreachable },
        {
          name: "429 of the hour",
          answer: refusal(429, "You are exceeding the hourly throughput limit."),
          expected: { reason: "serpapi_rate_limited" },
        },
        {
          name: "429 of the plan",
          answer: refusal(429, "Your account has run out of searches."),
          expected: { reason: "serpapi_quota_exceeded" },
        },
        {
          name: "200 of the plan",
          answer: { body: { error: "Your account has run out of searches." } },
          expected: { reason: "serpapi_quota_exceeded" },
        },
        {
          name: "503 of a search that failed",
          answer: {
            ...refusal(503, ""),
            body: { search_metadata: { status: "Error" }, error: "We couldn't get valid results." },
          },
          expected: unreachable,
        },
        {
          name: "200 of a search that failed",
          answer: { body: envelope({ error: "We couldn't get valid results." }) },
          expected: unreachable,
        },
        {
          name: "200 of a search that isn't done",
          answer: { body: { search_metadata: { status: "Processing" } } },
          expected: unreachable,
        },
      ],
    },
  )
})

testLive(serpapi, ["SERPAPI_API_KEY"])

it("has an option of its own", () => {
  assert.deepStrictEqual(serpapi.ownOptions, ["engine"])
})

const nothing = { search_metadata: { status: "Success" } }

const trial = (
  options: SerpApiOptions,
  query: Partial<WebBackend.SearchRequest>,
  answer: ProviderDouble.Outcome = { body: nothing },
) =>
  Effect.andThen(
    TestClock.setTime(Date.UTC(2026, 2, 10, 12)),
    ProviderTrial.search(
      serpapi.makeSearch({ url: "https://serpapi.test", key: "k", ...options }),
      { query: "whales", ...query },
      answer,
    ),
  )

const asks = (engine: "google" | "bing" | "duckduckgo") => (parameters: Record<string, string>) => ({
  method: "GET",
  url: "https://serpapi.test/search.json",
  query: { engine, q: "whales", api_key: "k", ...parameters },
  headers: { accept: "application/json" },
})

const asksGoogle = asks("google")
const asksBing = asks("bing")
const asksDuckDuckGo = asks("duckduckgo")

const over = (engine: "google" | "bing" | "duckduckgo") => ({
  identity: serpapi.identity,
  makeSearch: (options?: Provider.Options) => serpapi.makeSearch({ ...options, engine }),
})

const everything = {
  category: "news",
  max_results: 20,
  page: 3,
  language: "de-AT",
  country: "AT",
  safesearch: "strict",
  start_date: "2026-01-05",
  end_date: "2026-02-06",
  domains: ["docs.example"],
  exclude_domains: ["a.docs.example"],
} as const

describe("searches bing", () =>
  testRequests(over("bing"), nothing, [
    [{}, asksBing({})],
    [
      everything,
      asksBing({
        q: "whales site:docs.example -site:a.docs.example",
        count: "20",
        first: "41",
        mkt: "de-AT",
        safeSearch: "strict",
        filters: 'ex1:"ez5_20458_20490"',
      }),
      ["category"],
    ],
    [{ category: "general", max_results: 100 }, asksBing({ count: "50" })],
    [{ page: 2 }, asksBing({ first: "11" })],
    [{ page: 2, max_results: 100 }, asksBing({ count: "50", first: "51" })],
    [{ time_range: "day" }, asksBing({ filters: 'ex1:"ez5_20521_20522"' })],
    [{ start_date: "2026-03-11" }, asksBing({ filters: 'ex1:"ez5_20523_20523"' })],
    [{ end_date: "2026-01-01" }, asksBing({}), ["end_date"]],
    [{ country: "AT" }, asksBing({ cc: "at" })],
    [{ language: "de" }, asksBing({}), ["language"]],
    [{ domains: ["a.example", "b.example"] }, asksBing({ q: "whales (site:a.example OR site:b.example)" })],
    [{ domains: ["d".repeat(1_000)] }, asksBing({}), ["domains"]],
    [{ exclude_domains: Array.from({ length: 50 }, () => "a.io") }, asksBing({}), ["exclude_domains"]],
  ]))

describe("searches duckduckgo", () =>
  testRequests(over("duckduckgo"), nothing, [
    [{}, asksDuckDuckGo({})],
    [
      everything,
      asksDuckDuckGo({
        q: "whales site:docs.example -site:a.docs.example",
        start: "40",
        kl: "at-de",
        df: "2026-01-05..2026-02-06",
        safe: "1",
      }),
      ["category"],
    ],
    [{ category: "general", max_results: 20 }, asksDuckDuckGo({})],
    [{ page: 2 }, asksDuckDuckGo({ start: "10" })],
    [{ time_range: "week" }, asksDuckDuckGo({ df: "w" })],
    [{ freshness_days: 3 }, asksDuckDuckGo({ df: "2026-03-07..2026-03-10" })],
    [{ start_date: "2026-03-11" }, asksDuckDuckGo({ df: "2026-03-11..2026-03-11" })],
    [{ end_date: "2026-01-01" }, asksDuckDuckGo({}), ["end_date"]],
    [{ safesearch: "moderate" }, asksDuckDuckGo({ safe: "-1" })],
    [{ safesearch: "off" }, asksDuckDuckGo({ safe: "-2" })],
    [{ country: "BE" }, asksDuckDuckGo({ kl: "be-nl" })],
    [{ country: "BE", language: "fr" }, asksDuckDuckGo({ kl: "be-fr" })],
    [{ country: "BE", language: "de" }, asksDuckDuckGo({ kl: "be-nl" }), ["language"]],
    [{ country: "GB" }, asksDuckDuckGo({ kl: "uk-en" })],
    [{ country: "ZZ", language: "en" }, asksDuckDuckGo({}), ["country", "language"]],
    [{ language: "de" }, asksDuckDuckGo({}), ["language"]],
    [{ domains: ["a.example", "b.example"] }, asksDuckDuckGo({}), ["domains"]],
    [{ domains: ["d".repeat(500)] }, asksDuckDuckGo({}), ["domains"]],
    [{ exclude_domains: Array.from({ length: 50 }, () => "a.io") }, asksDuckDuckGo({}), ["exclude_domains"]],
  ]))

/** The supported regions, in DuckDuckGo's spelling (its parameter `kl`); a country's first is its usual one. */
const regions = [
  "ar-es at-de au-en be-nl be-fr bg-bg br-pt ca-en ca-fr ch-de ch-fr ch-it cl-es cn-zh co-es cz-cs de-de",
  "es-es fi-fi fr-fr uk-en gr-el hu-hu ie-en in-en it-it lt-lt lv-lv mx-es nl-nl no-no nz-en ph-en pl-pl",
  "pt-pt ro-ro ru-ru se-sv sg-en sk-sk tr-tr ua-uk us-en us-es za-en",
].flatMap((line) => line.split(" "))

describe("duckduckgo's regions", () => {
  const countryOf = (region: string): string => (region.startsWith("uk-") ? "GB" : region.slice(0, 2).toUpperCase())
  const regionOf = (query: Partial<WebBackend.SearchRequest>) =>
    Effect.map(trial({ engine: "duckduckgo" }, query), ({ sent: [request] }) => request?.query["kl"])

  it.effect("are all sent, for a country in one of its languages", () =>
    Effect.forEach(regions, (region) =>
      Effect.map(regionOf({ country: countryOf(region), language: region.slice(3) }), (sent) =>
        assert.strictEqual(sent, region),
      ),
    ),
  )

  it.effect("are a country's usual ones without a language", () =>
    Effect.forEach(new Set(regions.map(countryOf)), (country) =>
      Effect.map(regionOf({ country }), (sent) =>
        assert.strictEqual(
          sent,
          regions.find((region) => countryOf(region) === country),
        ),
      ),
    ),
  )
})

describe("the engine", () => {
  const requested = (variable: string, options: SerpApiOptions = {}) =>
    Effect.provideService(
      Effect.map(trial(options, {}), ({ sent: [request] }) => request?.query["engine"]),
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromUnknown({ PORTHOLE_SERPAPI_ENGINE: variable }),
    )

  it.effect("is that of the option, else of the environment, else Google", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* requested(""), "google")
      assert.strictEqual(yield* requested(" Bing "), "bing")
      assert.strictEqual(yield* requested("bing", { engine: "duckduckgo" }), "duckduckgo")
    }),
  )

  it.effect("must be one of three", () =>
    Effect.map(Effect.flip(requested("altavista")), ({ wire }) =>
      assert.deepStrictEqual(wire, {
        error: "web_search_unavailable",
        reason: "serpapi_not_configured",
        message: "PORTHOLE_SERPAPI_ENGINE can't be used: expected one of google, bing, duckduckgo.",
      }),
    ),
  )

  it.effect("fails the search if the environment can't be read", () =>
    Effect.gen(function* () {
      const broken = ConfigProvider.make(() =>
        Effect.fail(new ConfigProvider.SourceError({ message: "No environment today." })),
      )
      const { wire } = yield* Effect.flip(Effect.provideService(trial({}, {}), ConfigProvider.ConfigProvider, broken))
      assert.strictEqual(wire.message, "PORTHOLE_SERPAPI_ENGINE can't be read.")
      assert.strictEqual(wire.reason, "serpapi_not_configured")
    }),
  )
})

const full = {
  position: 1,
  title: "Whales",
  link: "https://example.com/whales",
  snippet: "They sing.",
  date: "Mar 3, 2026",
  thumbnail: "https://example.com/1.jpg",
}
const row = {
  title: "Whales",
  url: "https://example.com/whales",
  snippet: "They sing.",
  metadata: {
    engine: "google",
    category: undefined,
    published_at: "Mar 3, 2026",
    thumbnail: "https://example.com/1.jpg",
  },
}

testMapping(serpapi, {
  identity: {
    name: "serpapi",
    title: "SerpAPI",
    url: "https://serpapi.com",
    key: { variable: "SERPAPI_API_KEY" },
  },
  nothing,
  requests: [
    [{}, asksGoogle({})],
    [
      everything,
      asksGoogle({
        q: "whales site:docs.example -site:a.docs.example",
        tbm: "nws",
        start: "20",
        tbs: "cdr:1,cd_min:1/5/2026,cd_max:2/6/2026",
        gl: "at",
        hl: "de",
        lr: "lang_de",
        safe: "active",
      }),
    ],
    [{ category: "general", max_results: 5 }, asksGoogle({})],
    [{ page: 1 }, asksGoogle({ start: "0" })],
    [{ page: 3 }, asksGoogle({ start: "20" })],
    [{ page: 3, max_results: 5 }, asksGoogle({ start: "10" })],
    [{ time_range: "year" }, asksGoogle({ tbs: "qdr:y" })],
    [{ freshness_days: 3 }, asksGoogle({ tbs: "cdr:1,cd_min:3/7/2026" })],
    [{ country: "GB" }, asksGoogle({ gl: "uk" })],
    [{ language: "xx" }, asksGoogle({}), ["language"]],
    [{ safesearch: "off" }, asksGoogle({ safe: "off" })],
    [{ safesearch: "moderate" }, asksGoogle({}), ["safesearch"]],
    [{ domains: ["a.example", "b.example"] }, asksGoogle({ q: "whales (site:a.example OR site:b.example)" })],
    [{ domains: ["d".repeat(2_048)] }, asksGoogle({}), ["domains"]],
    [{ exclude_domains: Array.from({ length: 32 }, () => "a.io") }, asksGoogle({}), ["exclude_domains"]],
  ],
  rows: [
    {
      name: "a full result, without an empty one",
      body: { ...nothing, organic_results: [full, {}] },
      rows: [row],
      unusable: 1,
    },
    {
      name: "news",
      query: { category: "news" },
      body: { ...nothing, news_results: [full] },
      rows: [{ ...row, metadata: { ...row.metadata, category: "news" } }],
    },
    {
      name: "the web, with news beside them",
      body: { ...nothing, organic_results: [full], news_results: [{}, {}] },
      rows: [row],
    },
  ],
  empty: [{ search_metadata: { status: "Cached" } }, { search_metadata: { status: "Success" }, organic_results: null }],
  foreign: [
    {},
    { organic_results: null },
    { ...nothing, organic_results: "none" },
    { search_metadata: { status: "Error" } },
    { hello: "world" },
  ],
})

it.effect("has no news of Bing", () =>
  Effect.map(
    trial({ engine: "bing" }, { category: "news" }, { body: { ...nothing, organic_results: [full] } }),
    ({ answer }) => assert.deepStrictEqual(answer.rows, [{ ...row, metadata: { ...row.metadata, engine: "bing" } }]),
  ),
)

describe("the faults", () => {
  it.effect("of foreign JSON name the variable of the address", () =>
    Effect.map(Effect.flip(trial({}, {}, { body: { hello: "world" } })), ({ wire }) =>
      assert.include(wire.message, "PORTHOLE_SERPAPI_URL"),
    ),
  )

  it.effect("of a successful status are SerpAPI's, not the address's", () =>
    Effect.map(Effect.flip(trial({}, {}, { body: { ...nothing, error: "We couldn't." } })), ({ wire }) =>
      assert.strictEqual(wire.message, "SerpAPI answered with an error. Try again later."),
    ),
  )
})

describe("the key", () => {
  it.live("is in the URL and in nothing that an operator can log", () =>
    Effect.gen(function* () {
      const search = serpapi.makeSearch({ url: "https://serpapi.test", key: "s3cret-key" })
      const error = yield* Effect.flip(ProviderTrial.search(search, { query: "whales" }, "broken"))
      const reported = inspect([error, WebError.causeOf(error)], { depth: 20, showHidden: true, customInspect: false })
      assert.include(reported, "ECONNREFUSED")
      assert.notInclude(reported, "s3cret-key")
    }),
  )
})
