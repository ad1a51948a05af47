/** Tests a `getaddrinfo` that never returns, which no real name server can cause on demand. */
import { assert, it } from "@effect/vitest"
import { Network, type WebError } from "@porthole/core"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import dns from "node:dns"
import { syncBuiltinESMExports } from "node:module"
import { afterAll, beforeAll } from "vitest"
import { NodeNetwork } from "../src/index.ts"

type Callback = (error: null, addresses: ReadonlyArray<{ readonly address: string; readonly family: number }>) => void

const underWay: Array<{ host: string; options: unknown; answer: Callback }> = []

const { lookup } = dns
const use = (instead: unknown): void => {
  Object.assign(dns, { lookup: instead })
  // This replaces the function also for modules that imported it by name, those loaded for other tests included.
  syncBuiltinESMExports()
}
beforeAll(() => use((host: string, options: unknown, answer: Callback) => underWay.push({ host, options, answer })))
afterAll(() => use(lookup))

const resolve = (host: string) => Network.Resolver.use((resolver) => resolver.resolve(host))
const wireOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

it.effect("a query that hangs is a timeout, and holds two threads at most until the system comes back", () =>
  Effect.gen(function* () {
    const [first, second, third] = yield* Effect.forEach(["a.test", "b.test", "c.test"], (host) =>
      Effect.forkChild(Effect.exit(resolve(host))),
    )
    yield* TestClock.adjust("5 seconds")
    for (const fiber of [first, second]) {
      const wire = yield* wireOf(Effect.flatten(Fiber.join(fiber!)))
      assert.strictEqual(wire.error, "timeout")
    }
    // The callers have ended but their threads haven't: the third lookup waits until one returns.
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(
      underWay.map(({ host }) => host),
      ["a.test", "b.test"],
    )
    underWay[0]?.answer(null, [])
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(underWay[2]?.host, "c.test")
    underWay[2]?.answer(null, [{ address: "93.184.216.34", family: 4 }])
    assert.deepStrictEqual(yield* Effect.flatten(Fiber.join(third!)), ["93.184.216.34"])
  }).pipe(Effect.provide(NodeNetwork.layerResolver)),
)

it.effect("the system resolves the canonical name to all addresses, in its own order", () =>
  Effect.gen(function* () {
    underWay.length = 0
    const fiber = yield* Effect.forkChild(resolve(" B\u00fccher.TEST. "))
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(underWay[0]?.host, "xn--bcher-kva.test")
    assert.deepStrictEqual(underWay[0]?.options, { all: true, order: "verbatim" })
    underWay[0]?.answer(null, [{ address: "93.184.216.34", family: 4 }])
    yield* Fiber.join(fiber)
  }).pipe(Effect.provide(NodeNetwork.layerResolver)),
)

it.effect("an answer without addresses is target_unreachable", () =>
  Effect.gen(function* () {
    underWay.length = 0
    const fiber = yield* Effect.forkChild(wireOf(resolve("empty.test")))
    yield* TestClock.adjust("1 millis")
    underWay[0]?.answer(null, [])
    assert.strictEqual((yield* Fiber.join(fiber)).reason, "target_unreachable")
  }).pipe(Effect.provide(NodeNetwork.layerResolver)),
)

it.effect("a caller that leaves while it waits for a thread leaves no trace", () =>
  Effect.gen(function* () {
    underWay.length = 0
    const fibers = yield* Effect.forEach(["d.test", "e.test", "f.test"], (host) => Effect.forkChild(resolve(host)))
    yield* TestClock.adjust("1 second")
    for (const fiber of fibers) yield* Fiber.interrupt(fiber)
    assert.strictEqual(underWay.length, 2)
    for (const { answer } of underWay.slice()) answer(null, [])
    const last = yield* Effect.forkChild(resolve("g.test"))
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(underWay[2]?.host, "g.test")
    underWay[2]?.answer(null, [{ address: "93.184.216.34", family: 4 }])
    assert.deepStrictEqual(yield* Fiber.join(last), ["93.184.216.34"])
  }).pipe(Effect.provide(NodeNetwork.layerResolver)),
)
