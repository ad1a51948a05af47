import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { EventEmitter } from "node:events"
import * as Connections from "../src/Connections.ts"

/** A socket, a request on it, or a response, without a network. */
class Double extends EventEmitter {
  readonly socket = this
  destroyed = false
  writableLength = 0
  destroy() {
    this.destroyed = true
    this.emit("close")
  }
  finish() {
    this.emit("close")
  }
}

const opened = (connections: Connections.Connections): Double => {
  const socket = new Double()
  connections.open(socket)
  return socket
}
const openMany = (connections: Connections.Connections, count: number) =>
  Array.from({ length: count }, () => opened(connections))
const closedOf = (sockets: ReadonlyArray<Double>) => sockets.filter(({ destroyed }) => destroyed).length

/** Turns of the event loop, after which waiting connections are closed. */
const someTurns = Effect.promise(async () => {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** A request of a tenant that has been answered. */
const answered = Effect.fnUntraced(function* (connections: Connections.Connections, socket: Double, tenant: string) {
  const response = new Double()
  const turn = yield* connections.turn(socket, response)
  turn.admit(tenant)
  response.finish()
})

describe("waiting connections", () => {
  it.effect("are closed beyond the bound, the oldest first", () =>
    Effect.gen(function* () {
      const connections = Connections.make()
      const sockets = openMany(connections, Connections.maxWaiting + 10)
      assert.strictEqual(closedOf(sockets), 0, "before Node may have read their requests")
      yield* someTurns
      assert.strictEqual(closedOf(sockets.slice(0, 10)), 10)
      assert.strictEqual(closedOf(sockets), 10)
    }),
  )

  it.effect("of a tenant stay in a flood of strangers, and its new ones in a flood of another tenant's", () =>
    Effect.gen(function* () {
      const connections = Connections.make()
      const own = openMany(connections, 20)
      for (const socket of own) yield* answered(connections, socket, "other")
      const strangers = openMany(connections, 3_000)
      yield* someTurns
      assert.strictEqual(closedOf(own), 0)
      assert.strictEqual(closedOf(strangers), 3_000 + 20 - Connections.maxWaiting)
      const flood = openMany(connections, Connections.maxWaiting)
      for (const socket of flood) if (!socket.destroyed) yield* answered(connections, socket, "acme")
      const fresh = openMany(connections, 20)
      yield* someTurns
      assert.strictEqual(closedOf([...own, ...fresh]), 0)
    }),
  )

  it.effect("aren't those whose request runs", () =>
    Effect.gen(function* () {
      const connections = Connections.make()
      const running = opened(connections)
      const turn = yield* connections.turn(running, new Double())
      turn.admit("other")
      openMany(connections, 3_000)
      yield* someTurns
      assert.isFalse(running.destroyed)
    }),
  )

  it.effect("aren't those whose request has come; these are a pool of their own", () =>
    Effect.gen(function* () {
      const connections = Connections.make()
      const own = opened(connections)
      yield* answered(connections, own, "other")
      const fresh = opened(connections)
      yield* Effect.forEach([own, fresh], (socket) => connections.turn(socket, new Double()))
      openMany(connections, 3_000)
      yield* someTurns
      assert.deepStrictEqual([own.destroyed, fresh.destroyed], [false, false])
      const strangers = openMany(connections, Connections.maxAuthenticating + 10)
      yield* Effect.forEach(strangers, (socket) => connections.turn(socket, new Double()))
      assert.strictEqual(closedOf([fresh, ...strangers]), 12)
      assert.deepStrictEqual([own.destroyed, fresh.destroyed], [false, true])
    }),
  )
})

describe("bodies and answers", () => {
  it.effect("of the tenant with the most bytes end, the oldest first", () =>
    Effect.gen(function* () {
      const connections = Connections.make()
      const receiving = Effect.fnUntraced(function* (tenant: string, bytes: number) {
        const socket = opened(connections)
        const turn = yield* connections.turn(socket, new Double())
        turn.admit(tenant)
        yield* Effect.forkChild(turn.receive(Effect.never), { startImmediately: true })
        socket.emit("data", new Uint8Array(bytes))
        return socket
      })
      const other = yield* receiving("other", 1_000)
      const large = yield* Effect.forEach(Array.from({ length: 80 }), () => receiving("acme", 1024 * 1024))
      const small = yield* Effect.forEach(Array.from({ length: 2_000 }), () => receiving("acme", 1))
      yield* Effect.yieldNow
      assert.isFalse(other.destroyed)
      assert.strictEqual(closedOf(large), 80)
      assert.isBelow(2_000 - closedOf(small), Connections.maxBytes / Connections.ownBytes)
    }),
  )

  it.effect("that a client doesn't take are closed after the limit, and others aren't", () =>
    Effect.gen(function* () {
      const connections = Connections.make()
      const [slow, quick, silent] = [opened(connections), opened(connections), opened(connections)]
      const check = connections.closeSlow(Duration.seconds(30))
      slow.writableLength = quick.writableLength = 100
      for (let seconds = 0; seconds < 40; seconds += 2) {
        yield* check
        yield* TestClock.adjust("2 seconds")
        quick.writableLength = seconds % 4 === 0 ? 0 : 100
      }
      assert.deepStrictEqual([slow.destroyed, quick.destroyed, silent.destroyed], [true, false, false])
    }),
  )

  it.effect("are no more once a response is closed, also if its request is marked as run later", () =>
    Effect.gen(function* () {
      const connections = Connections.make()
      const [socket, response] = [opened(connections), new Double()]
      const turn = yield* connections.turn(socket, response)
      turn.admit("other")
      response.finish()
      const next = yield* connections.turn(socket, new Double())
      next.admit("other")
      socket.writableLength = 2 * Connections.maxBytes
      turn.send()
      assert.isFalse(socket.destroyed)
    }),
  )
})

describe("requests in advance", () => {
  it.effect("have their turns one after the other", () =>
    Effect.gen(function* () {
      const connections = Connections.make()
      const socket = opened(connections)
      const responses = Array.from({ length: 5 }, () => new Double())
      const begun: Array<number> = []
      yield* Effect.forEach(responses, (response, at) =>
        Effect.forkChild(Effect.map(connections.turn(socket, response), () => begun.push(at))),
      )
      for (const [at, response] of responses.entries()) {
        yield* Effect.yieldNow
        assert.deepStrictEqual(
          begun,
          Array.from({ length: at + 1 }, (_, index) => index),
        )
        response.finish()
      }
    }),
  )

  it.effect("end with their connection, which ends if they are too many", () =>
    Effect.gen(function* () {
      const connections = Connections.make()
      const socket = opened(connections)
      yield* connections.turn(socket, new Double())
      const waiting = yield* Effect.forEach(Array.from({ length: Connections.maxInAdvance }), () =>
        Effect.forkChild(connections.turn(socket, new Double())),
      )
      yield* Effect.yieldNow
      assert.isFalse(socket.destroyed)
      const last = yield* Effect.exit(connections.turn(socket, new Double()))
      assert.isTrue(socket.destroyed)
      for (const exit of [last, ...(yield* Effect.forEach(waiting, Fiber.await))])
        assert.isTrue(Exit.hasInterrupts(exit))
      const late = yield* Effect.exit(connections.turn(socket, new Double()))
      assert.isTrue(Exit.hasInterrupts(late))
    }),
  )
})

describe("the end", () => {
  it.effect("closes waiting connections at once, and the others after their requests", () =>
    Effect.gen(function* () {
      const connections = Connections.make()
      const [idle, running, response] = [opened(connections), opened(connections), new Double()]
      const turn = yield* connections.turn(running, response)
      turn.admit("other")
      connections.finish()
      assert.deepStrictEqual([idle.destroyed, running.destroyed], [true, false])
      response.finish()
      assert.isTrue(running.destroyed)
    }),
  )

  it.effect("closes all of them", () =>
    Effect.gen(function* () {
      const connections = Connections.make()
      const sockets = openMany(connections, 3)
      const received = yield* Deferred.make<void>()
      const [first] = sockets
      if (first !== undefined) {
        const turn = yield* connections.turn(first, new Double())
        yield* Effect.forkChild(turn.receive(Deferred.await(received)))
      }
      connections.closeAll()
      assert.strictEqual(closedOf(sockets), 3)
    }),
  )
})
