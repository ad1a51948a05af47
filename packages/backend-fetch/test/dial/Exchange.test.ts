/** Tests one exchange as undici drives it, without a socket. */
import { assert, describe, it } from "@effect/vitest"
import type { WebError } from "@porthole/core"
import { Effect, Exit, Fiber, Stream } from "effect"
import type { Dispatcher } from "undici"
import { Exchange } from "../../src/dial/Exchange.ts"

/** The callbacks and controls that undici passes to a handler, and a log of their use. */
const controlled = () => {
  const done: Array<string> = []
  const controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: () => void done.push("abort"),
    pause: () => {
      done.push("pause")
      Object.assign(controller, { paused: true })
    },
    resume: () => {
      done.push("resume")
      Object.assign(controller, { paused: false })
    },
  }
  return { controller, done }
}

const makeExchange = (mayGo = true) => {
  const counted: Array<string> = []
  const count = { begin: () => void counted.push("begin"), answered: () => void counted.push("answered") }
  return { counted, exchange: new Exchange([], () => mayGo, count) }
}

/** An exchange that has received its head. */
const answered = Effect.gen(function* () {
  const { controller, done } = controlled()
  const { exchange } = makeExchange()
  exchange.onRequestStart(controller)
  exchange.onResponseStart(controller, 200, {})
  return { controller, done, exchange, response: yield* exchange.response() }
})

const sizeOf = (body: Stream.Stream<Uint8Array, WebError.WebError>) =>
  Stream.runFold(
    body,
    () => 0,
    (sum, { length }) => sum + length,
  )

describe("a head", () => {
  it.effect("is available before the body", () =>
    Effect.gen(function* () {
      const { controller } = controlled()
      const { exchange } = makeExchange()
      const response = yield* Effect.forkChild(exchange.response(), { startImmediately: true })
      exchange.onRequestStart(controller)
      exchange.onResponseStart(controller, 103, { link: "</a>" })
      exchange.onResponseStart(controller, 200, { "X-One": "1", Two: ["2", "3"], none: undefined })
      const { headers, status } = yield* Fiber.join(response)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(Object.entries(headers), [
        ["x-one", "1"],
        ["two", "2, 3"],
      ])
    }),
  )

  it.effect("that was abandoned wakes no waiter", () =>
    Effect.gen(function* () {
      const { controller } = controlled()
      const { exchange } = makeExchange()
      const gone = yield* Effect.forkChild(exchange.response(), { startImmediately: true })
      yield* Fiber.interrupt(gone)
      const response = yield* Effect.forkChild(exchange.response(), { startImmediately: true })
      exchange.onResponseStart(controller, 204, {})
      assert.strictEqual((yield* Fiber.join(response)).status, 204)
    }),
  )
})

describe("a body", () => {
  it.effect("pauses its sender over 256 KiB of unread bytes, and resumes it once they are read", () =>
    Effect.gen(function* () {
      const { controller, done, exchange, response } = yield* answered
      exchange.onResponseData(controller, new Uint8Array(200_000))
      exchange.onResponseData(controller, new Uint8Array(62_144))
      assert.deepStrictEqual(done, [])
      exchange.onResponseData(controller, new Uint8Array(1))
      assert.deepStrictEqual(done, ["pause"])
      const size = yield* Effect.forkChild(sizeOf(response.body), { startImmediately: true })
      assert.deepStrictEqual(done, ["pause", "resume"])
      // Data that was read no longer counts.
      exchange.onResponseData(controller, new Uint8Array(262_144))
      assert.deepStrictEqual(done, ["pause", "resume"])
      exchange.onResponseEnd()
      assert.strictEqual(yield* Fiber.join(size), 524_289)
    }),
  )

  it.effect("is passed on as it arrives, up to its end", () =>
    Effect.gen(function* () {
      const { controller, done, exchange, response } = yield* answered
      let read = 0
      const reading = yield* Effect.forkChild(
        Stream.runForEach(response.body, ({ length }) => Effect.sync(() => (read += length))),
        { startImmediately: true },
      )
      exchange.onResponseData(controller, new Uint8Array(10))
      yield* Effect.promise(() => Promise.resolve())
      yield* Effect.yieldNow
      assert.strictEqual(read, 10)
      exchange.onResponseEnd()
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(reading)))
      assert.deepStrictEqual(done, [])
    }),
  )

  it.effect("that breaks off fails after its bytes so far", () =>
    Effect.gen(function* () {
      const { controller, exchange, response } = yield* answered
      exchange.onResponseData(controller, new Uint8Array(3))
      exchange.onResponseError(controller, new Error("other side closed"))
      const chunks: Array<Uint8Array> = []
      const reading = Stream.runForEach(response.body, (chunk) => Effect.sync(() => chunks.push(chunk)))
      assert.strictEqual((yield* Effect.flip(reading)).reason, "target_unreachable")
      assert.deepStrictEqual(chunks, [new Uint8Array(3)])
    }),
  )
})

describe("an exchange", () => {
  it("waits until a connection or a failure arrives", () => {
    const { controller } = controlled()
    const [started, failed] = [makeExchange().exchange, makeExchange().exchange]
    assert.deepStrictEqual([started.isAwaitingConnection, failed.isAwaitingConnection], [true, true])
    started.onRequestStart(controller)
    failed.onResponseError(controller, new Error("refused"))
    assert.deepStrictEqual([started.isAwaitingConnection, failed.isAwaitingConnection], [false, false])
  })

  it("is aborted when it is closed, unless it has ended", () => {
    const { controller, done } = controlled()
    const { exchange } = makeExchange()
    exchange.onRequestStart(controller)
    exchange.onResponseEnd()
    exchange.close()
    assert.deepStrictEqual(done, [])
    const other = makeExchange().exchange
    other.onRequestStart(controller)
    other.close()
    assert.deepStrictEqual(done, ["abort"])
  })

  it.each([
    ["was closed before", true, true],
    ["isn't allowed to go", false, false],
  ])("sends nothing if it %s", (_, mayGo, isClosed) => {
    const { controller, done } = controlled()
    const { counted, exchange } = makeExchange(mayGo)
    if (isClosed) exchange.close()
    exchange.onRequestStart(controller)
    assert.deepStrictEqual([done, counted], [["abort"], []])
  })
})
