/** Serper's mapping: what exactly is asked, and what is made of an answer. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { WebBackend } from "@porthole/core"
import { type ProviderDouble, ProviderTrial } from "@porthole/core/testing"
import { serper } from "../src/serper.ts"
import { testLive, testSearch } from "./support/suite.ts"

const result = (at: number) => ({
  title: `Whale ${at}`,
  link: `https://example.com/${at}`,
  snippet: "Large animals of the sea.",
  date: "Mar 3, 2026",
  position: at + 1,
})

const envelope = (organic?: ReadonlyArray<unknown>) => ({
  searchParameters: { q: "whales", type: "search", engine: "google" },
  ...(organic === undefined ? {} : { organic }),
  credits: 1,
})

const refusal = (statusCode: number, message: string, headers: Record<string, string> = {}) => ({
  status: statusCode,
  headers,
  body: { message, statusCode },
})

describe("search", () => {
  testSearch(serper, {
    found: { body: envelope([0, 1, 2].map(result)) },
    empty: { body: envelope() },
    badRow: { body: envelope([result(0), { title: "no link" }]) },
    refusals: [
      { name: "400", answer: refusal(400, "Missing query parameter"), expected: { reason: "serper_unreachable" } },
      {
        name: "400 without credits",
        answer: refusal(400, "Not enough credits"),
        expected: { reason: "serper_quota_exceeded" },
      },
      {
        name: "another status with the same words",
        answer: refusal(418, "Not enough credits"),
        expected: { reason: "serper_unreachable" },
      },
      { name: "401", answer: refusal(401, "Unauthorized."), expected: { reason: "serper_unauthorized" } },
      { name: "403", answer: refusal(403, "Unauthorized."), expected: { reason: "serper_unauthorized" } },
      {
        name: "429",
        answer: refusal(429, "Too many requests", { "retry-after": "30" }),
        expected: { reason: "serper_rate_limited" },
      },
    ],
  })
})

testLive(serper, ["SERPER_API_KEY"])

it("is who it says", () => {
  assert.deepStrictEqual(serper.identity, {
    name: "serper",
    title: "Serper",
    url: "https://google.serper.dev",
    key: { variable: "SERPER_API_KEY" },
  })
})

const search = (
  query: Partial<WebBackend.SearchRequest>,
  answer: ProviderDouble.Outcome = { body: { searchParameters: {} } },
) =>
  Effect.andThen(
    TestClock.setTime(Date.UTC(2026, 2, 10, 12)),
    ProviderTrial.search(
      serper.makeSearch({ url: "https://serper.test", key: "k" }),
      { query: "whales", ...query },
      answer,
    ),
  )

describe("the request", () => {
  it.effect("of a plain query", () =>
    Effect.map(search({}), ({ answer, sent }) => {
      assert.deepStrictEqual(sent, [
        {
          method: "POST",
          url: "https://serper.test/search",
          query: {},
          headers: { "content-type": "application/json", "x-api-key": "k" },
          body: { q: "whales" },
        },
      ])
      assert.deepStrictEqual(answer, { provider: "serper", rows: [] })
    }),
  )

  it.effect("of a query that says everything", () =>
    Effect.map(
      search({
        category: "news",
        max_results: 30,
        page: 2,
        language: "de-AT",
        country: "AT",
        start_date: "2026-01-05",
        end_date: "2026-02-06",
        domains: ["a.example", "b.example"],
        exclude_domains: ["c.a.example"],
      }),
      ({ answer, sent: [request] }) => {
        assert.strictEqual(request?.url, "https://serper.test/news")
        assert.deepStrictEqual(request?.body, {
          q: "whales (site:a.example OR site:b.example) -site:c.a.example",
          num: 30,
          page: 2,
          tbs: "cdr:1,cd_min:1/5/2026,cd_max:2/6/2026",
          gl: "at",
          hl: "de",
        })
        assert.isUndefined(answer.ignored)
      },
    ),
  )

  it.effect.each<[Partial<WebBackend.SearchRequest>, Record<string, unknown>, ReadonlyArray<string> | undefined]>([
    [{ category: "general" }, {}, undefined],
    [{ max_results: 100 }, { num: 100 }, undefined],
    [{ max_results: 101 }, { num: 100 }, undefined],
    [{ time_range: "week" }, { tbs: "qdr:w" }, undefined],
    [{ freshness_days: 3 }, { tbs: "cdr:1,cd_min:3/7/2026" }, undefined],
    [{ language: "xx" }, {}, ["language"]],
    [{ safesearch: "strict" }, {}, ["safesearch"]],
    [{ domains: ["d".repeat(2_048)] }, {}, ["domains"]],
    [{ exclude_domains: Array.from({ length: 32 }, () => "a.io") }, {}, ["exclude_domains"]],
  ])("%j", ([query, expected, ignored]) =>
    Effect.map(search(query), ({ answer, sent: [request] }) => {
      assert.deepStrictEqual(request?.body, { q: "whales", ...expected })
      assert.deepStrictEqual(answer.ignored, ignored)
    }),
  )
})

describe("the rows", () => {
  const full = {
    title: "Whales",
    link: "https://example.com/whales",
    snippet: "They sing.",
    date: "Mar 3, 2026",
    imageUrl: "https://example.com/1.jpg",
    position: 1,
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

  it.effect("of nothing are none, and an error is no answer", () =>
    Effect.gen(function* () {
      for (const body of [{ organic: null }, { credits: 1 }, { searchParameters: {}, organic: null }]) {
        assert.deepStrictEqual((yield* search({}, { body })).answer.rows, [], JSON.stringify(body))
      }
      for (const body of [{}, { message: "x" }, { organic: null, error: "x" }, { credits: "many" }]) {
        const error = yield* Effect.flip(search({}, { body }))
        assert.strictEqual(error.reason, "serper_unreachable", JSON.stringify(body))
      }
    }),
  )

  it.effect("of a full result, without an empty one", () =>
    Effect.map(search({}, { body: { searchParameters: {}, organic: [full, {}] } }), ({ answer }) =>
      assert.deepStrictEqual(answer.rows, [row]),
    ),
  )

  it.effect("of news", () =>
    Effect.map(search({ category: "news" }, { body: { news: [full] } }), ({ answer }) =>
      assert.deepStrictEqual(answer.rows, [{ ...row, metadata: { ...row.metadata, category: "news" } }]),
    ),
  )

  it.effect("of JSON that isn't Serper's are none at all", () =>
    Effect.map(Effect.flip(search({}, { body: { hello: "world" } })), ({ wire }) =>
      assert.strictEqual(wire.reason, "serper_unreachable"),
    ),
  )
})
