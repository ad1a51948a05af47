/** Tests Brave's mapping: the exact requests, and the rows and errors of its answers. clock: real where a cooldown is until a moment. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ProviderTrial } from "@porthole/provider-kit/testing"
import { brave } from "../src/brave.ts"
import { searching, testMapping } from "./support/mapping.ts"
import { testLive, testSearch } from "./support/suite.ts"

const result = (at: number) => ({
  type: "search_result",
  title: `Whale ${at}`,
  url: `https://example.com/${at}`,
  description: "Large <strong>animals</strong> of the sea.",
  page_age: "2026-03-01T10:00:00",
  family_friendly: true,
})

const envelope = (results?: ReadonlyArray<unknown>) => ({
  type: "search",
  query: { original: "whales", more_results_available: false },
  ...(results === undefined ? {} : { web: { type: "search", results } }),
})

const nothing = envelope([])

const refusal = (status: number, code: string, meta: unknown = {}, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: { type: "ErrorResponse", error: { id: "1", status, code, detail: "No.", meta }, time: 1_700_000_000 },
})

const invalid = (...loc: ReadonlyArray<string>) => ({ errors: [{ loc, msg: "no", type: "value_error", input: null }] })

const limits = (remaining: string, limit = "1, 2000") => ({
  "x-ratelimit-limit": limit,
  "x-ratelimit-policy": "1;w=1, 2000;w=2592000",
  "x-ratelimit-remaining": remaining,
  "x-ratelimit-reset": "1, 3600",
})

const unauthorized = { reason: "brave_unauthorized" }
const spent = { reason: "brave_quota_exceeded" }
const tooOften = { reason: "brave_rate_limited" }

describe("search", () => {
  testSearch(brave, {
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: { body: envelope() },
    badRow: { body: envelope([result(0), { title: "no url" }]) },
    refusals: [
      { name: "401", answer: refusal(401, "UNAUTHORIZED"), expected: unauthorized },
      { name: "402", answer: refusal(402, "QUOTA_EXCEEDED"), expected: spent },
      { name: "403", answer: refusal(403, "FORBIDDEN"), expected: unauthorized },
      { name: "422 of a bad key", answer: refusal(422, "SUBSCRIPTION_TOKEN_INVALID"), expected: unauthorized },
      {
        name: "422 of a missing key",
        answer: refusal(422, "VALIDATION", invalid("header", "X-Subscription-Token")),
        expected: unauthorized,
      },
      {
        name: "422 of the query",
        answer: refusal(422, "VALIDATION", invalid("query", "q")),
        expected: { error: "invalid_request", reason: "query" },
      },
      {
        name: "422 of another parameter",
        answer: refusal(422, "VALIDATION", invalid("query", "count")),
        expected: { reason: "brave_unreachable" },
      },
      { name: "429", answer: refusal(429, "RATE_LIMITED"), expected: tooOften },
      { name: "429 of the second", answer: refusal(429, "RATE_LIMITED", {}, limits("0, 1000")), expected: tooOften },
      { name: "429 of the month", answer: refusal(429, "RATE_LIMITED", {}, limits("1, 0")), expected: spent },
      {
        name: "429 of a plan without a month",
        answer: refusal(429, "RATE_LIMITED", {}, limits("0, 0", "50, 0")),
        expected: tooOften,
      },
      {
        name: "429 of the month, told in the body",
        answer: refusal(429, "RATE_LIMITED", { quota_limit: 2000, quota_current: 2000 }),
        expected: spent,
      },
      {
        name: "429 of the second, told in the body",
        answer: refusal(429, "RATE_LIMITED", { quota_limit: 2000, quota_current: 3 }),
        expected: tooOften,
      },
    ],
  })
})

testLive(brave, ["BRAVE_API_KEY"])

const words = (count: number): string => Array.from({ length: count }, () => "w").join(" ")

const asks = (parameters: Record<string, string>, kind = "web") => ({
  method: "GET",
  url: `https://brave.test/res/v1/${kind}/search`,
  query: { q: "whales", text_decorations: "false", ...parameters },
  headers: { accept: "application/json", "x-subscription-token": "k" },
})

testMapping(brave, {
  identity: {
    name: "brave",
    title: "Brave Search",
    url: "https://api.search.brave.com",
    key: { variable: "BRAVE_API_KEY" },
  },
  nothing,
  requests: [
    [{}, asks({})],
    [
      {
        category: "news",
        max_results: 30,
        page: 2,
        language: "de-AT",
        country: "AT",
        safesearch: "strict",
        start_date: "2026-01-05",
        end_date: "2026-02-06",
        domains: ["docs.example"],
        exclude_domains: ["a.example", "b.example"],
      },
      asks(
        {
          q: "whales site:docs.example -site:a.example -site:b.example",
          count: "30",
          offset: "1",
          freshness: "2026-01-05to2026-02-06",
          country: "AT",
          search_lang: "de",
          safesearch: "strict",
        },
        "news",
      ),
    ],
    [{ category: "general" }, asks({})],
    [{ max_results: 20 }, asks({ count: "20" })],
    [{ max_results: 100 }, asks({ count: "20" })],
    [{ max_results: 100, category: "news" }, asks({ count: "50" }, "news")],
    [{ page: 10 }, asks({ offset: "9" })],
    [{ page: 11 }, asks({}), ["page"]],
    [{ time_range: "day" }, asks({ freshness: "pd" })],
    [{ time_range: "week" }, asks({ freshness: "pw" })],
    [{ time_range: "month" }, asks({ freshness: "pm" })],
    [{ time_range: "year" }, asks({ freshness: "py" })],
    [{ freshness_days: 3 }, asks({ freshness: "2026-03-07to2026-03-10" })],
    [{ start_date: "2026-03-11" }, asks({ freshness: "2026-03-11to2026-03-11" })],
    [{ end_date: "2026-01-01" }, asks({}), ["end_date"]],
    [{ country: "ZZ" }, asks({}), ["country"]],
    [{ language: "xx" }, asks({}), ["language"]],
    [{ language: "all" }, asks({})],
    [{ language: "ja" }, asks({ search_lang: "jp" })],
    [{ language: "no" }, asks({ search_lang: "nb" })],
    [{ language: "zh" }, asks({ search_lang: "zh-hans" })],
    [{ language: "zh-TW" }, asks({ search_lang: "zh-hant" })],
    [{ language: "pt-BR" }, asks({ search_lang: "pt-br" })],
    [{ language: "pt" }, asks({ search_lang: "pt-pt" })],
    [{ language: "en-GB" }, asks({ search_lang: "en-gb" })],
    [{ language: "en-US" }, asks({ search_lang: "en" })],
    [{ domains: ["a.example", "b.example"] }, asks({}), ["domains"]],
    [{ domains: [], exclude_domains: [] }, asks({})],
    [{ query: words(49), domains: ["c.io"] }, asks({ q: `${words(49)} site:c.io` })],
    [{ query: words(50), domains: ["c.io"] }, asks({ q: words(50) }), ["domains"]],
    [{ domains: ["a".repeat(388)] }, asks({ q: `whales site:${"a".repeat(388)}` })],
    [{ domains: ["a".repeat(389)] }, asks({}), ["domains"]],
  ],
  rows: [
    {
      name: "a full result, without an empty one",
      body: envelope([
        {
          title: "Whales &amp; <strong>dolphins</strong>",
          url: "https://example.com/whales",
          description: "They <strong>sing</strong>: don&#x27;t miss it.",
          page_age: "2026-03-01T10:00:00",
          age: "9 days ago",
          thumbnail: { src: "https://imgs.example/1.jpg", original: "https://example.com/1.jpg" },
        },
        {},
      ]),
      rows: [
        {
          title: "Whales & dolphins",
          url: "https://example.com/whales",
          snippet: "They sing: don't miss it.",
          metadata: {
            category: undefined,
            published_at: "2026-03-01T10:00:00",
            thumbnail: "https://imgs.example/1.jpg",
          },
        },
      ],
      unusable: 1,
    },
    {
      name: "news stand at the top",
      query: { category: "news" },
      body: { type: "news", query: {}, results: [{ title: "N", url: "https://n.example/" }] },
      rows: [
        {
          title: "N",
          url: "https://n.example/",
          snippet: "",
          metadata: { category: "news", published_at: undefined, thumbnail: undefined },
        },
      ],
    },
  ],
  empty: [{ type: "search" }, { type: "search", web: null }, { query: {} }, { web: { results: null } }],
  foreign: [{}, { type: "news" }, { type: "ErrorResponse" }, { type: "ErrorResponse", error: {} }, { web: null }],
})

const search = searching(brave, nothing)

describe("the cooldown after a 429", () => {
  const limited = (headers: Record<string, string>) =>
    Effect.flip(
      search(
        {},
        { status: 429, headers: { "retry-after": "999", "x-ratelimit-limit": "1, 2000", ...headers }, body: {} },
      ),
    )

  it.effect("lasts until the month's reset if its quota is spent, a day at most", () =>
    Effect.gen(function* () {
      const remaining = { "x-ratelimit-remaining": "1, 0" }
      const soon = yield* limited({ ...remaining, "x-ratelimit-reset": "1, 3600" })
      assert.deepInclude(soon.wire, { reason: "brave_quota_exceeded", retry_after: 3_600 })
      const late = yield* limited({ ...remaining, "x-ratelimit-reset": "1, 1419704" })
      assert.deepInclude(late.wire, { reason: "brave_quota_exceeded", retry_after: 86_400 })
    }),
  )

  it.effect("ignores the month if the plan doesn't limit it", () =>
    Effect.gen(function* () {
      const reported = (quota_limit: number) => {
        const body = { error: { meta: { quota_limit, quota_current: 7 } } }
        const answer = { status: 429, headers: { "retry-after": "999" }, body }
        return Effect.map(Effect.flip(search({}, answer)), ({ reason }) => reason)
      }
      assert.deepStrictEqual(yield* Effect.forEach([0, 7, 8], reported), [
        "brave_rate_limited",
        "brave_quota_exceeded",
        "brave_rate_limited",
      ])
    }),
  )

  it.effect("lasts for Retry-After if there is one", () =>
    Effect.map(limited({ "x-ratelimit-remaining": "0, 5", "x-ratelimit-reset": "7, 3600" }), ({ wire }) =>
      assert.deepInclude(wire, { reason: "brave_rate_limited", retry_after: 999 }),
    ),
  )

  it.live("lasts until the second's reset if there is none", () =>
    Effect.map(
      Effect.flip(
        ProviderTrial.search(
          brave.makeSearch({ url: "https://brave.test", key: "k" }),
          { query: "whales" },
          { status: 429, headers: { "x-ratelimit-remaining": "0, 5", "x-ratelimit-reset": "7, 3600" }, body: {} },
        ),
      ),
      ({ wire }) => assert.deepInclude(wire, { reason: "brave_rate_limited", retry_after: 7 }),
    ),
  )
})
