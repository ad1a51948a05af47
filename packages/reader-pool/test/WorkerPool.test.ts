import { assert, describe, it, vi } from "@effect/vitest"
import { Conversation, WebError } from "@porthole/core"
import { Duration, Effect, Fiber, Metric, Result } from "effect"
import { TestClock } from "effect/testing"
import { readInWorker } from "../src/WorkerRead.ts"
import type { Task } from "../src/Task.ts"
import type { Listener, Usage, Worker } from "../src/Worker.ts"
import * as WorkerPool from "../src/WorkerPool.ts"
import * as WorkerSet from "../src/WorkerSet.ts"

/** A worker that a test scripts. It begins each task immediately and never answers by itself. */
class Played implements Worker {
  readonly sent: Array<Task> = []
  listener: Listener | undefined
  hasEnded = false
  /** Whether it begins no task by itself, as on a busy machine. */
  isLate = false
  used: Usage = { processorTime: 0, memory: 0 }
  #cause: { readonly cause: unknown } | undefined

  readonly isLost = () => this.#cause !== undefined
  readonly send = (task: Task): void => {
    this.sent.push(task)
    if (!this.isLate) this.listener?.begun()
  }
  readonly listen = (listener: Listener | undefined): void => {
    this.listener = listener
    if (this.#cause !== undefined) listener?.lost(this.#cause.cause)
  }
  readonly usage = () => Promise.resolve(this.used)
  /** What a worker that can't be ended keeps waiting for. */
  readonly #ending = Promise.withResolvers<void>()
  isStuck = false
  readonly end = (): Promise<void> => {
    this.hasEnded = true
    return this.isStuck ? this.#ending.promise : Promise.resolve()
  }
  readonly comeFree = (): void => this.#ending.resolve()

  answer(title = "x"): void {
    const extracted = { title, content: "", links: [], text_length: 0 }
    this.listener?.answered({ outcome: { extracted }, stages: [], attributes: {} })
  }
  refuse(error: string): void {
    this.listener?.answered({ outcome: { failed: { error } }, stages: [], attributes: {} })
  }
  lose(cause: unknown): void {
    this.#cause = { cause }
    this.listener?.lost(cause)
  }
}

const taskOf = (name: string): Task => ({
  module: "file:///format.js",
  fetched: { url: `https://site.test/${name}`, contentType: "text/html", bytes: new Uint8Array(1), mode: "markdown" },
  timeout: 1_000,
  isTraced: false,
})

const limits = { memory: 512, maxWait: Duration.seconds(30) }

/** Turns of the event loop, not time: a busy machine has as many as it needs. */
const settle = Effect.promise(async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** The patience of documents passes when a test lets it. */
const fakeTimers = Effect.acquireRelease(
  // clock: the test advances it
  Effect.sync(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })),
  () => Effect.sync(() => vi.useRealTimers()),
)

const pass = (ms: number) =>
  Effect.andThen(
    Effect.sync(() => vi.advanceTimersByTime(ms)),
    settle,
  )

/** A pool of scripted workers, all that were started, and ways to use it. */
const played = Effect.fnUntraced(function* (options: Partial<WorkerPool.Options> = {}) {
  const workers: Array<Played> = []
  const read = yield* WorkerPool.make({
    ...limits,
    size: 1,
    patience: Duration.hours(1),
    start: () => {
      const worker = new Played()
      workers.push(worker)
      return worker
    },
    ...options,
  })
  const enter = (name: string, tenant = "default") =>
    Effect.map(read(taskOf(name)), ({ outcome }) => outcome).pipe(
      Effect.provideService(Conversation.Conversation, { id: "a call", tenant }),
      Effect.forkChild,
    )
  const busy = (name: string) =>
    workers.find(({ listener, sent }) => listener !== undefined && sent.at(-1)?.fetched.url.endsWith(`/${name}`))
  return { busy, enter, workers }
})

const reported = (outcome: Result.Result<{ readonly title: string }, WebError.WebError>): string =>
  Result.match(outcome, { onSuccess: ({ title }) => title, onFailure: ({ error }) => error })

describe("a pool of workers", () => {
  it.effect("starts a worker with the first document, or immediately if there are modules to preload", () =>
    Effect.gen(function* () {
      const lazy = yield* played()
      const eager = yield* played({ preload: ["file:///reader.js"] })
      assert.deepStrictEqual([lazy.workers.length, eager.workers.length], [0, 1])
      yield* lazy.enter("a")
      yield* settle
      assert.lengthOf(lazy.workers, 1)
    }),
  )

  it.effect("reads one document after the other in one worker", () =>
    Effect.gen(function* () {
      const { enter, workers } = yield* played({ size: 4 })
      const fibers = [yield* enter("a"), yield* enter("b"), yield* enter("c")]
      for (const fiber of fibers) {
        yield* settle
        workers[0]?.answer()
        assert.strictEqual(reported(yield* Fiber.join(fiber)), "x")
      }
      assert.lengthOf(workers, 1)
    }),
  )

  it.effect("gives no document the late answer of another one", () =>
    Effect.gen(function* () {
      const workers: Array<Played> = []
      const start = () => {
        const worker = new Played()
        worker.isLate = workers.length === 0
        workers.push(worker)
        return worker
      }
      const { enter } = yield* played({ start })
      const late = yield* enter("a")
      yield* settle
      yield* TestClock.adjust("15 seconds")
      const next = yield* enter("b", "another tenant")
      yield* settle
      yield* TestClock.adjust("15 seconds")
      const outcome = yield* Fiber.join(late)
      assert.strictEqual(Result.isFailure(outcome) ? outcome.failure.reason : "", "overloaded")
      yield* settle
      workers[0]?.answer("the page of a")
      workers[1]?.answer("the page of b")
      assert.isTrue(workers[0]?.hasEnded)
      assert.strictEqual(reported(yield* Fiber.join(next)), "the page of b")
    }),
  )

  it.effect("starts another one when a document has waited, but no more than its size", () =>
    Effect.gen(function* () {
      yield* fakeTimers
      const { enter, workers } = yield* played({ size: 2, patience: Duration.millis(20) })
      const fibers = [yield* enter("a"), yield* enter("b"), yield* enter("c"), yield* enter("d")]
      yield* settle
      assert.lengthOf(workers, 1)
      for (let turn = 0; turn < 15; turn++) yield* pass(20)
      assert.lengthOf(workers, 2)
      for (let turn = 0; turn < 2; turn++) {
        for (const worker of workers) worker.answer()
        yield* settle
      }
      for (const fiber of fibers) assert.strictEqual(reported(yield* Fiber.join(fiber)), "x")
    }),
  )

  it.effect("starts no other one while documents make progress, unless one has waited for long", () =>
    Effect.gen(function* () {
      yield* fakeTimers
      const { enter, workers } = yield* played({ size: 2, patience: Duration.millis(100) })
      for (let at = 0; at < 20; at++) yield* enter("a")
      yield* settle
      const started: Array<number> = []
      for (let turn = 0; turn < WorkerPool.patientTimes; turn++) {
        workers[0]?.answer()
        yield* settle
        yield* pass(100)
        started.push(workers.length)
      }
      assert.deepStrictEqual(started, [1, 1, 1, 1, 2])
    }),
  )

  it.effect("counts its workers and the waiting documents", () =>
    Effect.gen(function* () {
      const figures = Effect.map(
        Effect.all([Metric.value(WorkerPool.workers), Metric.value(WorkerPool.waiting)]),
        (states) => states.map(({ value }) => value),
      )
      const [workers = 0, waiting = 0] = yield* figures
      const seen = Effect.map(figures, ([w = 0, q = 0]) => [w - workers, q - waiting])
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { enter, workers } = yield* played({ size: 1 })
          const fibers = [yield* enter("a"), yield* enter("b"), yield* enter("c")]
          yield* settle
          assert.deepStrictEqual(yield* seen, [1, 2])
          workers[0]?.answer()
          yield* settle
          assert.deepStrictEqual(yield* seen, [1, 1])
          yield* Fiber.interruptAll(fibers)
        }),
      )
      assert.deepStrictEqual(yield* seen, [0, 0])
    }),
  )

  it.effect("ends an idle worker, and starts one for the next document", () =>
    Effect.gen(function* () {
      yield* fakeTimers
      const { enter, workers } = yield* played({ idle: Duration.millis(20) })
      const first = yield* enter("a")
      yield* settle
      workers[0]?.answer()
      yield* Fiber.join(first)
      yield* pass(20)
      assert.isTrue(workers[0]?.hasEnded)
      const second = yield* enter("b")
      yield* settle
      workers[1]?.answer("second")
      assert.strictEqual(reported(yield* Fiber.join(second)), "second")
    }),
  )

  it.effect("rejects a document when the queue is full, and names the time to try again", () =>
    Effect.gen(function* () {
      const { enter } = yield* played()
      for (let at = 0; at <= WorkerPool.maxQueueLength; at++) yield* enter("a")
      yield* settle
      const outcome = yield* Fiber.join(yield* enter("b"))
      assert.strictEqual(reported(outcome), "rate_limited")
      if (Result.isSuccess(outcome)) return
      assert.match(outcome.failure.wire.message ?? "", /Too many documents/)
      assert.isNumber(outcome.failure.wire.retry_after)
    }),
  )

  it.effect("lets tenants take turns, and a tenant that fills the queue makes room for another one", () =>
    Effect.gen(function* () {
      const before = (yield* Metric.value(WorkerPool.waiting)).value
      const { busy, enter } = yield* played()
      yield* enter("first", "much")
      for (let at = 1; at < WorkerPool.maxQueueLength; at++) yield* enter(`page ${at}`, "much")
      const youngest = yield* enter("youngest", "much")
      yield* settle
      const other = yield* enter("other", "little")
      yield* settle
      assert.isDefined(youngest.pollUnsafe())
      const displaced = yield* Fiber.join(youngest)
      assert.match(Result.isFailure(displaced) ? (displaced.failure.wire.message ?? "") : "", /Too many documents/)
      assert.strictEqual((yield* Metric.value(WorkerPool.waiting)).value - before, WorkerPool.maxQueueLength)
      for (const name of ["first", "page 1"]) {
        busy(name)?.answer()
        yield* settle
      }
      busy("other")?.answer("other")
      assert.strictEqual(reported(yield* Fiber.join(other)), "other")
    }),
  )

  it.effect("keeps a worker for other tenants, which starts at once for the first of them", () =>
    Effect.gen(function* () {
      const { busy, enter, workers } = yield* played({ size: 2 })
      for (const name of ["slow 1", "slow 2", "slow 3"]) yield* enter(name, "much")
      yield* settle
      const other = yield* enter("other", "little")
      yield* settle
      assert.lengthOf(workers, 2)
      busy("other")?.answer("other")
      assert.strictEqual(reported(yield* Fiber.join(other)), "other")
      yield* settle
      assert.isUndefined(busy("slow 2"))
      yield* enter("next", "little")
      yield* settle
      assert.isDefined(busy("next"))
      busy("slow 1")?.refuse("timeout")
      yield* settle
      assert.isDefined(busy("slow 2"))
    }),
  )

  it.effect("limits the wait, which doesn't count as the document's own time", () =>
    Effect.gen(function* () {
      const { busy, enter } = yield* played({ maxWait: Duration.millis(1_500) })
      const [first, second, third] = [yield* enter("a"), yield* enter("b"), yield* enter("c")]
      yield* settle
      yield* TestClock.adjust("900 millis")
      busy("a")?.answer()
      yield* Fiber.join(first)
      yield* settle
      yield* TestClock.adjust("700 millis")
      const late = yield* Fiber.join(third)
      assert.match(Result.isFailure(late) ? (late.failure.wire.message ?? "") : "", /Too many documents/)
      yield* TestClock.adjust("200 millis")
      assert.isUndefined(second.pollUnsafe())
      busy("b")?.answer()
      assert.strictEqual(reported(yield* Fiber.join(second)), "x")
    }),
  )

  it.effect(
    "ends and replaces a worker that exceeds its document's time, which counts from when the reading begins",
    () =>
      Effect.gen(function* () {
        const { enter, workers } = yield* played()
        const slow = yield* enter("slow")
        yield* settle
        yield* TestClock.adjust("1 second")
        assert.isUndefined(slow.pollUnsafe())
        yield* TestClock.adjust("250 millis")
        assert.strictEqual(reported(yield* Fiber.join(slow)), "timeout")
        assert.isTrue(workers[0]?.hasEnded)
        const next = yield* enter("next")
        yield* settle
        workers[1]?.answer("next")
        assert.strictEqual(reported(yield* Fiber.join(next)), "next")
      }),
  )

  it.effect("retries a document in a fresh worker if one that has read others takes too much memory", () =>
    Effect.gen(function* () {
      const { enter, workers } = yield* played()
      const first = yield* enter("a")
      yield* settle
      workers[0]?.answer()
      yield* Fiber.join(first)
      const large = yield* enter("b")
      yield* settle
      for (const at of [0, 1]) {
        const worker = workers[at]
        if (worker !== undefined) worker.used = { processorTime: 0, memory: 520 }
        yield* TestClock.adjust("100 millis")
        yield* settle
        assert.isTrue(worker?.hasEnded)
      }
      const outcome = yield* Fiber.join(large)
      assert.match(Result.isFailure(outcome) ? (outcome.failure.wire.message ?? "") : "", /more memory/)
      assert.lengthOf(workers, 2)
    }),
  )

  it.effect("reads a document once more if its worker ended by itself, and replaces one that ended idle", () =>
    Effect.gen(function* () {
      const { enter, workers } = yield* played()
      const first = yield* enter("a")
      yield* settle
      workers[0]?.lose(new Error("killed"))
      yield* settle
      workers[1]?.answer("second try")
      assert.strictEqual(reported(yield* Fiber.join(first)), "second try")
      workers[1]?.lose(new Error("killed"))
      const second = yield* enter("b")
      yield* settle
      workers[2]?.answer()
      assert.strictEqual(reported(yield* Fiber.join(second)), "x")
      assert.deepStrictEqual(
        workers.map(({ sent }) => sent.length),
        [1, 1, 1],
      )
    }),
  )

  it.effect("fails a document that ends two workers", () =>
    Effect.gen(function* () {
      const { enter, workers } = yield* played()
      const fiber = yield* enter("a")
      for (const at of [0, 1]) {
        yield* settle
        workers[at]?.lose(new Error(`crash ${at}`))
      }
      const outcome = yield* Fiber.join(fiber)
      assert.strictEqual(reported(outcome), "extraction_failed")
      assert.match(Result.isFailure(outcome) ? String(WebError.causeOf(outcome.failure)) : "", /crash 1/)
      assert.lengthOf(workers, 2)
    }),
  )

  it.effect("fails a document whose worker can't be started, also where it waited for one", () =>
    Effect.gen(function* () {
      yield* fakeTimers
      const working = new Played()
      const starts = [() => working]
      const { enter } = yield* played({
        size: 2,
        patience: Duration.millis(20),
        start: () => {
          const start = starts.shift()
          if (start === undefined) throw new Error("spawn ENOMEM")
          return start()
        },
      })
      const first = yield* enter("a")
      const waiting = yield* enter("b")
      yield* settle
      for (let turn = 0; turn < 15; turn++) yield* pass(20)
      const outcome = yield* Fiber.join(waiting)
      assert.match(Result.isFailure(outcome) ? (outcome.failure.wire.message ?? "") : "", /can't be started/)
      assert.match(Result.isFailure(outcome) ? String(WebError.causeOf(outcome.failure)) : "", /ENOMEM/)
      working.answer()
      assert.strictEqual(reported(yield* Fiber.join(first)), "x")
    }),
  )

  it.effect("counts a worker that can't be ended, and starts another one when it has ended", () =>
    Effect.gen(function* () {
      yield* fakeTimers
      const { busy, enter, workers } = yield* played({
        size: 2,
        patience: Duration.millis(20),
        maxWait: Duration.seconds(5),
      })
      const stuck = [yield* enter("a"), yield* enter("b")]
      yield* settle
      while (workers.length < 2) yield* pass(20)
      for (const worker of workers) worker.isStuck = true
      yield* Fiber.interruptAll(stuck)
      const refused = yield* enter("c")
      yield* settle
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(reported(yield* Fiber.join(refused)), "rate_limited")
      assert.lengthOf(workers, 2)
      const next = yield* enter("d")
      for (let turn = 0; turn < 15; turn++) yield* pass(20)
      assert.lengthOf(workers, 2)
      workers[0]?.comeFree()
      yield* settle
      assert.lengthOf(workers, 3)
      busy("d")?.answer()
      assert.strictEqual(reported(yield* Fiber.join(next)), "x")
      workers[1]?.comeFree()
    }),
  )

  it.effect("keeps a worker that reports a failure, unless its time was over", () =>
    Effect.gen(function* () {
      const { busy, enter, workers } = yield* played()
      for (const [error, ended] of [
        ["extraction_failed", 0],
        ["timeout", 1],
      ] as const) {
        const fiber = yield* enter("a")
        yield* settle
        busy("a")?.refuse(error)
        assert.strictEqual(reported(yield* Fiber.join(fiber)), error)
        assert.strictEqual(workers.filter(({ hasEnded }) => hasEnded).length, ended)
      }
    }),
  )

  it.effect("replaces a worker that has read its number of documents", () =>
    Effect.gen(function* () {
      const { busy, enter, workers } = yield* played()
      for (let at = 0; at <= WorkerPool.maxDocuments; at++) {
        const fiber = yield* enter("a")
        yield* Effect.yieldNow
        busy("a")?.answer()
        yield* Fiber.join(fiber)
      }
      assert.deepStrictEqual(
        workers.map(({ hasEnded }) => hasEnded),
        [true, false],
      )
    }),
  )

  it.effect("ends a worker whose caller has left, and forgets its waiting documents", () =>
    Effect.gen(function* () {
      const { busy, enter, workers } = yield* played()
      const [first, second, third] = [yield* enter("a"), yield* enter("b"), yield* enter("c")]
      yield* settle
      yield* Fiber.interrupt(second)
      yield* Fiber.interrupt(first)
      yield* settle
      assert.isTrue(workers[0]?.hasEnded)
      assert.isUndefined(busy("b"))
      busy("c")?.answer()
      assert.strictEqual(reported(yield* Fiber.join(third)), "x")
    }),
  )

  it.effect("ends its workers with its scope", () =>
    Effect.gen(function* () {
      const { workers } = yield* Effect.scoped(
        Effect.gen(function* () {
          const pool = yield* played()
          const fiber = yield* pool.enter("a")
          yield* settle
          pool.workers[0]?.answer()
          yield* Fiber.join(fiber)
          return pool
        }),
      )
      assert.isTrue(workers[0]?.hasEnded)
    }),
  )

  it.effect("doesn't wait for a worker that can't be ended", () =>
    Effect.gen(function* () {
      const closing = yield* Effect.forkChild(
        Effect.scoped(
          Effect.gen(function* () {
            const { enter, workers } = yield* played()
            yield* enter("a")
            yield* settle
            for (const worker of workers) worker.isStuck = true
          }),
        ),
      )
      yield* settle
      assert.isUndefined(closing.pollUnsafe())
      yield* TestClock.adjust(WorkerSet.maxEnding)
      yield* settle
      assert.isDefined(closing.pollUnsafe())
    }),
  )
})

describe("a worker that reads a document", () => {
  const started = Effect.fnUntraced(function* (worker: Played) {
    const fiber = yield* Effect.forkChild(
      Effect.map(readInWorker(worker, taskOf("a"), limits), ({ outcome }) => outcome),
    )
    yield* settle
    return fiber
  })

  it.effect("is limited in processor time, counted from when the reading begins", () =>
    Effect.gen(function* () {
      const worker = new Played()
      worker.used = { processorTime: 5_000, memory: 0 }
      const fiber = yield* started(worker)
      yield* TestClock.adjust("100 millis")
      yield* settle
      worker.used = { processorTime: 5_850, memory: 0 }
      yield* TestClock.adjust("100 millis")
      yield* settle
      assert.isUndefined(fiber.pollUnsafe())
      worker.used = { processorTime: 5_950, memory: 0 }
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(reported(yield* Fiber.join(fiber)), "timeout")
    }),
  )

  it.effect("fails if it doesn't start", () =>
    Effect.gen(function* () {
      const fiber = yield* started(Object.assign(new Played(), { send: () => {} }))
      yield* TestClock.adjust("29 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual(reported(yield* Fiber.join(fiber)), "extraction_failed")
    }),
  )

  it.effect("fails if its answer has an unknown shape, or the task can't be sent", () =>
    Effect.gen(function* () {
      const worker = new Played()
      const fiber = yield* started(worker)
      worker.listener?.answered({ outcome: { extracted: { title: 1 } } })
      assert.strictEqual(reported(yield* Fiber.join(fiber)), "extraction_failed")
      const unsendable = yield* started(
        Object.assign(new Played(), {
          send: () => {
            throw new Error("no clone")
          },
        }),
      )
      assert.strictEqual(reported(yield* Fiber.join(unsendable)), "extraction_failed")
    }),
  )
})
