/** Tests robots rules in a store that several processes share, and in a faulty store. */
import { SharedStores, VERSION } from "@porthole/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option } from "effect"
import { Persistence } from "effect/persistence"
import { TestClock } from "effect/testing"
import { get, names, page, to, web, wireOf } from "../support/DoubledWeb.ts"
import * as RobotsFile from "../../src/site/RobotsFile.ts"
import * as RobotsStore from "../../src/site/RobotsStore.ts"

const origin = "http://a.test"
const key = `${VERSION} porthole ${origin}`

/** Sets the store of rules. */
const shareRules = (store: Layer.Layer<Persistence.BackingPersistence>) =>
  Layer.effect(SharedStores.RobotsStore, Effect.map(Persistence.BackingPersistence, Option.some)).pipe(
    Layer.provide(store),
  )

/** A separate process over a store: a site's pages, and the number of requests for its robots.txt. */
const over = (
  store: Layer.Layer<Persistence.BackingPersistence>,
  answer = { status: 200, body: "User-agent: *\nDisallow: /x\nCrawl-delay: 0.5" },
) => {
  let requested = 0
  const site = (path: string) => (path === "/robots.txt" ? (requested++, answer) : page())
  const { layer } = web({ "a.test": site }, names, { robots: true })
  return { requested: () => requested, layer: Layer.fresh(layer).pipe(Layer.provide(shareRules(store))) }
}

/** One store in memory for several processes. */
const shared = Effect.map(Layer.build(Persistence.layerBackingMemory), (context) => Layer.succeedContext(context))

type Operations = Partial<Persistence.BackingPersistenceStore>

/** A store with some operations replaced. */
const misbehaving = (operations: Operations) =>
  Layer.effect(
    Persistence.BackingPersistence,
    Effect.map(Persistence.BackingPersistence, ({ make }) =>
      Persistence.BackingPersistence.of({
        make: (storeId) => Effect.map(make(storeId), (store) => ({ ...store, ...operations })),
      }),
    ),
  ).pipe(Layer.provide(Persistence.layerBackingMemory))

const storeOf = (store: Layer.Layer<Persistence.BackingPersistence>) =>
  Effect.provide(
    Effect.flatMap(Persistence.BackingPersistence, ({ make }) => make(RobotsStore.storeId)),
    store,
  )

describe("a shared store", () => {
  it.effect("saves the next process the request while the answer is valid", () =>
    Effect.gen(function* () {
      const store = yield* shared
      const [first, second, third] = [over(store), over(store), over(store)]
      assert.strictEqual(
        (yield* wireOf(get(`${origin}/x`)).pipe(Effect.provide(first.layer))).error,
        "robots_disallowed",
      )
      yield* TestClock.adjust("23 hours")
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* wireOf(get(`${origin}/x`))).error, "robots_disallowed")
        assert.deepStrictEqual([first.requested(), second.requested()], [1, 0])
        // Not a day from now, but a day from the fetch.
        yield* TestClock.adjust("1 hour")
        yield* wireOf(get(`${origin}/x`))
        assert.strictEqual(second.requested(), 1)
      }).pipe(Effect.provide(second.layer))
      yield* wireOf(get(`${origin}/x`)).pipe(Effect.provide(third.layer))
      assert.strictEqual(third.requested(), 0)
    }),
  )

  it.effect("doesn't keep a temporary failure of a site", () =>
    Effect.gen(function* () {
      const store = yield* shared
      const failing = over(store, { status: 503, body: "" })
      yield* wireOf(get(`${origin}/`)).pipe(Effect.provide(failing.layer))
      const other = over(store)
      yield* get(`${origin}/`).pipe(Effect.provide(other.layer))
      assert.deepStrictEqual([failing.requested(), other.requested()], [1, 1])
    }),
  )

  it.effect.each([
    ["nothing of ours", { what: "ever" }],
    ["rules of another form", { fetched_at: 0, robots: { allow: "all" } }],
    ["a delay out of bounds", { fetched_at: 0, robots: { allow: [], disallow: [], crawl_delay: 3_600 } }],
    ["no time", { fetched_at: "now", robots: { allow: [], disallow: [] } }],
    ["a list", []],
    ["what is too old", { fetched_at: -86_400_000, robots: { allow: [], disallow: [] } }],
  ] as const)("with %s has no effect", ([, garbage]) =>
    Effect.gen(function* () {
      const store = yield* shared
      yield* Effect.flatMap(storeOf(store), ({ set }) => set(key, garbage, undefined))
      const { requested, layer } = over(store)
      assert.strictEqual((yield* wireOf(get(`${origin}/x`)).pipe(Effect.provide(layer))).error, "robots_disallowed")
      assert.strictEqual(requested(), 1)
      // The new rules replace it.
      const next = over(store)
      yield* wireOf(get(`${origin}/x`)).pipe(Effect.provide(next.layer))
      assert.strictEqual(next.requested(), 0)
    }),
  )

  it.effect("extends no lifetime because of a fast clock", () =>
    Effect.gen(function* () {
      const store = yield* shared
      const ahead = { fetched_at: 1e15, robots: { allow: [], disallow: ["/x"] } }
      yield* Effect.flatMap(storeOf(store), ({ set }) => set(key, ahead, RobotsFile.lifetime))
      const { requested, layer } = over(store)
      yield* Effect.gen(function* () {
        yield* wireOf(get(`${origin}/x`))
        assert.strictEqual(requested(), 0)
        yield* TestClock.adjust("24 hours")
        yield* wireOf(get(`${origin}/x`))
        assert.strictEqual(requested(), 1)
      }).pipe(Effect.provide(layer))
    }),
  )

  it.effect("keeps rules by their User-Agent token", () =>
    Effect.gen(function* () {
      const store = yield* shared
      yield* wireOf(get(`${origin}/x`)).pipe(Effect.provide(over(store).layer))
      const kept = yield* storeOf(store)
      assert.deepStrictEqual(yield* kept.get(key), {
        fetched_at: 0,
        robots: { allow: [], disallow: ["/x"], crawl_delay: 0.5 },
      })
      assert.isUndefined(yield* kept.get(`${VERSION} mybot ${origin}`))
    }),
  )
})

describe("a store that", () => {
  const down = Effect.fail(new Persistence.PersistenceError({ message: "down" }))

  it.effect.each([
    ["fails", { get: () => down, set: () => down }],
    ["dies", { get: () => Effect.die("bug"), set: () => Effect.die("bug") }],
  ] satisfies ReadonlyArray<readonly [string, Operations]>)("%s costs a download", ([, operations]) =>
    Effect.gen(function* () {
      const { requested, layer } = over(misbehaving(operations))
      assert.strictEqual((yield* get(`${origin}/`).pipe(Effect.provide(layer))).status_code, 200)
      assert.strictEqual(requested(), 1)
    }),
  )

  it.effect.each([
    ["https://a.test/", "private_or_metadata_target"],
    ["https://b.test/", "redirect_to_blocked_target"],
  ] as const)("hangs until a pin has expired has %s refused like its page", ([url, reason]) =>
    Effect.gen(function* () {
      const table: Record<string, ReadonlyArray<string>> = { ...names }
      const { dialled, layer } = web(
        {
          "a.test": (path) => (path === "/robots.txt" ? { status: 404 } : page()),
          "b.test": (path) => (path === "/robots.txt" ? { status: 404 } : to("https://a.test/")),
        },
        table,
        { robots: true, pin_ttl: "4 s" },
      )
      yield* Effect.gen(function* () {
        const first = yield* Effect.forkChild(get("http://a.test/"))
        yield* TestClock.adjust("2 seconds")
        yield* Fiber.join(first)
        // The site's pin is valid for two seconds more, and the store uses a part of them.
        table["a.test"] = ["10.0.0.1"]
        yield* TestClock.adjust(url === "https://a.test/" ? "1600 millis" : "0 millis")
        const second = yield* Effect.forkChild(wireOf(get(url)))
        yield* TestClock.adjust("4 seconds")
        assert.strictEqual((yield* Fiber.join(second)).reason, reason)
        assert.isTrue(dialled.every(({ address }) => !address.startsWith("10.")))
      }).pipe(Effect.provide(layer.pipe(Layer.provide(shareRules(misbehaving({ get: () => Effect.never }))))))
    }),
  )

  it.effect("hangs costs one second for reading and one for writing", () =>
    Effect.gen(function* () {
      const { requested, layer } = over(misbehaving({ get: () => Effect.never, set: () => Effect.never }))
      const fiber = yield* Effect.forkChild(get(`${origin}/`).pipe(Effect.provide(layer)))
      yield* TestClock.adjust("999 millis")
      assert.strictEqual(requested(), 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(requested(), 1)
      yield* TestClock.adjust("999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).status_code, 200)
    }),
  )
})
