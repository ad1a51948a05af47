/**
 * Tests an absent Redis and a server that isn't Redis: nothing hangs, nothing crashes, and no message contains the
 * password. clock: real, since sockets are.
 */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { inspect } from "node:util"
import { freePort } from "../../../test/freePort.ts"
import { serve } from "./support/silentServer.ts"
import { eventually, failureOf, open, pause, urlOf } from "./support/store.ts"

describe("an absent Redis", () => {
  it.live("doesn't fail the layer; each operation fails, also many in parallel", () =>
    Effect.gen(function* () {
      const store = yield* open({ url: urlOf(yield* freePort) })
      const outcomes = yield* Effect.forEach(
        [
          store.get("a"),
          store.getMany(["a", "b"]),
          store.set("a", {}, undefined),
          store.setMany([["a", {}, undefined]]),
          store.remove("a"),
          store.clear,
        ],
        failureOf,
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(new Set(outcomes), new Set(["Redis isn't connected"]))
    }),
  )

  it.live("is tried again after pauses, not for each operation", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* serve((socket) => socket.destroy())
      const store = yield* open({ url: urlOf(port) })
      for (let at = 0; at < 200; at++) {
        yield* failureOf(store.get("a"))
        yield* pause(1)
      }
      // A busy machine needs longer for them, in which pauses end.
      assert.isAtLeast(sockets.length, 1)
      assert.isAtMost(sockets.length, 100)
    }),
  )

  it.live("gets no connection before the first use", () =>
    Effect.gen(function* () {
      const [unused, used] = [yield* serve(() => {}), yield* serve((socket) => socket.destroy())]
      yield* open({ url: urlOf(unused.port) })
      const store = yield* open({ url: urlOf(used.port) })
      yield* failureOf(store.get("a"))
      assert.isAtLeast(used.sockets.length, 1)
      assert.strictEqual(unused.sockets.length, 0)
    }),
  )
})

describe("a server that accepts and never answers", () => {
  it.live("fails operations after its limit, later ones immediately; a caller can always leave", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* serve(() => {})
      const store = yield* open({ url: urlOf(port), connectTimeout: "300 millis" })
      // clock: the caller's own limit
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Effect.timeout(store.get("a"), "50 millis"))))
      const first = yield* Effect.forEach([1, 2, 3], () => failureOf(store.get("a")), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        first,
        Array.from({ length: 3 }, () => "Redis isn't connected"),
      )
      assert.strictEqual(yield* failureOf(store.get("a")), "Redis isn't connected")
      assert.isAtLeast(sockets.length, 1)
    }),
  )

  it.effect("but answers in the end gets its one connection, though no operation waits for it", () =>
    Effect.gen(function* () {
      const held: Array<() => void> = []
      const { port, sockets } = yield* serve((socket) =>
        socket.on("data", (chunk) => {
          if (chunk.includes("PING")) held.push(() => void socket.write("+PONG\r\n"))
          else socket.write("$-1\r\n")
        }),
      )
      const store = yield* open({ url: urlOf(port), connectTimeout: "1 hour", replyTimeout: "1 second" })
      const early = yield* Effect.forkChild(failureOf(store.get("a")), { startImmediately: true })
      while (held.length === 0) yield* pause(10)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(early), "Redis isn't connected")
      held[0]?.()
      assert.isUndefined(yield* eventually(store.get("a")))
      assert.lengthOf(sockets, 1)
    }),
  )

  it.live("has no connection left when the scope ends, at any time during its setup", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* serve((socket) => socket.resume())
      for (let steps = 0; steps < 40; steps++) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const store = yield* open({ url: urlOf(port) })
            yield* Effect.forkChild(store.get("a"))
            yield* Effect.repeat(Effect.yieldNow, { times: steps })
          }),
        )
      }
      const isOver = () => sockets.every((socket) => socket.destroyed || socket.readableEnded)
      for (let at = 0; at < 6_000 && (at < 20 || !isOver()); at++) yield* pause(10)
      assert.isAbove(sockets.length, 0)
      assert.isTrue(isOver())
    }),
  )

  it.live("or answers something else fails operations", () =>
    Effect.gen(function* () {
      const { port } = yield* serve((socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"))
      const store = yield* open({ url: urlOf(port), connectTimeout: "300 millis" })
      yield* failureOf(store.get("a"))
      yield* failureOf(store.set("a", {}, undefined))
    }),
  )
})

describe("a server that freezes once it has answered", () => {
  /** Answers each connection's PING, and each GET unless its key contains `frozen`; keeps all connections open. */
  const freezing = () =>
    serve((socket) =>
      socket.on("data", (chunk) => {
        const text = chunk.toString("latin1")
        if (text.includes("PING")) socket.write("+PONG\r\n")
        else if (!text.includes("frozen")) socket.write("$-1\r\n")
      }),
    )

  it.live("fails operations after the reply limit, and gets a new connection", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* freezing()
      const store = yield* open({ url: urlOf(port), replyTimeout: "300 millis" })
      assert.isUndefined(yield* eventually(store.get("a")))
      assert.strictEqual(yield* failureOf(store.get("frozen")), "Redis didn't reply in time")
      assert.isUndefined(yield* eventually(store.get("a")))
      assert.isAtLeast(sockets.length, 2)
    }),
  )

  it.live("gets a new connection even if every caller leaves before a reply", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* freezing()
      const store = yield* open({ url: urlOf(port), replyTimeout: "300 millis" })
      assert.isUndefined(yield* eventually(store.get("a")))
      for (let at = 0; at < 6_000 && sockets.length < 2; at++) {
        yield* Effect.exit(Effect.timeout(store.get("frozen"), "10 millis")) // clock: the caller's own limit
        yield* pause(10)
      }
      assert.isAtLeast(sockets.length, 2)
    }),
  )
})

describe("the password", () => {
  it.live("shows in no log, error or printed value, even if the server repeats it", () =>
    Effect.gen(function* () {
      const { port } = yield* serve((socket) =>
        socket.on("data", (chunk) =>
          socket.write(`-ERR unknown command, with args: ${chunk.toString("hex")} hunter2\r\n`),
        ),
      )
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message, cause }) => void lines.push(message, Cause.pretty(cause)))
      const options = { url: urlOf(port, ":hunter2@"), connectTimeout: "1 hour", replyTimeout: "1 hour" } as const
      const seen = yield* Effect.gen(function* () {
        const store = yield* open(options)
        const exit = yield* Effect.exit(store.get("a"))
        assert.isTrue(Exit.isFailure(exit))
        return [store, exit, options]
      }).pipe(Effect.provide(Logger.layer([logger])), Effect.provideService(References.MinimumLogLevel, "Trace"))
      const shown = [...seen, lines].map(
        (value) => `${inspect(value, { depth: 20, showHidden: true })} ${JSON.stringify(value)}`,
      )
      assert.include(shown.join(), "Redis: no connection (ERR)")
      assert.notInclude(shown.join(), "hunter2")
    }),
  )
})
