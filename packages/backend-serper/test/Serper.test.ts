/** Serper's mapping: what exactly is asked, and what is made of an answer. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { WebBackend } from "@porthole/core"
import { type ProviderDouble, ProviderTrial } from "@porthole/core/testing"
import { Serper } from "../src/index.ts"

const search = (
  query: Partial<WebBackend.SearchRequest>,
  answer: ProviderDouble.Outcome = { body: { searchParameters: {} } },
) =>
  Effect.andThen(
    TestClock.setTime(Date.UTC(2026, 2, 10, 12)),
    ProviderTrial.search(
      Serper.makeSearch({ url: "https://serper.test", key: "k" }),
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

describe("the Serper of the environment", () => {
  const ofEnvironment = Effect.provideService(
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromUnknown({ SERPER_API_KEY: "e" }),
  )

  it.effect("is searched at its public address, with the key of its variable", () =>
    ProviderTrial.search(Serper.search, { query: "whales" }, { body: { searchParameters: {} } }).pipe(
      Effect.map(({ sent: [request] }) =>
        assert.deepStrictEqual(
          [request?.url, request?.headers["x-api-key"]],
          ["https://google.serper.dev/search", "e"],
        ),
      ),
      ofEnvironment,
    ),
  )

  it.effect("is named, with what to check, where it refuses the key", () =>
    ProviderTrial.search(Serper.search, { query: "whales" }, { status: 401, body: {} }).pipe(
      Effect.flip,
      Effect.map(({ wire }) => assert.strictEqual(wire.message, "Serper refused the key: check SERPER_API_KEY.")),
      ofEnvironment,
    ),
  )
})
