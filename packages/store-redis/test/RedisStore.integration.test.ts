/** Tests the store against a real `redis-server` on loopback. clock: real, since a server's is. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Option, Result } from "effect"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { AnswerCache, Settings } from "@porthole/core"
import { PersistedAnswers, RateLimitedBudget } from "@porthole/stores"
import { AnswerCacheSuite, BackingStoreSuite, RequestBudgetSuite } from "@porthole/stores/testing"
import { PageSamples } from "@porthole/testing"
import { spawn } from "node:child_process"
import { connect } from "node:net"
import { join } from "node:path"
import { freePort } from "../../../test/freePort.ts"
import { RedisStore } from "../src/index.ts"
import * as RedisServer from "./support/redis.ts"
import { searching } from "./support/Searching.ts"
import { sharedCircuitTests } from "./support/SharedCircuitTests.ts"
import { serverForTests } from "./support/serverForTests.ts"
import { eventually, failureOf, open, patient, pause, urlOf } from "./support/store.ts"

const isMissing = RedisServer.isMissing()

/** A server's answer to one command, sent without a client library. */
const ask = (port: number, command: string) =>
  Effect.callback<string>((resume) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${command}\r\nQUIT\r\n`))
    socket.once("close", () => resume(Effect.succeed(answer.replace(/\+OK\r\n$/, ""))))
    let answer = ""
    socket.on("data", (chunk) => void (answer += chunk.toString()))
  })

describe.skipIf(isMissing)("RedisStore", () => {
  const server = serverForTests()

  let count = 0
  const fresh = Layer.unwrap(
    Effect.sync(() => RedisStore.layer({ ...patient, url: urlOf(server.port), prefix: `test:*[${count++}]` })),
  )
  const fixture = { layer: Layer.orDie(fresh), passTime: pause(100) }
  for (const { name, run } of BackingStoreSuite.cases(fixture)) it.live(name, () => run)

  describe("under the page cache", () => {
    const open = Effect.map(
      Layer.build(
        Layer.fresh(PersistedAnswers.layerPages).pipe(
          Layer.provide(
            Layer.orDie(Layer.unwrap(Effect.sync(() => RedisStore.layer({ ...patient, url: urlOf(server.port) })))),
          ),
        ),
      ),
      Context.get(AnswerCache.PageCache),
    )
    const cases = AnswerCacheSuite.cases({
      open,
      one: PageSamples.page("one"),
      other: PageSamples.page("other, with half a pair \ud800"),
      isShared: true,
    })
    // The clock of tests stands still, so a busy machine doesn't exceed the second that a call waits for a cache.
    for (const { name, run } of cases) it.effect(name, () => run)
  })

  describe("under the budget", () => {
    const layer = Layer.fresh(RateLimitedBudget.layer).pipe(
      Layer.provide(Layer.orDie(fresh)),
      Layer.provide(Layer.orDie(Settings.layer({ max_requests_per_minute: RequestBudgetSuite.requests }))),
    )
    // On a busy machine five requests would take as long as the next one has to wait.
    for (const { name, run } of RequestBudgetSuite.cases({ layer })) it.effect(name, () => run)
  })

  it.live("shares its entries between clients of one prefix, and with no other", () =>
    Effect.gen(function* () {
      const options = { url: urlOf(server.port), prefix: "shared" }
      const [one, two, other] = [
        yield* open(options),
        yield* open(options),
        yield* open({ ...options, prefix: "share" }),
      ]
      yield* one.set("a", { by: "one" }, undefined)
      yield* other.set("a", { by: "other" }, undefined)
      assert.deepStrictEqual(yield* two.get("a"), { by: "one" })
      yield* two.clear
      assert.isUndefined(yield* one.get("a"))
      assert.deepStrictEqual(yield* other.get("a"), { by: "other" })
    }),
  )

  it.live("puts everything below its prefix, `porthole` by default", () =>
    Effect.gen(function* () {
      const own = yield* RedisServer.make()
      const context = yield* Layer.build(RedisStore.layer({ ...patient, url: urlOf(own.port) }))
      const store = yield* open({ url: urlOf(own.port) })
      yield* store.set("https://example.com/", { at: 1 }, undefined)
      yield* Effect.gen(function* () {
        const limiter = yield* RateLimiter.RateLimiter
        yield* limiter.consume({ key: "tenant", limit: 5, window: "1 minute", algorithm: "token-bucket" })
        const breakers = yield* CircuitBreaker.CircuitBreakerStore
        yield* Effect.scoped(breakers.admit("site"))
      }).pipe(Effect.provide(RateLimiter.layer), Effect.provide(context))
      const keys = (yield* ask(own.port, "KEYS *")).split("\r\n").filter((line) => /^[^*$]/.test(line))
      assert.include(keys, "porthole:store:pages:https://example.com/")
      assert.isTrue(keys.some((key) => key.startsWith("porthole:limit:tenant")))
      assert.deepStrictEqual(
        keys.filter((key) => !key.startsWith("porthole:")),
        [],
      )
    }),
  )

  it.live("clears more keys than one SCAN step returns", () =>
    Effect.gen(function* () {
      const store = yield* open({ url: urlOf(server.port), prefix: "many" })
      const keys = Array.from({ length: 2_000 }, (_, at) => `key ${at}`)
      yield* Effect.forEach(keys, (key) => store.set(key, { key }, undefined), { concurrency: 50, discard: true })
      yield* store.clear
      const [first, ...rest] = keys
      assert.isTrue((yield* store.getMany([first!, ...rest])).every((value) => value === undefined))
    }),
  )

  it.live("treats garbage as absent, and another key's entry too", () =>
    Effect.gen(function* () {
      const store = yield* open({ url: urlOf(server.port), prefix: "garbage" })
      for (const garbage of ["{half", "{}", "[1]", "7"]) {
        yield* ask(server.port, `SET garbage:store:pages:a ${garbage}`)
        assert.isUndefined(yield* store.get("a"), garbage)
      }
      yield* store.set("a", { at: 1 }, undefined)
      assert.deepStrictEqual(yield* store.get("a"), { at: 1 })
      yield* ask(server.port, "COPY garbage:store:pages:a garbage:store:pages:b")
      assert.deepStrictEqual(yield* store.getMany(["a", "b"]), [{ at: 1 }, undefined])
    }),
  )

  it.live("treats an entry with any flipped bit as absent", () =>
    Effect.gen(function* () {
      const store = yield* open({ url: urlOf(server.port), prefix: "bits" })
      yield* store.set("a", { at: 1, text: "whales" }, undefined)
      const key = "bits:store:pages:a"
      const length = Number((yield* ask(server.port, `STRLEN ${key}`)).replace(/\D/g, ""))
      assert.isAbove(length, 80)
      const turn = (bit: number) =>
        Effect.map(ask(server.port, `GETBIT ${key} ${bit}`), (reply) => (reply.includes("1") ? 0 : 1)).pipe(
          Effect.flatMap((value) => ask(server.port, `SETBIT ${key} ${bit} ${value}`)),
        )
      for (let bit = 0; bit < 8 * length; bit += 67) {
        yield* turn(bit)
        assert.isUndefined(yield* store.get("a"), `bit ${bit}`)
        yield* turn(bit)
      }
      assert.deepStrictEqual(yield* store.get("a"), { at: 1, text: "whales" })
    }),
  )

  it.live("one bucket shared by two clients has only its own tokens", () =>
    Effect.gen(function* () {
      const take = Effect.gen(function* () {
        const limiter = yield* RateLimiter.RateLimiter
        const outcomes = yield* Effect.forEach(
          Array.from({ length: 40 }),
          () =>
            Effect.result(
              limiter.consume({
                key: "everyone",
                limit: 10,
                window: "1 hour",
                algorithm: "token-bucket",
                onExceeded: "fail",
              }),
            ),
          { concurrency: "unbounded" },
        )
        return outcomes.filter(Result.isSuccess).length
      }).pipe(
        Effect.provide(
          RateLimiter.layer.pipe(
            Layer.provide(RedisStore.layer({ ...patient, url: urlOf(server.port), prefix: "bucket" })),
          ),
        ),
      )
      const [one, two] = yield* Effect.all([take, take], { concurrency: "unbounded" })
      assert.strictEqual(one + two, 10)
    }),
  )

  it.live("selects the database of the URL, and signs in with its password", () =>
    Effect.gen(function* () {
      const own = yield* RedisServer.make({ password: "hunter2" })
      const store = yield* open({ url: urlOf(own.port, ":hunter2@") })
      yield* store.set("a", { at: 1 }, undefined)
      assert.deepStrictEqual(yield* store.get("a"), { at: 1 })
      for (const credentials of [":wrong@", "nobody:hunter2@", ""]) {
        const other = yield* open({ url: urlOf(own.port, credentials) })
        assert.strictEqual(yield* failureOf(other.get("a")), "Redis isn't connected")
      }
    }),
  )
})

describe.skipIf(isMissing)("a Redis that disappears", () => {
  it.live("and returns: operations fail meanwhile, and work again, scripts too", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make()
      const context = yield* Layer.build(RedisStore.layer({ ...patient, url: urlOf(server.port) }))
      const store = yield* open({ url: urlOf(server.port) })
      const consume = RateLimiter.RateLimiter.use((limiter) =>
        limiter.consume({ key: "a", limit: 1_000, window: "1 hour", algorithm: "token-bucket" }),
      ).pipe(Effect.provide(RateLimiter.layer), Effect.provide(context))
      for (let round = 0; round < 3; round++) {
        yield* eventually(store.set("a", { round }, undefined))
        yield* eventually(consume)
        assert.deepStrictEqual(yield* eventually(store.get("a")), { round })
        yield* server.kill
        yield* failureOf(store.get("a"))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(consume)))
        yield* server.start
      }
      yield* eventually(store.set("a", { round: "last" }, undefined))
    }),
  )

  it.live("while commands are pending fails all of them", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make()
      const store = yield* open({ url: urlOf(server.port) })
      yield* eventually(store.set("a", { at: 1 }, undefined))
      yield* server.freeze
      const waiting = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 100 }), () => Effect.result(store.get("a")), { concurrency: "unbounded" }),
      )
      yield* pause(50)
      yield* server.kill
      const outcomes = yield* Fiber.join(waiting)
      assert.isTrue(outcomes.every(Result.isFailure))
    }),
  )

  it.live("and was absent at the start is used later", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make()
      yield* server.kill
      const store = yield* open({ url: urlOf(server.port) })
      yield* failureOf(store.get("a"))
      yield* server.start
      yield* eventually(store.set("a", { at: 1 }, undefined))
      assert.deepStrictEqual(yield* eventually(store.get("a")), { at: 1 })
    }),
  )

  it.live("freezes: operations fail by the limit, and work again when it resumes", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make()
      const store = yield* open({ url: urlOf(server.port), replyTimeout: "300 millis" })
      yield* eventually(store.set("a", { at: 1 }, undefined))
      yield* server.freeze
      // A caller that gives up before the limit doesn't hide that the server is silent.
      const leaving = Effect.timeoutOption(failureOf(store.get("a")), "10 millis") // clock: the caller's own limit
      const isOffline = Effect.map(leaving, Option.contains("Redis isn't connected"))
      yield* Effect.repeat(isOffline, { until: (isOver) => isOver })
      yield* server.thaw
      assert.deepStrictEqual(yield* eventually(store.get("a")), { at: 1 })
    }),
  )
})

describe.skipIf(isMissing)("a process that used it", () => {
  const exitOf = (urls: ReadonlyArray<string>) =>
    Effect.callback<string>((resume) => {
      const child = spawn(process.execPath, [join(import.meta.dirname, "support/once.ts"), ...urls], {
        stdio: ["ignore", "pipe", "pipe"],
      })
      let printed = ""
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => void (printed += String(chunk)))
      child.once("exit", (code, signal) => resume(Effect.succeed(`${printed.trim()} ${code ?? signal}`)))
      return Effect.sync(() => void child.kill("SIGKILL"))
    })

  it.live("ends without a signal, whether it reached it or not", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make()
      const ports = [server.port, yield* freePort]
      assert.strictEqual(yield* exitOf(ports.map((port) => `redis://127.0.0.1:${port}`)), "Success\nFailure 0")
    }),
  )
})

sharedCircuitTests("searchers", searching)
