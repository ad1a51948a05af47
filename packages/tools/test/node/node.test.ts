import { assert, describe, it } from "@effect/vitest"
import {
  AnswerCache,
  Network,
  RequestBudget,
  Settings,
  SharedStores,
  type WebBackend,
  WebError,
  webFetch,
  webSearch,
} from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { ConfigProvider, Context, Effect, Layer, Option, Result, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { CircuitBreaker, Persistence, RateLimiter } from "effect/persistence"
import { Node, Operator, WebToolkit, WebTools } from "../../src/index.ts"
import * as ToolSettings from "../../src/settings/ToolSettings.ts"

const environment = (env: Record<string, string>) => ConfigProvider.layer(ConfigProvider.fromEnv({ env }))

/** A SearXNG without a socket, and the URLs requested from it. */
const searxng = (hits = 1) => {
  const requested: Array<string> = []
  const layer = Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request, url) => {
      requested.push(url.href)
      const results = Array.from({ length: hits }, (_, at) => ({
        url: `https://example.com/${at === 0 ? "" : at}`,
        title: "A hit",
        content: "About it.",
      }))
      return Effect.succeed(HttpClientResponse.fromWeb(request, Response.json({ results, unresponsive_engines: [] })))
    }),
  )
  return { requested, layer }
}

const over = (title: string) =>
  Layer.provide(
    Node.backend(),
    Layer.merge(
      Doubles.resolver({ "site.test": ["93.184.216.34"] }),
      Doubles.dialer(() => ({
        status: 200,
        headers: { "content-type": "text/html" },
        body: `<title>${title}</title><p>x`,
      })),
    ),
  )

const countingResolver = () => {
  const requested: Array<string> = []
  const resolve = (host: string) => Effect.sync(() => (requested.push(host), ["93.184.216.34"]))
  return { requested, layer: Layer.succeed(Network.Resolver, { resolve }) }
}

const titleFrom = (layer: Layer.Layer<WebBackend.WebBackend>) =>
  Effect.flatMap(Layer.build(layer), (context) =>
    Effect.map(Effect.provideContext(webFetch({ url: "https://site.test/" }), context), ({ title }) => title),
  )

const ask = (options: WebTools.NodeOptions, env: Record<string, string>) => {
  const instance = searxng(3)
  return Effect.gen(function* () {
    const tools = yield* WebToolkit.toolkit
    const last = yield* Effect.flatMap(tools.handle("web_search", { query: "x" }), Stream.runLast)
    return Option.getOrThrow(last).encodedResult
  }).pipe(
    Effect.provide(WebTools.layerNode(options).pipe(Layer.provide(Layer.merge(instance.layer, environment(env))))),
  )
}

const maxResults = (options: WebTools.NodeOptions, env: Record<string, string>) =>
  Effect.map(
    Layer.build(Layer.provide(WebTools.layerNode(options), environment(env))),
    (context) => Context.get(context, Settings.Settings).max_results,
  )

describe("layer", () => {
  it.effect("searches the SearXNG that the option names", () =>
    Effect.gen(function* () {
      const instance = searxng()
      const result = yield* webSearch({ query: "portholes" }).pipe(
        Effect.provide(
          Node.backend({ searxng_url: "http://searx.test" }).pipe(
            Layer.provideMerge(Layer.merge(instance.layer, environment({ SEARXNG_URL: "http://other.test" }))),
          ),
        ),
      )
      assert.deepStrictEqual(result, {
        hits: [{ title: "A hit", url: "https://example.com/", snippet: "About it." }],
        count: 1,
        provider: "searxng",
      })
      assert.isTrue(instance.requested[0]?.startsWith("http://searx.test/search?"))
    }),
  )

  it.effect("searches the SearXNG of the environment, read at the call", () =>
    Effect.gen(function* () {
      const instance = searxng()
      const backend = Node.backend().pipe(
        Layer.provide(Layer.merge(instance.layer, Settings.layer({ provider: "searxng" }))),
      )
      yield* Effect.gen(function* () {
        const none = yield* Effect.result(Effect.provide(webSearch({ query: "x" }), environment({})))
        assert.strictEqual(Result.isFailure(none) ? none.failure.reason : "", "searxng_not_configured")
        yield* Effect.provide(webSearch({ query: "x" }), environment({ SEARXNG_URL: "http://searx.test/" }))
      }).pipe(Effect.provide(backend))
      assert.strictEqual(instance.requested.length, 1)
    }),
  )

  it.effect(
    "reads a page with our redirect chain and reader over the caller's ports",
    () =>
      Effect.gen(function* () {
        const ports = Layer.merge(
          Doubles.resolver({ "site.test": ["93.184.216.34"] }),
          Doubles.dialer(({ hop }) => ({
            status: 200,
            headers: { "content-type": "text/html" },
            body: `<title>At ${hop.address.value}</title><main><p>${"A tale of the sea. ".repeat(20)}</p></main>`,
          })),
        )
        const page = yield* webFetch({ url: "https://site.test/" }).pipe(
          Effect.provide(Layer.provide(Node.backend(), ports)),
        )
        assert.strictEqual(page.title, "At 93.184.216.34")
        assert.strictEqual(page.status_code, 200)
      }),
    300_000,
  )

  it.effect(
    "two backends with different ports stay separate, also in one build",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* Effect.all([titleFrom(over("one")), titleFrom(over("two"))]), ["one", "two"])
      }),
    // Two pools of threads are started from the sources.
    60_000,
  )

  it.effect("a caller's backend replaces it", () =>
    Effect.gen(function* () {
      const mine = Doubles.backend({ search: () => Effect.succeed([]) })
      const result = yield* webSearch({ query: "x" }).pipe(
        Effect.provide(Layer.provide(Node.backend({ searxng_url: "http://searx.test" }), mine)),
      )
      assert.strictEqual(result.provider, "custom")
    }),
  )
})

describe("layerNode", () => {
  it.effect("provides everything that the toolkit needs", () =>
    Effect.gen(function* () {
      const options = { searxng_url: "http://searx.test", max_results: 2 }
      assert.containSubset(yield* ask(options, {}), { count: 2, provider: "searxng" })
    }),
  )

  it.effect("takes a setting from the options, then from the environment", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* maxResults({ max_results: 3 }, { PORTHOLE_MAX_RESULTS: "7" }), 3)
      assert.strictEqual(yield* maxResults({}, { PORTHOLE_MAX_RESULTS: "7" }), 7)
      assert.strictEqual(yield* maxResults({}, {}), 10)
    }),
  )

  it.effect("fails when a setting is out of bounds", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(ask({ max_results: 0 }, {}))
      assert.strictEqual(failed.message, "max_results can't be used: expected 1–100")
      const fromEnvironment = yield* Effect.flip(ask({}, { PORTHOLE_MAX_RESULTS: "many" }))
      assert.strictEqual(fromEnvironment.message, "PORTHOLE_MAX_RESULTS can't be used: expected 1–100")
    }),
  )
})

/** A cache that keeps nothing and records its lookups. */
const emptyCache = (requested: Array<string>) => ({
  find: () => Effect.sync(() => void requested.push("find")),
  keep: () => Effect.void,
  isUnderWay: () => Effect.succeed(false),
  once: <A>(_: string, call: A) => call,
})

describe("the caller's service", () => {
  const web = Doubles.backend({
    search: () => Effect.succeed([{ title: "Hit", url: "https://hit.test/", snippet: "" }]),
    extract: ({ url }) => Effect.succeed({ title: "T", url, content: "x", links: [], status_code: 200 }),
  })
  const used: Array<string> = []
  const unusable = WebError.fail({ error: "budget_exceeded" })

  it.effect.each([
    ["PageCache", Layer.succeed(AnswerCache.PageCache, emptyCache(used)), true],
    ["SearchCache", Layer.succeed(AnswerCache.SearchCache, emptyCache(used)), true],
    ["RequestBudget", Layer.succeed(RequestBudget.RequestBudget, { spend: unusable }), false],
    ["PageCache that is none, on purpose", Layer.succeed(AnswerCache.PageCache, AnswerCache.noPages), false],
  ] as const)("takes the place of ours: a %s", ([name, provided, isRequested]) =>
    Effect.gen(function* () {
      used.length = 0
      const call = Effect.all([webFetch({ url: "https://site.test/" }), webSearch({ query: "x" })])
      const ends = yield* Effect.result(Effect.andThen(call, call)).pipe(
        Effect.provide(Layer.provide(Node.layer(), Layer.merge(web, provided))),
      )
      assert.strictEqual(Result.isFailure(ends), name === "RequestBudget")
      assert.strictEqual(used.length > 0, isRequested)
      assert.isFalse(Result.isSuccess(ends) && name.startsWith("PageCache") && ends.success[0].cached)
    }),
  )

  it.effect("an Extractor reads the fetched bytes", () =>
    Effect.gen(function* () {
      const extractor = Doubles.extractor(() => ({ title: "Mine", content: "x", links: [], text_length: 500 }))
      assert.strictEqual(yield* titleFrom(Layer.provide(over("theirs"), extractor)), "Mine")
    }),
  )

  it.effect("a Dialer is the tracer's dialer", () =>
    Effect.gen(function* () {
      const trace = yield* Operator.fetchTracer
      assert.deepInclude((yield* trace("https://site.test/")).end, { kind: "page", status: 204 })
    }).pipe(
      Effect.scoped,
      Effect.provide(
        Layer.merge(
          Doubles.resolver({ "site.test": ["93.184.216.34"] }),
          Doubles.dialer(() => ({ status: 204 })),
        ),
      ),
    ),
  )
})

describe("the stores under providers", () => {
  const settings = (options: ToolSettings.Input) =>
    Layer.provideMerge(Node.providerServices, ToolSettings.layer(options))
  const shared = Effect.all([SharedStores.RobotsStore, SharedStores.TurnStore, SharedStores.CircuitStore])
  const circuits = CircuitBreaker.layerStoreMemory()
  const redis = { redis_url: "redis://127.0.0.1:1" }

  it.effect("are also those of robots.txt and of turns", () =>
    Effect.gen(function* () {
      const [robots, turns, breakers] = yield* shared
      assert.strictEqual(Option.getOrUndefined(robots), yield* Persistence.BackingPersistence)
      assert.strictEqual(Option.getOrUndefined(turns), yield* RateLimiter.RateLimiterStore)
      assert.isTrue(Option.isNone(breakers))
    }).pipe(Effect.provide(Node.providerServices)),
  )

  it.effect("on a Redis are also those of circuits", () =>
    Effect.gen(function* () {
      const tags = (yield* shared).map(({ _tag }) => _tag)
      assert.deepStrictEqual(tags, ["Some", "Some", "Some"])
    }).pipe(Effect.provide(settings(redis))),
  )

  it.effect.each([{}, redis])("are a program's own, if it provides Effect's: %j", (options) =>
    Effect.gen(function* () {
      const stores = [
        Option.some(yield* Persistence.BackingPersistence),
        Option.some(yield* RateLimiter.RateLimiterStore),
        Option.some(yield* CircuitBreaker.CircuitBreakerStore),
      ]
      const found = yield* Effect.provide(shared, settings(options))
      assert.deepStrictEqual(found, stores)
    }).pipe(Effect.provide(Layer.mergeAll(Persistence.layerBackingMemory, RateLimiter.layerStoreMemory, circuits))),
  )

  it.effect.each([{}, redis])("are a program's own, if it sets SharedStores: %j", (options) =>
    Effect.gen(function* () {
      const breakers = Option.some(yield* CircuitBreaker.CircuitBreakerStore)
      const robots = Option.some(yield* Persistence.BackingPersistence)
      const found = yield* shared.pipe(
        Effect.provide(settings(options)),
        Effect.provideService(SharedStores.CircuitStore, breakers),
        Effect.provideService(SharedStores.RobotsStore, robots),
        Effect.provideService(SharedStores.TurnStore, Option.none()),
      )
      assert.strictEqual(found[0], robots)
      assert.isTrue(Option.isNone(found[1]))
      assert.strictEqual(found[2], breakers)
    }).pipe(Effect.provide(Layer.merge(Persistence.layerBackingMemory, circuits))),
  )
})

describe("each method of the backend", () => {
  it.effect("is made once, so that pins last across calls", () =>
    Effect.gen(function* () {
      const resolver = countingResolver()
      const dialer = Doubles.dialer(() => ({ status: 200, headers: { "content-type": "text/plain" }, body: "x" }))
      const read = webFetch({ url: "https://site.test/" })
      yield* Effect.andThen(read, read).pipe(
        Effect.provide(Node.backend().pipe(Layer.provide(Layer.merge(resolver.layer, dialer)))),
      )
      assert.deepStrictEqual(resolver.requested, ["site.test"])
    }),
  )
})
