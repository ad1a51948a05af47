/** Tests the calls of jobs over a store in memory, as a program with Effect makes them. */
import { assert, describe, it } from "@effect/vitest"
import { Conversation } from "@porthole/core"
import { JobStore } from "@porthole/stores"
import { MemoryJobs } from "@porthole/stores/testing"
import { Effect, Fiber, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { JobCalls } from "@porthole/tools"

const as = (tenant: string) => Effect.provideService(Conversation.Conversation, { id: tenant, tenant })

/** Settles the next page of the job whose turn it is. */
const work = Effect.gen(function* () {
  const store = yield* JobStore.JobStore
  const { job = assert.fail("no job has its turn") } = yield* store.next("worker")
  const frontier = store.frontier(job)
  const lease = Option.getOrThrow(yield* frontier.lease("worker", 60_000))
  const [{ key, url } = assert.fail("no page waits")] = yield* frontier.take(lease, { count: 1, pace: 0 })
  const outcome = url.endsWith("/missing")
    ? { failure: "http_404", result: { error: "http_error", status_code: 404 } }
    : { result: { page: { url, title: "A page" } } }
  yield* frontier.settle(lease, [{ key, outcome }])
  yield* frontier.release(lease, { wait: 0 })
})

describe("a job", () => {
  it.effect("is submitted, followed and read by a program", () =>
    Effect.gen(function* () {
      const urls = ["https://a.test/1", { url: "https://a.test/missing", id: 7 }]
      const { id, status } = yield* JobCalls.submitBatch({ urls })
      assert.strictEqual(status, "running")
      const events = yield* Effect.flatMap(JobCalls.events("batch", id, 0), (stream) =>
        Effect.forkChild(Stream.runCollect(stream)),
      )
      yield* Effect.repeat(work, { times: 1 })
      yield* (yield* JobStore.JobStore).next("worker")
      yield* TestClock.adjust("3 seconds")
      const kinds = Array.from(yield* Fiber.join(events), ({ kind }) => kind)
      assert.deepStrictEqual(
        kinds.filter((kind) => kind !== "progress"),
        ["page", "page", "end"],
      )
      const { next_cursor, pages } = yield* JobCalls.pages("batch", id, {})
      assert.deepStrictEqual(pages, [
        { requested_url: "https://a.test/1", url: "https://a.test/1", title: "A page" },
        {
          requested_url: "https://a.test/missing",
          id: 7,
          url: "https://a.test/missing",
          error: "http_error",
          status_code: 404,
        },
      ])
      const rest = yield* JobCalls.pages("batch", id, { cursor: next_cursor })
      assert.deepStrictEqual(rest, { status: "done", pages: [] })
      assert.deepStrictEqual(yield* JobCalls.errors("batch", id), { errors: pages.slice(1), total: 1 })
      const foreign = yield* Effect.flip(as("other")(JobCalls.errors("batch", id)))
      assert.strictEqual(foreign._tag, "UnknownJob")
      assert.strictEqual((yield* Effect.flip(JobCalls.status("crawl", id)))._tag, "UnknownJob")
    }).pipe(as("own"), Effect.provide(MemoryJobs.layer)),
  )

  it.effect("is read in the tenant's turn: one that reads much keeps nobody out, and is told", () =>
    Effect.gen(function* () {
      const store = yield* JobStore.JobStore
      const { id } = yield* JobCalls.submitBatch({ urls: ["https://a.test/1"] })
      const results: JobStore.JobStoreShape["results"] = (name, range) =>
        name.tenant === "much" ? Effect.never : store.results(name, range)
      const read = Effect.provideService(JobCalls.pages("batch", id, {}), JobStore.JobStore, { ...store, results })
      const much = yield* Effect.forEach(Array.from({ length: 300 }), () =>
        Effect.forkChild(Effect.flip(as("much")(read))),
      )
      assert.strictEqual((yield* read).status, "running")
      yield* TestClock.adjust("5 seconds")
      const refusals = much.flatMap((fiber) => {
        const exit = fiber.pollUnsafe()
        return exit?._tag === "Success" && exit.value._tag === "WebError" ? [exit.value.wire] : []
      })
      assert.isAtLeast(refusals.length, 290)
      assert.deepInclude(refusals[0], { error: "rate_limited", reason: "overloaded", retry_after: 5 })
      yield* Fiber.interruptAll(much)
    }).pipe(as("own"), Effect.provide(MemoryJobs.layer)),
  )

  it.effect("is followed by a listener that waits for its turn", () =>
    Effect.gen(function* () {
      const store = yield* JobStore.JobStore
      const { id } = yield* JobCalls.submitBatch({ urls: ["https://a.test/1"] })
      yield* work
      yield* store.next("worker")
      const stuck = { ...store, results: () => Effect.never }
      const readers = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 300 }), () => Effect.exit(JobCalls.pages("batch", id, {})), {
          concurrency: "unbounded",
        }).pipe(Effect.provideService(JobStore.JobStore, stuck)),
      )
      const events = yield* Effect.flatMap(JobCalls.events("batch", id, 0), (stream) =>
        Effect.forkChild(Stream.runCollect(stream)),
      )
      yield* TestClock.adjust("20 seconds")
      yield* Fiber.interrupt(readers)
      yield* TestClock.adjust("20 seconds")
      const kinds = Array.from(yield* Fiber.join(events), ({ kind }) => kind)
      assert.deepStrictEqual(kinds, ["progress", "page", "end"])
    }).pipe(as("own"), Effect.provide(MemoryJobs.layer)),
  )

  it.effect("shows many failures in steps that hold the store up for a short time", () =>
    Effect.gen(function* () {
      const store = yield* JobStore.JobStore
      const urls = Array.from({ length: 600 }, (_, at) => `https://${at}.test/missing`)
      const { id } = yield* JobCalls.submitBatch({ urls })
      yield* Effect.repeat(work, { times: urls.length - 1 })
      const counts: Array<number> = []
      const results: JobStore.JobStoreShape["results"] = (name, range) => {
        counts.push(range.count)
        return store.results(name, range)
      }
      const { errors, total } = yield* JobCalls.errors("batch", id).pipe(
        Effect.provideService(JobStore.JobStore, { ...store, results }),
      )
      assert.strictEqual(total, 600)
      assert.sameMembers(
        errors.map(({ url }) => url),
        urls,
      )
      assert.isAtMost(Math.max(...counts), 100)
    }).pipe(as("own"), Effect.provide(MemoryJobs.layer)),
  )
})
