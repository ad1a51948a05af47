/** Tests which providers the ready-made search calls, in which order, and with which tenant's key. clock: real, since modules are loaded. */
import { assert, describe, it } from "@effect/vitest"
import { Conversation, Settings, type WebError, webFetch, webSearch } from "@porthole/core"
import { Credentials } from "@porthole/stores"
import { ProviderDouble } from "@porthole/provider-kit/testing"
import { ConfigProvider, Effect, Layer, Redacted, Result } from "effect"
import { createWebTools, Node } from "../../src/index.ts"

const json = (body: unknown, status = 200): ProviderDouble.Recorded => ({
  status,
  headers: { "retry-after": "0" },
  body,
})

/** Each provider's answer, with its own hit. */
const answers: Readonly<Record<string, ProviderDouble.Recorded>> = {
  "searx.test": json({ results: [{ url: "https://a.test/searxng", title: "SearXNG", content: "" }] }),
  "api.tavily.com": json({ results: [{ url: "https://a.test/tavily", title: "Tavily", content: "" }] }),
  "api.search.brave.com": json({
    web: { results: [{ url: "https://a.test/brave", title: "Brave", description: "" }] },
  }),
  "html.duckduckgo.com": {
    body: `<html><body><div id="links"><div class="result results_links web-result"><h2 class="result__title">
      <a class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.test%2Fduckduckgo&amp;rut=1">DuckDuckGo</a></h2>
      <a class="result__snippet">Snippet</a></div></div></body></html>`,
  },
  "r.jina.ai": json({
    code: 200,
    status: 20_000,
    data: { title: "By Jina", url: "https://a.test/", content: "# By Jina\n\nWords of the page." },
  }),
}

/** The providers, some of which fail. */
const world = (down: ReadonlyArray<string> = []) =>
  ProviderDouble.make(({ url }) => (down.includes(url.host) ? json({}, 500) : (answers[url.host] ?? json({}, 500))))

const hosts = (double: ProviderDouble.Double) => Array.from(new Set(double.seen.map(({ url }) => url.host)))

interface Situation {
  readonly env?: Record<string, string>
  readonly settings?: Settings.SettingsInput
  readonly options?: Node.Options
  readonly keys?: Credentials.CredentialsShape
  readonly down?: ReadonlyArray<string>
}

/** Modules are loaded within a call. A search has less than the half minute after which a second attempt begins. */
const patient = { search_timeout: "25 s", fetch_timeout: "120 s" } as const

/** A call in a situation, and the providers that it reached. */
const run = <A>(
  call: Effect.Effect<A, WebError.WebError, Layer.Success<ReturnType<typeof Node.backend>>>,
  { down = [], env = {}, keys, options = {}, settings = {} }: Situation,
) => {
  const double = world(down)
  const beneath = Layer.mergeAll(
    double.layer,
    Layer.orDie(Settings.layer({ ...patient, ...settings })),
    ConfigProvider.layer(ConfigProvider.fromEnv({ env: { XDG_CONFIG_HOME: "/nonexistent", ...env } })),
    keys === undefined ? Layer.empty : Layer.succeed(Credentials.Credentials, keys),
  )
  return Effect.map(
    Effect.result(call.pipe(Effect.provide(Node.backend(options).pipe(Layer.provideMerge(beneath))))),
    (result) => ({ result, requested: hosts(double), seen: double.seen }),
  )
}

const providerOf = (result: Result.Result<{ readonly provider: string }, WebError.WebError>) =>
  Result.isSuccess(result) ? result.success.provider : result.failure.reason

const search = webSearch({ query: "ships", include_metadata: true })

describe("auto", () => {
  it.live("tries the configured providers, in a fixed order", () =>
    Effect.gen(function* () {
      const env = { BRAVE_API_KEY: "b", TAVILY_API_KEY: "t" }
      const { requested, result } = yield* run(search, { env })
      assert.deepStrictEqual([providerOf(result), requested], ["tavily", ["api.tavily.com"]])
      const all = yield* run(search, { env: { ...env, SEARXNG_URL: "http://searx.test" } })
      assert.deepStrictEqual([providerOf(all.result), all.requested], ["searxng", ["searx.test"]])
    }),
  )

  it.live("tries the next one when one fails, and reports both", () =>
    Effect.gen(function* () {
      const env = { BRAVE_API_KEY: "b", TAVILY_API_KEY: "t" }
      const { result } = yield* run(search, { env, down: ["api.tavily.com"] })
      assert.deepInclude(Result.getOrThrow(result), {
        provider: "brave",
        attempts: [
          { provider: "tavily", outcome: "failed", reason: "tavily_unreachable" },
          { provider: "brave", outcome: "answered" },
        ],
      })
    }),
  )

  it.live("tries DuckDuckGo if none is configured, and Wikipedia after it", () =>
    Effect.gen(function* () {
      const { requested, result } = yield* run(search, {})
      assert.deepStrictEqual([providerOf(result), requested], ["duckduckgo", ["html.duckduckgo.com"]])
      const down = yield* run(search, { down: ["html.duckduckgo.com"] })
      assert.deepStrictEqual(down.requested, ["html.duckduckgo.com", "en.wikipedia.org"])
      assert.strictEqual(providerOf(down.result), "wikipedia_unreachable")
      const off = yield* run(search, { env: { PORTHOLE_DUCKDUCKGO: "off" } })
      assert.deepStrictEqual(off.requested, ["en.wikipedia.org"])
    }),
  )

  it.live("never tries a public provider instead of a configured one", () =>
    Effect.gen(function* () {
      const down = ["searx.test"]
      const { requested, result } = yield* run(search, { env: { SEARXNG_URL: "http://searx.test" }, down })
      assert.deepStrictEqual([providerOf(result), requested], ["searxng_unreachable", ["searx.test"]])
      const garbled = yield* run(search, { env: { SEARXNG_URL: "nonsense" } })
      assert.deepStrictEqual([providerOf(garbled.result), garbled.requested], ["searxng_not_configured", []])
    }),
  )

  it.live("never tries a public one because keys can't be looked up", () =>
    Effect.gen(function* () {
      const broken = { find: () => Effect.fail(new Credentials.CredentialsError({ message: "/secret/path is gone" })) }
      const { requested, result } = yield* run(search, { keys: broken })
      assert.deepStrictEqual(requested, [])
      assert.match(String(providerOf(result)), /_not_configured$/)
      assert.notInclude(JSON.stringify(result), "/secret/path")
    }),
  )

  it.live("names settings if all fail", () =>
    Effect.gen(function* () {
      const { result } = yield* run(search, { down: ["html.duckduckgo.com"] })
      assert.match(
        Result.isFailure(result) ? result.failure.message : "",
        /set its variable, for example SEARXNG_URL or TAVILY_API_KEY\.$/,
      )
    }),
  )
})

describe("a list of providers", () => {
  it.live("is tried in its order, including public providers", () =>
    Effect.gen(function* () {
      const env = { BRAVE_API_KEY: "b", TAVILY_API_KEY: "t" }
      const { requested } = yield* run(search, { env, settings: { provider: ["brave", "tavily"] } })
      assert.deepStrictEqual(requested, ["api.search.brave.com"])
      const over = yield* run(search, {
        env,
        settings: { provider: ["brave", "duckduckgo"] },
        down: ["api.search.brave.com"],
      })
      assert.strictEqual(providerOf(over.result), "duckduckgo")
    }),
  )

  it.live("reports those that aren't configured, and tries no other", () =>
    Effect.gen(function* () {
      const { requested, result } = yield* run(search, { settings: { provider: ["brave", "tavily"] } })
      assert.deepStrictEqual([providerOf(result), requested], ["tavily_not_configured", []])
      assert.match(Result.isFailure(result) ? result.failure.message : "", /Set TAVILY_API_KEY\.$/)
    }),
  )

  it.live("skips DuckDuckGo if it is switched off", () =>
    Effect.gen(function* () {
      const { requested, result } = yield* run(search, {
        options: { providers: { duckduckgo: { enabled: false } } },
        settings: { provider: "duckduckgo" },
      })
      assert.deepStrictEqual([providerOf(result), requested], ["duckduckgo_not_configured", []])
    }),
  )

  it.live("is searched in parallel under fan_out, and merged", () =>
    Effect.gen(function* () {
      const env = { BRAVE_API_KEY: "b", TAVILY_API_KEY: "t" }
      const { result } = yield* run(search, {
        env,
        settings: { search_mode: "fan_out", provider: ["brave", "tavily"] },
      })
      assert.deepInclude(Result.getOrThrow(result), { provider: "brave+tavily", count: 2 })
    }),
  )
})

describe("keys", () => {
  const keyOf = (seen: ReadonlyArray<ProviderDouble.Seen>) => seen[0]?.headers["authorization"]

  it.live("of the program take precedence over those of the environment", () =>
    Effect.gen(function* () {
      const env = { TAVILY_API_KEY: "of-the-environment" }
      const options = { providers: { tavily: { key: Redacted.make("of-the-program") } } }
      assert.strictEqual(keyOf((yield* run(search, { env, options })).seen), "Bearer of-the-program")
      assert.strictEqual(keyOf((yield* run(search, { env })).seen), "Bearer of-the-environment")
    }),
  )

  it.live("of one tenant serve no other's call", () =>
    Effect.gen(function* () {
      const keys = {
        find: ({ provider }: Credentials.WantedKey) =>
          Effect.map(Conversation.Conversation, ({ tenant }) =>
            tenant === "acme" && provider === "tavily" ? Redacted.make("of-acme") : undefined,
          ),
      }
      const as = (tenant: string) =>
        run(Effect.provideService(search, Conversation.Conversation, { id: "1", tenant }), {
          keys,
          settings: { provider: "tavily" },
        })
      assert.strictEqual(keyOf((yield* as("acme")).seen), "Bearer of-acme")
      const other = yield* as("other")
      assert.deepStrictEqual([providerOf(other.result), other.seen], ["tavily_not_configured", []])
    }),
  )
})

describe("a program's own vault", () => {
  it.live("is called, although the tools' caller doesn't have it", () =>
    Effect.gen(function* () {
      const double = world()
      const vault = Layer.succeed(Credentials.Credentials, {
        find: ({ provider }) => Effect.succeed(provider === "tavily" ? Redacted.make("of-the-vault") : undefined),
      })
      const backend = Node.backend().pipe(Layer.provide(Layer.merge(double.layer, vault)))
      assert.strictEqual((yield* Effect.provide(search, backend)).provider, "tavily")
      assert.strictEqual(double.seen[0]?.headers["authorization"], "Bearer of-the-vault")
    }),
  )
})

describe("readers", () => {
  it.live("are called in their order", () =>
    Effect.gen(function* () {
      const page = webFetch({ url: "https://a.test/" })
      const { requested, result } = yield* run(page, { settings: { reader: ["jina"] } })
      assert.deepStrictEqual(requested, ["r.jina.ai"])
      assert.strictEqual(Result.getOrThrow(result).title, "By Jina")
      const refused = yield* run(webFetch({ url: "http://10.0.0.1/" }), { settings: { reader: ["jina"] } })
      assert.deepStrictEqual([refused.requested, Result.isFailure(refused.result)], [[], true])
    }),
  )
})

describe("the facade", () => {
  it("takes addresses and keys of providers", async () => {
    const double = world()
    await using tools = createWebTools({
      providers: { brave: { key: "of-the-facade", url: "https://api.search.brave.com/proxied" } },
      provider: "brave",
      layers: double.layer,
    })
    assert.deepInclude(await tools.webSearch({ query: "ships" }), { provider: "brave", count: 1 })
    assert.include(double.seen[0]?.url.href, "/proxied/")
    assert.strictEqual(double.seen[0]?.headers["x-subscription-token"], "of-the-facade")
  })

  it("uses a provider's own service", async () => {
    const double = ProviderDouble.make(json({ items: [{ t: "T", u: "https://a.test/x" }] }))
    await using tools = createWebTools({
      providers: {
        json: { url: "https://api.test/find", results: "items", title: "t", link: "u" },
        serpapi: { engine: "bing" },
      },
      provider: "json",
      layers: double.layer,
    })
    assert.deepInclude(await tools.webSearch({ query: "ships" }), { provider: "json", count: 1 })
  })

  it("reads pages by a service of one's own, with its own address and key", async () => {
    const double = ProviderDouble.make(json({ page: { md: "# Ships\n\nOf wood." } }))
    await using tools = createWebTools({
      providers: {
        json: {
          url: "https://search.test/find",
          key: "of-the-search",
          readerUrl: "https://api.test/read",
          readerKey: Redacted.make("of-the-reader"),
          readerContent: "page.md",
        },
      },
      reader: "json",
      layers: double.layer,
    })
    assert.deepInclude(await tools.webFetch({ url: "https://a.test/ships" }), {
      title: "Ships",
      content_md: "# Ships\n\nOf wood.",
      url: "https://a.test/ships",
    })
    const requests = double.seen.map(({ headers, url }) => [url.href, headers["authorization"]])
    const sent = "https://api.test/read?url=https%3A%2F%2Fa.test%2Fships"
    assert.deepStrictEqual(requests, [[sent, "Bearer of-the-reader"]])
    assert.deepInclude(await tools.webFetch({ url: "http://10.0.0.1/" }), { error: "blocked_url" })
    assert.lengthOf(double.seen, 1)
  })

  it.each([{ bing: { key: "k" } }, { tavily: "k" }, { tavily: { key: 1 } }, { tavily: { apiKey: "k" } }, "tavily"])(
    "refuses %j",
    (providers) => {
      const options: object = { providers }
      assert.throws(() => createWebTools(options), /providers can't be used: expected an object of searxng, tavily/)
    },
  )
})
