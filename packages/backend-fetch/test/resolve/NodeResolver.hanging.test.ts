/** Tests a `getaddrinfo` that never returns, which no real name server can cause on demand. */
import { assert, it } from "@effect/vitest"
import { Conversation, Network, type WebError } from "@porthole/core"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import dns from "node:dns"
import { syncBuiltinESMExports } from "node:module"
import { afterAll, beforeAll, vi } from "vitest"
import * as NodeResolver from "../../src/resolve/NodeResolver.ts"

type Callback = (error: null, addresses: ReadonlyArray<{ readonly address: string; readonly family: number }>) => void

const underWay: Array<{ host: string; options: unknown; answer: Callback }> = []
const hosts = () => underWay.map(({ host }) => host)

/** Answers the look-up of a host, which then isn't under way. */
const answer = (host: string, ...addresses: ReadonlyArray<string>): void => {
  const at = hosts().indexOf(host)
  assert.isAtLeast(at, 0, `${host} isn't under way`)
  const [lookup] = underWay.splice(at, 1)
  lookup?.answer(
    null,
    addresses.map((address) => ({ address, family: 4 })),
  )
}

const { lookup } = dns
const use = (instead: unknown): void => {
  Object.assign(dns, { lookup: instead })
  // This replaces the function also for modules that imported it by name, those loaded for other tests included.
  syncBuiltinESMExports()
}
afterAll(() => use(lookup))

const resolve = (host: string) => Network.Resolver.use((resolver) => resolver.resolve(host))
const ofTenant = <A, E, R>(tenant: string, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Conversation.Conversation, { id: tenant, tenant })

/** Two tenants are seen before the tests, so that neither may use both threads. */
beforeAll(async () => {
  use((host: string, options: unknown, answer: Callback) => underWay.push({ host, options, answer }))
  for (const tenant of ["default", "other"]) {
    const seen = Effect.provide(ofTenant(tenant, resolve("seen.test")), NodeResolver.layer)
    const fiber = Effect.runFork(seen)
    await vi.waitUntil(() => hosts().includes("seen.test"), { timeout: 500_000 })
    answer("seen.test", "93.184.216.34")
    await Effect.runPromise(Fiber.join(fiber))
  }
})

const wireOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

it.effect("a query that hangs is a timeout, and holds its thread until the system comes back", () =>
  Effect.gen(function* () {
    const first = yield* Effect.forkChild(wireOf(resolve("a.test")))
    const second = yield* Effect.forkChild(resolve("b.test"))
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual((yield* Fiber.join(first)).error, "timeout")
    // The caller has ended but its thread hasn't: its tenant's next look-up waits until it returns.
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(hosts(), ["a.test"])
    const other = yield* Effect.forkChild(ofTenant("other", resolve("c.test")))
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(hosts(), ["a.test", "c.test"])
    for (const host of ["c.test", "a.test", "b.test"]) answer(host, "93.184.216.34")
    assert.deepStrictEqual(yield* Fiber.join(second), ["93.184.216.34"])
    assert.deepStrictEqual(yield* Fiber.join(other), ["93.184.216.34"])
  }).pipe(Effect.provide(NodeResolver.layer)),
)

it.effect("resolvers of several layers share the threads of their process", () =>
  Effect.gen(function* () {
    const tools = Effect.provide(NodeResolver.layer, { local: true })
    for (const host of ["a.test", "b.test", "c.test"]) yield* Effect.forkChild(tools(resolve(host)))
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(hosts(), ["a.test"])
    for (const host of ["a.test", "b.test", "c.test"]) answer(host)
  }),
)

it("the number of look-ups follows the size of libuv's pool, and leaves threads for files", () => {
  const sizes = [undefined, "4", "1", "2", "8", "16", "32", "", "x", "0", "-1", "5000"]
  assert.deepStrictEqual(sizes.map(NodeResolver.maxLookups), [2, 2, 1, 1, 3, 7, 15, 1, 1, 1, 511, 511])
})

it.effect("the system resolves the canonical name to all addresses, in its own order", () =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(resolve(" B\u00fccher.TEST. "))
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(underWay[0]?.options, { all: true, order: "verbatim" })
    answer("xn--bcher-kva.test", "93.184.216.34", "93.184.216.35")
    assert.deepStrictEqual(yield* Fiber.join(fiber), ["93.184.216.34", "93.184.216.35"])
  }).pipe(Effect.provide(NodeResolver.layer)),
)

it.effect("an answer without addresses is target_unreachable", () =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(wireOf(resolve("empty.test")))
    yield* TestClock.adjust("1 millis")
    answer("empty.test")
    assert.strictEqual((yield* Fiber.join(fiber)).reason, "target_unreachable")
  }).pipe(Effect.provide(NodeResolver.layer)),
)

it.effect("a caller that leaves while it waits for a thread leaves no trace", () =>
  Effect.gen(function* () {
    const fibers = yield* Effect.forEach(["d.test", "e.test", "f.test"], (host) => Effect.forkChild(resolve(host)))
    yield* TestClock.adjust("1 second")
    for (const fiber of fibers) yield* Fiber.interrupt(fiber)
    answer("d.test")
    assert.lengthOf(underWay, 0)
    const last = yield* Effect.forkChild(resolve("g.test"))
    yield* TestClock.adjust("1 millis")
    answer("g.test", "93.184.216.34")
    assert.deepStrictEqual(yield* Fiber.join(last), ["93.184.216.34"])
  }).pipe(Effect.provide(NodeResolver.layer)),
)
