/** Tests the requests to DuckDuckGo, and their number. */
import { assert, describe, it } from "@effect/vitest"
import { Deadline, Settings, SharedStores, type WebBackend } from "@porthole/core"
import { ProviderDouble } from "@porthole/provider-kit/testing"
import type * as Provider from "@porthole/provider-kit"
import { ConfigProvider, Duration, Effect, Fiber, Layer, Option } from "effect"
import { RateLimiter } from "effect/persistence"
import { TestClock } from "effect/testing"
import { duckduckgo } from "../src/duckduckgo.ts"
import * as Pages from "./support/DuckDuckGoPages.ts"
import { testLive, testSearch } from "./support/suite.ts"

describe("search", () => {
  const challenged = { reason: "duckduckgo_challenged" } as const
  testSearch(duckduckgo, {
    found: { body: Pages.page([0, 1, 2].map(Pages.hit).join("")) },
    empty: { body: Pages.page(Pages.none) },
    badRow: { body: Pages.page(Pages.hit(0) + Pages.hitOf({ href: "javascript:alert(1)" })) },
    refusals: [
      { name: "a challenge with 200", answer: { body: Pages.challenge }, expected: challenged },
      { name: "a challenge with 202", answer: { status: 202, body: Pages.challenge }, expected: challenged },
      { name: "a challenge with 403", answer: { status: 403, body: Pages.challenge }, expected: challenged },
      { name: "202 without one", answer: { status: 202, body: Pages.page("") }, expected: challenged },
      {
        name: "202 that says there is nothing",
        answer: { status: 202, body: Pages.page(Pages.none) },
        expected: challenged,
      },
      { name: "403 without one", answer: { status: 403, body: "" }, expected: challenged },
      {
        name: "429",
        answer: { status: 429, headers: { "retry-after": "30" }, body: "" },
        expected: { reason: "duckduckgo_rate_limited", retry_after: 30 },
      },
      { name: "303", answer: { status: 303, body: "" }, expected: { reason: "duckduckgo_unreachable" } },
      { name: "400", answer: { status: 400, body: "" }, expected: { reason: "duckduckgo_unreachable" } },
      {
        name: "a page without hits or a mark",
        answer: { body: Pages.page("") },
        expected: { reason: "duckduckgo_unreachable" },
      },
    ],
  })
})

testLive(duckduckgo, [])

/** Headers that the kernel sets. */
const everywhere = new Set(["accept-encoding", "content-length", "user-agent"])

const search = Effect.fnUntraced(function* (
  query: Partial<WebBackend.SearchRequest>,
  backend: Provider.SearchBackend = duckduckgo.makeSearch({ url: "http://127.0.0.1:1/" }),
) {
  const double = ProviderDouble.make({ body: Pages.page(Pages.none) })
  const answer = yield* Effect.flatMap(backend, (ask) => ask({ query: "whales", ...query })).pipe(
    Effect.provide(double.layer),
  )
  assert.lengthOf(double.seen, 1)
  const [seen] = double.seen
  return {
    form: Object.fromEntries(new URLSearchParams(seen?.body)),
    ignored: "ignored" in answer ? answer.ignored : [],
    method: seen?.method,
    url: seen?.url.href,
    headers: Object.fromEntries(Object.entries(seen?.headers ?? {}).filter(([name]) => !everywhere.has(name))),
  }
})

const requested = (query: Partial<WebBackend.SearchRequest>) =>
  Effect.map(search(query), ({ form: { b: _b, q: _q, ...form }, ignored }) => [form, ignored])

it("names itself", () => {
  assert.deepStrictEqual(duckduckgo.identity, {
    name: "duckduckgo",
    title: "DuckDuckGo",
    url: "https://html.duckduckgo.com",
    switch: "PORTHOLE_DUCKDUCKGO",
  })
})

describe("a request", () => {
  it.effect("sends all of a full query but unsupported filters", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 22, 12))
      const found = yield* search({
        max_results: 7,
        include_metadata: true,
        category: "news",
        language: "de_AT",
        country: "AT",
        safesearch: "strict",
        start_date: "2026-11-18",
        end_date: "2026-11-20",
        domains: ["docs.example"],
        exclude_domains: ["a.docs.example", "b.docs.example"],
        page: 2,
      })
      assert.deepStrictEqual(found, {
        method: "POST",
        url: "http://127.0.0.1:1/html/",
        headers: { "content-type": "application/x-www-form-urlencoded", "accept-language": "de-AT" },
        form: {
          q: "whales site:docs.example -site:a.docs.example -site:b.docs.example",
          b: "",
          kl: "at-de",
          df: "w",
          kp: "1",
        },
        ignored: ["category", "end_date", "page", "start_date"],
      })
    }),
  )

  it.effect("sends nothing unrequested", () =>
    Effect.gen(function* () {
      const { form, headers, ignored } = yield* search({})
      assert.deepStrictEqual(form, { q: "whales", b: "" })
      assert.deepStrictEqual(headers, { "content-type": "application/x-www-form-urlencoded" })
      assert.deepStrictEqual(ignored, [])
    }),
  )

  it.effect("sends a range, and the level of safe search", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* requested({ time_range: "month" }), [{ df: "m" }, []])
      assert.deepStrictEqual(yield* requested({ freshness_days: 200 }), [{ df: "y" }, ["freshness_days"]])
      assert.deepStrictEqual(yield* requested({ safesearch: "off" }), [{ kp: "-2" }, []])
      assert.deepStrictEqual(yield* requested({ safesearch: "moderate" }), [{ kp: "-1" }, []])
    }),
  )

  it.effect("sends a region of country and language, in DuckDuckGo's notation", () =>
    Effect.gen(function* () {
      for (const [country, language, kl, ignored] of [
        ["AT", undefined, "at-de", []],
        ["CH", "fr", "ch-fr", []],
        ["CH", "en", "ch-de", ["language"]],
        ["GB", "en", "uk-en", []],
        ["SI", "sl", "sl-sl", []],
        ["JP", "ja", "jp-jp", []],
        ["KR", "ko", "kr-kr", []],
        ["TW", "zh", "tw-tzh", []],
        ["XX", "de", undefined, ["country", "language"]],
        [undefined, "de", "de-de", []],
        [undefined, "de-CH", "ch-de", []],
        [undefined, "en", "us-en", []],
        [undefined, "zh-Hans", "cn-zh", []],
        [undefined, "sv", "se-sv", []],
        [undefined, "all", undefined, []],
        [undefined, "auto", undefined, []],
        [undefined, "la", undefined, ["language"]],
      ] as const) {
        const query = { ...(country === undefined ? {} : { country }), ...(language === undefined ? {} : { language }) }
        assert.deepStrictEqual(
          yield* requested(query),
          [kl === undefined ? {} : { kl }, ignored],
          `${String(country)} ${String(language)}`,
        )
      }
      assert.notProperty((yield* search({ language: "all" })).headers, "accept-language")
    }),
  )

  it.effect("names a site only if the site is valid, and no site if the text is too long", () =>
    Effect.gen(function* () {
      const both = yield* search({ domains: ["a.example", "b.example"] })
      assert.deepStrictEqual([both.form["q"], both.ignored], ["whales", ["domains"]])
      const long = yield* search({ domains: ["a.example"], query: "x".repeat(490) })
      assert.deepStrictEqual([long.form["q"], long.ignored], ["x".repeat(490), ["domains"]])
      assert.strictEqual((yield* search({ query: "x".repeat(499) })).form["q"]?.length, 499)
    }),
  )

  it.effect("makes no request to another address", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* search({ query: "!w whales !!g ! \\loud wow!" })).form["q"], "w whales g  loud wow!")
      for (const query of ["! !!", "x".repeat(500)]) {
        const error = yield* Effect.flip(search({ query }))
        assert.deepStrictEqual([error.error, error.reason], ["invalid_request", "query"])
      }
    }),
  )

  it.effect("uses the public address by default", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* search({}, duckduckgo.search)).url, "https://html.duckduckgo.com/html/")
    }).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({}))),
  )
})

describe("turns", () => {
  const endingAt = <A, E, R>(endsAt: number, call: Effect.Effect<A, E, R>) =>
    Effect.provideService(call, Deadline.Deadline, Deadline.at(endsAt))

  const made = Effect.gen(function* () {
    const double = ProviderDouble.make({ body: Pages.page(Pages.none) })
    const ask = yield* Effect.provide(duckduckgo.makeSearch({ url: "http://127.0.0.1:1" }), double.layer)
    return { ask: (endsAt = Infinity) => endingAt(endsAt, ask({ query: "whales" })), double }
  })

  const limited = <A>(call: Effect.Effect<A, { readonly wire: unknown }>) =>
    Effect.map(Effect.flip(call), ({ wire }) => wire)

  it.effect("come every five seconds, and calls wait for them", () =>
    Effect.gen(function* () {
      const { ask, double } = yield* made
      yield* ask()
      const second = yield* Effect.forkChild(ask(), { startImmediately: true })
      yield* TestClock.adjust(4_999)
      assert.lengthOf(double.seen, 1)
      yield* TestClock.adjust(1)
      yield* Fiber.join(second)
      assert.lengthOf(double.seen, 2)
    }),
  )

  it.effect("that start too late for a caller, or for the setting, fail immediately", () =>
    Effect.gen(function* () {
      const { ask, double } = yield* made
      yield* ask()
      assert.deepStrictEqual(yield* limited(ask(4_000)), {
        error: "web_search_unavailable",
        reason: "duckduckgo_rate_limited",
        message: "DuckDuckGo gets at most one request in five seconds.",
        retry_after: 5,
      })
      const settings = yield* Settings.Settings
      const hurried = ask().pipe(
        Effect.provideService(Settings.Settings, { ...settings, search_timeout: Duration.seconds(4) }),
      )
      assert.deepInclude(yield* limited(hurried), { retry_after: 5 })
      assert.lengthOf(double.seen, 1)
    }),
  )

  it.effect("are taken by no call that stopped waiting", () =>
    Effect.gen(function* () {
      const { ask, double } = yield* made
      yield* ask()
      const gone = yield* Effect.forkChild(ask(), { startImmediately: true })
      const stays = yield* Effect.forkChild(ask(), { startImmediately: true })
      yield* TestClock.adjust(1)
      yield* Fiber.interrupt(gone)
      yield* TestClock.adjust(4_999)
      yield* Fiber.join(stays)
      assert.lengthOf(double.seen, 2)
    }).pipe(
      Effect.provideServiceEffect(
        Settings.Settings,
        Effect.map(Settings.Settings, (settings) => ({ ...settings, search_timeout: Duration.minutes(1) })),
      ),
    ),
  )

  it.effect("are shared through a shared store", () =>
    Effect.gen(function* () {
      const first = yield* made
      const second = yield* made
      yield* first.ask()
      assert.deepInclude(yield* limited(second.ask(4_000)), { reason: "duckduckgo_rate_limited" })
    }).pipe(
      Effect.provideServiceEffect(SharedStores.TurnStore, Effect.map(RateLimiter.RateLimiterStore, Option.some)),
      Effect.provide(Layer.fresh(RateLimiter.layerStoreMemory)),
    ),
  )

  it.effect("belong to this process if the store fails or is silent", () =>
    Effect.forEach(
      [
        Effect.fail(
          new RateLimiter.RateLimiterError({ reason: new RateLimiter.RateLimitStoreError({ message: "down" }) }),
        ),
        Effect.never,
      ],
      (tokenBucket) =>
        Effect.gen(function* () {
          const { ask, double } = yield* made
          const asking = yield* Effect.forkChild(ask(), { startImmediately: true })
          yield* TestClock.adjust(1_000)
          yield* Fiber.join(asking)
          const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
          const refused = yield* Effect.forkChild(limited(ask(now + 3_500)), { startImmediately: true })
          yield* TestClock.adjust(1_000)
          assert.deepInclude(yield* Fiber.join(refused), { reason: "duckduckgo_rate_limited" })
          assert.lengthOf(double.seen, 1)
        }).pipe(
          Effect.provideServiceEffect(
            SharedStores.TurnStore,
            Effect.map(RateLimiter.RateLimiterStore, (store) =>
              Option.some({ ...store, tokenBucket: () => tokenBucket }),
            ),
          ),
          Effect.provide(Layer.fresh(RateLimiter.layerStoreMemory)),
        ),
    ),
  )

  it.effect("allow one attempt each", () =>
    Effect.gen(function* () {
      const double = ProviderDouble.make({ status: 500, headers: { "retry-after": "0" }, body: "" })
      const ask = yield* Effect.provide(duckduckgo.makeSearch({ url: "http://127.0.0.1:1" }), double.layer)
      assert.strictEqual((yield* Effect.flip(ask({ query: "whales" }))).reason, "duckduckgo_unreachable")
      assert.lengthOf(double.seen, 1)
    }),
  )

  it.effect("leave a query its remaining time", () =>
    Effect.gen(function* () {
      const double = ProviderDouble.make("hang")
      const ask = yield* Effect.provide(duckduckgo.makeSearch({ url: "http://127.0.0.1:1" }), double.layer)
      const first = yield* Effect.forkChild(Effect.flip(endingAt(2_000, ask({ query: "whales" }))), {
        startImmediately: true,
      })
      yield* TestClock.adjust(2_000)
      assert.strictEqual((yield* Fiber.join(first)).error, "timeout")
      const second = yield* Effect.forkChild(Effect.flip(ask({ query: "whales" })), { startImmediately: true })
      yield* TestClock.adjust(10_000)
      assert.deepInclude((yield* Fiber.join(second)).wire, {
        error: "timeout",
        message: "The search took too long. Try once more.",
      })
      assert.lengthOf(double.seen, 2)
    }),
  )
})
