/** Tests which connections a dialer keeps, over real sockets and a test clock. */
import { assert, describe, it } from "@effect/vitest"
import { type Hop, type Network, Settings } from "@porthole/core"
import { Effect, Exit, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { channel } from "node:diagnostics_channel"
import * as UndiciDialer from "../../src/dial/UndiciDialer.ts"
import * as LocalSites from "../support/LocalSites.ts"

/** A dialer, and for each address the signals that end its connections. */
const watched = Effect.gen(function* () {
  const signals = new Map<string, Array<AbortSignal>>()
  const { dial } = yield* UndiciDialer.make((options) => {
    signals.set(options.address, [...(signals.get(options.address) ?? []), options.signal])
    return LocalSites.connector(options)
  })
  const endedOf = ({ address }: LocalSites.Site) => (signals.get(address) ?? []).map(({ aborted }) => aborted)
  return { dial, endedOf }
})

const read = (dial: Network.Dialer["Service"]["dial"], hop: Hop) =>
  Effect.scoped(Effect.flatMap(dial({ hop, headers: {} }), ({ body }) => Stream.runDrain(body)))

const site = () => LocalSites.web((_request, response) => response.end("x"))

it.effect("sends nothing once it is too late", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_000_000)
    const { dial } = yield* watched
    const paths: Array<string | undefined> = []
    const { hop } = yield* LocalSites.web((request, response) => {
      paths.push(request.url)
      response.end("x")
    })
    const late = yield* Effect.flip(Effect.scoped(dial({ hop, headers: {}, sendBefore: 1_000_000 })))
    assert.strictEqual(late.reason, "target_unreachable")
    assert.lengthOf(paths, 0)
    yield* Effect.scoped(dial({ hop, headers: {}, sendBefore: 1_000_001 }))
    assert.lengthOf(paths, 1)
  }).pipe(Effect.scoped),
)

describe("the connections of a pin", () => {
  it.effect("are reused one request after the other", () =>
    Effect.gen(function* () {
      const { dial, endedOf } = yield* watched
      const ports = new Set<number | undefined>()
      const counting = yield* LocalSites.web((request, response) => {
        ports.add(request.socket.remotePort)
        response.end("x")
      })
      for (let round = 0; round < 3; round++) yield* read(dial, counting.hop)
      assert.strictEqual(ports.size, 1)
      assert.deepStrictEqual(endedOf(counting), [false])
    }).pipe(Effect.scoped, Effect.provide(Settings.layer({ per_host_concurrency: 1 }))),
  )

  it.effect("end with the next new pin after four seconds without use", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000)
      const { dial, endedOf } = yield* watched
      const [first, second, third] = yield* Effect.all([site(), site(), site()])
      yield* read(dial, first.hop)
      yield* TestClock.adjust("3999 millis")
      yield* read(dial, second.hop)
      assert.deepStrictEqual([endedOf(first), endedOf(second)], [[false], [false]])
      yield* TestClock.adjust("1 millis")
      yield* read(dial, third.hop)
      assert.deepStrictEqual([endedOf(first), endedOf(second)], [[true], [false]])
      yield* read(dial, first.hop)
      assert.deepStrictEqual(endedOf(first), [true, false])
    }).pipe(Effect.scoped),
  )

  it.effect("stay while a caller uses them", () =>
    Effect.gen(function* () {
      const { dial, endedOf } = yield* watched
      const [first, second] = yield* Effect.all([site(), site()])
      yield* dial({ hop: first.hop, headers: {} })
      yield* TestClock.adjust("1 hour")
      yield* read(dial, second.hop)
      assert.deepStrictEqual(endedOf(first), [false])
    }).pipe(Effect.scoped),
  )

  it.effect("end with the dialer, and so does its hold on instrumentation", () =>
    Effect.gen(function* () {
      const created = channel("undici:request:create")
      const listener = () => {}
      created.subscribe(listener)
      const scope = yield* Scope.make()
      const { dial, endedOf } = yield* Scope.provide(watched, scope)
      const one = yield* site()
      yield* read(dial, one.hop)
      yield* Scope.close(scope, Exit.void)
      created.unsubscribe(listener)
      assert.deepStrictEqual(endedOf(one), [true])
      assert.isFalse(created.hasSubscribers)
    }).pipe(Effect.scoped),
  )
})
