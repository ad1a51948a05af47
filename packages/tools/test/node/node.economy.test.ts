/**
 * Tests caches, limits, domains and known URLs as programs use them: through the facade and through the toolkit's
 * layers.
 */
import { assert, describe, it } from "@effect/vitest"
import { AnswerCache, Conversation, RequestBudget, WebError } from "@porthole/core"
import { BoundedMemory } from "@porthole/stores"
import { Doubles } from "@porthole/testing"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { TestClock } from "effect/testing"
import { createWebTools, toModelResult, WebToolkit, WebTools } from "../../src/index.ts"

const url = "https://example.com/"

/** A backend that counts its calls. */
const counting = (status_code = 200) => {
  const requested: Array<string> = []
  const layer = Doubles.backend({
    search: ({ query }) =>
      Effect.sync(() => {
        requested.push(query)
        return [{ title: "Hit", url: "https://hit.example/", snippet: "" }]
      }),
    extract: (request) =>
      Effect.sync(() => {
        requested.push(request.url)
        return { title: "T", url: request.url, content: "c", links: ["https://link.example/"], status_code }
      }),
  })
  return { requested, layer }
}

const errorOf = (answer: object): unknown => ("error" in answer ? answer.error : undefined)
const cachedOf = (answer: object): unknown => ("cached" in answer ? answer.cached : undefined)

describe("the facade", () => {
  it("reads a page once, unless a setting changes that", async () => {
    const { requested, layer } = counting()
    await using tools = createWebTools({ layers: layer })
    assert.isFalse(cachedOf(await tools.webFetch({ url })))
    assert.isTrue(cachedOf(await tools.call("web_fetch", { url })))
    assert.isFalse(cachedOf(await tools.webFetch({ url, cache: false })))
    assert.lengthOf(requested, 2)
  })

  it.each([202, 204, 404])("reads a page that was answered with %i again", async (status) => {
    const { requested, layer } = counting(status)
    await using tools = createWebTools({ layers: layer })
    for (const page of [await tools.webFetch({ url }), await tools.webFetch({ url })]) {
      assert.deepInclude(page, { cached: false, status_code: status })
    }
    assert.lengthOf(requested, 2)
  })

  it("gives a model a cached page with its time", async () => {
    await using tools = createWebTools({ layers: counting().layer })
    const texts = [await tools.webFetch({ url }), await tools.webFetch({ url })].map((page) => toModelResult(page, {}))
    assert.deepStrictEqual(
      texts.map(({ text }) => /^Cached: a copy of \d{4}-\d\d-\d\dT\d\d:\d\dZ\.$/m.test(text)),
      [false, true],
    )
  })

  it("loads a page once for 100 calls at the same time, with any of them aborted", async () => {
    const { requested, layer } = counting()
    await using tools = createWebTools({ layers: layer })
    const controller = new AbortController()
    const calls = Array.from({ length: 100 }, (_, n) =>
      tools.webFetch({ url }, n % 2 === 0 ? { signal: controller.signal } : {}),
    )
    controller.abort()
    const ends = await Promise.allSettled(calls)
    assert.deepStrictEqual(
      ends.map(({ status }, n) => status === "fulfilled" || n % 2 === 0),
      Array.from({ length: 100 }, () => true),
    )
    assert.isAtMost(requested.length, 1)
  })

  it("shares nothing between separately created tools", async () => {
    const { requested, layer } = counting()
    await using one = createWebTools({ layers: layer, maxUses: 1 })
    await using other = createWebTools({ layers: layer, maxUses: 1 })
    await one.webFetch({ url })
    assert.isFalse(cachedOf(await other.webFetch({ url })))
    assert.lengthOf(requested, 2)
  })

  it("reports a used-up budget, of a minute or of a conversation; a cached page is free", async () => {
    const { layer } = counting()
    const stillClock = Layer.effect(Clock.Clock, TestClock.make())
    await using minute = createWebTools({ layers: Layer.merge(layer, stillClock), maxRequestsPerMinute: 1 })
    await minute.webFetch({ url })
    const limited = await minute.webFetch({ url: `${url}other` })
    assert.deepInclude(limited, { error: "rate_limited", retry_after: 60 })
    assert.isTrue(cachedOf(await minute.webFetch({ url })))

    await using uses = createWebTools({ layers: layer, maxUses: 1 })
    await uses.webSearch({ query: "x" })
    assert.strictEqual(errorOf(await uses.webFetch({ url })), "budget_exceeded")
    assert.isUndefined(errorOf(await uses.webSearch({ query: "x" })))
  })

  it("keeps to the domains allowed", async () => {
    const { requested, layer } = counting()
    await using tools = createWebTools({ layers: layer, allowDomains: ["example.com"], denyDomains: "*.example.com" })
    assert.isUndefined(errorOf(await tools.webFetch({ url })))
    assert.deepInclude(await tools.webFetch({ url: "https://a.example.com/" }), { reason: "domain_not_allowed" })
    assert.deepInclude(await tools.fetchImage({ url: "https://hit.example/a.png" }), { reason: "domain_not_allowed" })
    assert.deepInclude(await tools.webSearch({ query: "x" }), { count: 0 })
    assert.deepStrictEqual(requested, [url, "x"])
  })

  it("fetches only known URLs, under knownUrlsOnly", async () => {
    const { layer } = counting()
    await using tools = createWebTools({ layers: layer, knownUrlsOnly: true, knownUrls: ["https://always.example/"] })
    assert.deepInclude(await tools.webFetch({ url }), { error: "blocked_url", reason: "url_not_seen" })
    await tools.giveUrls(`Please read ${url}, and tell me.`)
    assert.isUndefined(errorOf(await tools.webFetch({ url })))
    assert.isUndefined(errorOf(await tools.webFetch({ url: "https://link.example/" })))
    assert.isUndefined(errorOf(await tools.webFetch({ url: "https://always.example/" })))
    await tools.giveUrls(["https://listed.example/"])
    assert.isUndefined(errorOf(await tools.webFetch({ url: "https://listed.example/" })))

    await using other = createWebTools({ layers: layer, knownUrlsOnly: true })
    assert.strictEqual(errorOf(await other.webFetch({ url })), "blocked_url")
  })

  it("rejects new URLs for disposed tools", async () => {
    const tools = createWebTools()
    await tools.dispose()
    assert.strictEqual(
      await tools.giveUrls(url).catch((error: unknown) => String(error)),
      "AbortError: These web tools were disposed. Create new ones.",
    )
  })

  it("has replaceable parts like any other layer", async () => {
    const { requested, layer } = counting()
    const noCache = Layer.succeed(AnswerCache.PageCache, {
      find: () => Effect.undefined,
      keep: () => Effect.void,
      isUnderWay: () => Effect.succeed(false),
      once: (_, call) => call,
    })
    const noBudget = Layer.succeed(RequestBudget.RequestBudget, {
      spend: WebError.fail({ error: "budget_exceeded" }),
    })
    await using uncached = createWebTools({ layers: Layer.merge(layer, noCache) })
    await uncached.webFetch({ url })
    await uncached.webFetch({ url })
    assert.lengthOf(requested, 2)
    await using poor = createWebTools({ layers: Layer.merge(layer, noBudget) })
    assert.strictEqual(errorOf(await poor.webFetch({ url })), "budget_exceeded")
  })

  it("can use the caller's store, which two instances may share", async () => {
    const { requested, layer } = counting()
    // One memory for two runtimes, made once here.
    const store = await Effect.runPromise(Effect.scoped(Layer.build(BoundedMemory.layer())))
    const layers = Layer.merge(layer, Layer.succeedContext(store))
    await using one = createWebTools({ layers })
    await using other = createWebTools({ layers })
    await one.webFetch({ url })
    assert.isTrue(cachedOf(await other.webFetch({ url })))
    assert.lengthOf(requested, 1)
  })

  it("shares pages, and the requests a minute, within a tenant only", async () => {
    const { requested, layer } = counting()
    const stores = Layer.merge(BoundedMemory.layer(), RateLimiter.layerStoreMemory)
    const shared = await Effect.runPromise(Effect.scoped(Layer.build(stores)))
    const options = {
      layers: Layer.merge(layer, Layer.succeedContext(shared)),
      rateLimitBy: "tenant",
      maxRequestsPerMinute: 1,
    } as const
    await using mine = createWebTools({ ...options, tenant: "mine" })
    await using mineToo = createWebTools({ ...options, tenant: "mine" })
    await using theirs = createWebTools({ ...options, tenant: "theirs" })
    await using nobodys = createWebTools(options)
    await using byDefault = createWebTools({ ...options, tenant: "default" })
    assert.isFalse(cachedOf(await mine.webFetch({ url })))
    assert.isTrue(cachedOf(await mineToo.webFetch({ url })))
    assert.strictEqual(errorOf(await mineToo.webFetch({ url: `${url}other` })), "rate_limited")
    assert.isFalse(cachedOf(await theirs.webFetch({ url })))
    assert.isFalse(cachedOf(await nobodys.webFetch({ url })))
    assert.isTrue(cachedOf(await byDefault.webFetch({ url })))
    assert.lengthOf(requested, 3)
  })

  it("has one budget and one cache for the web and for documentation sites", async () => {
    const { requested, layer } = counting()
    const docsSites = [{ name: "docs", baseUrl: `${url}docs` }] as const
    await using tools = createWebTools({ layers: layer, docsSites, maxUses: 3 })
    await tools.webFetch({ url })
    const page = await tools.docsFetch({ slug_or_url: "start" })
    assert.isFalse(cachedOf(page))
    await tools.docsSearch({ query: "x" })
    const exceeded = [
      await tools.webFetch({ url: `${url}other` }),
      await tools.docsFetch({ slug_or_url: "other" }),
      await tools.docsSearch({ query: "other" }),
    ]
    assert.deepStrictEqual(exceeded.map(errorOf), ["budget_exceeded", "budget_exceeded", "budget_exceeded"])
    assert.isTrue(cachedOf(await tools.docsFetch({ slug_or_url: "start" })))
    assert.isTrue(cachedOf(await tools.webFetch({ url })))
    assert.isUndefined(errorOf(await tools.docsSearch({ query: "x" })))
    assert.lengthOf(requested, 3)
  })

  it("under knownUrlsOnly fetches a documentation site's shown pages, and not omitted ones", async () => {
    const { layer } = counting()
    await using tools = createWebTools({
      layers: layer,
      docsSites: [{ name: "docs", baseUrl: "https://docs.example/guide" }],
      knownUrlsOnly: true,
    })
    assert.isUndefined(errorOf(await tools.docsFetch({ slug_or_url: "start" })))
    assert.isUndefined(errorOf(await tools.webFetch({ url: "https://link.example/" })))
    assert.deepInclude(await tools.docsSearch({ query: "x" }), { count: 0 })
    assert.deepInclude(await tools.webFetch({ url: "https://hit.example/" }), { reason: "url_not_seen" })
    await tools.webSearch({ query: "x" })
    assert.isUndefined(errorOf(await tools.webFetch({ url: "https://hit.example/" })))
  })
})

describe("the toolkit's handlers", () => {
  const fetchOf = (conversation: Conversation.ConversationId) =>
    Effect.flatMap(WebToolkit.toolkit, (kit) => kit.handle("web_fetch", { url })).pipe(
      Effect.provideService(Conversation.Conversation, conversation),
      Effect.flatMap(Stream.runLast),
      Effect.map((last) => cachedOf(Object(Option.getOrThrow(last).encodedResult))),
    )

  it.effect("have a cache over any backend, one a tenant", () => {
    const { requested, layer } = counting()
    return Effect.gen(function* () {
      assert.isFalse(yield* fetchOf({ id: "1", tenant: "a" }))
      assert.isTrue(yield* fetchOf({ id: "2", tenant: "a" }))
      assert.isFalse(yield* fetchOf({ id: "1", tenant: "b" }))
      assert.lengthOf(requested, 2)
    }).pipe(Effect.provide(WebTools.layer.pipe(Layer.provide(layer))))
  })
})
