/** `getaddrinfo` that never comes back, which no real name server can be made to do on demand. */
import { assert, it } from "@effect/vitest"
import { Resolver, type WebError } from "@porthole/core"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { vi } from "vitest"
import { NodeResolver } from "../src/index.ts"

type Callback = (error: null, addresses: ReadonlyArray<{ readonly address: string; readonly family: number }>) => void

const underWay = vi.hoisted((): Array<{ host: string; answer: Callback }> => [])
vi.mock("node:dns", () => ({
  lookup: (host: string, _options: unknown, answer: Callback) => underWay.push({ host, answer }),
}))

const resolve = (host: string) => Resolver.Resolver.use((resolver) => resolver.resolve(host))
const wireOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

it.effect("a query that hangs is a timeout, and holds two threads at most until the system comes back", () =>
  Effect.gen(function* () {
    const callers = yield* Effect.forEach(["a.test", "b.test", "c.test", "d.test"], (host) =>
      Effect.forkChild(wireOf(resolve(host))),
    )
    yield* TestClock.adjust("5 seconds")
    for (const caller of callers) assert.strictEqual((yield* Fiber.join(caller)).error, "timeout")
    assert.deepStrictEqual(
      underWay.map(({ host }) => host),
      ["a.test", "b.test"],
    )
    // The callers are gone, their threads aren't: a new question waits until one comes back.
    const late = yield* Effect.forkChild(resolve("e.test"))
    yield* TestClock.adjust("1 second")
    assert.strictEqual(underWay.length, 2)
    underWay[0]?.answer(null, [])
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(underWay[2]?.host, "e.test")
    underWay[2]?.answer(null, [{ address: "93.184.216.34", family: 4 }])
    assert.deepStrictEqual(yield* Fiber.join(late), ["93.184.216.34"])
  }).pipe(Effect.provide(NodeResolver.layer)),
)
