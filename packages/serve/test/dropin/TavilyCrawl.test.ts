/** Tests a crawl in one answer, over a store in memory. */
import { assert, describe, it } from "@effect/vitest"
import { Conversation, WebBackend } from "@porthole/core"
import { JobStore } from "@porthole/stores"
import { MemoryJobs } from "@porthole/stores/testing"
import { Effect, Fiber, Layer, Option, Schema } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { TestClock } from "effect/testing"
import * as TavilyCrawl from "../../src/dropin/TavilyCrawl.ts"
import * as JobCalls from "../../src/JobCalls.ts"
import { anyPage, linkedSite, twoHits } from "../support/server.ts"

const backend = Layer.succeed(
  WebBackend.WebBackend,
  WebBackend.WebBackend.of({
    search: twoHits,
    extract: anyPage,
    image: () => Effect.die("no images here"),
    site: linkedSite({}),
  }),
)

/** The calls over a store, whose results come late. clock: the test's own */
const callsOver = (store: JobStore.JobStoreShape) => {
  const late: JobStore.JobStoreShape["results"] = (name, range) =>
    // clock: the test's
    Effect.delay(store.results(name, range), "20 seconds")
  return JobCalls.layer.pipe(
    Layer.provide(backend),
    Layer.provide(Layer.succeed(JobStore.JobStore, { ...store, results: late })),
  )
}

const answerTo = Effect.fnUntraced(
  function* (fields: object) {
    const response = yield* TavilyCrawl.crawl(yield* JobCalls.JobCalls, { ...fields })
    return yield* Effect.promise(() => HttpServerResponse.toWeb(response).json())
  },
  Effect.provideService(Conversation.Conversation, { id: "own", tenant: "own" }),
)

/** Settles the first page of a job, whose end its worker then finds. */
const work = Effect.fnUntraced(function* (store: JobStore.JobStoreShape) {
  const { job = assert.fail("no job has its turn") } = yield* store.next("worker")
  const frontier = store.frontier(job)
  const lease = Option.getOrThrow(yield* frontier.lease("worker", 60_000))
  const [{ key, url } = assert.fail("no page waits")] = yield* frontier.take(lease, { count: 1, pace: 0 })
  yield* frontier.settle(lease, [{ key, outcome: { result: { page: { url, content_md: "The page." } } } }])
  yield* frontier.release(lease, { wait: 0 })
  yield* store.next("worker")
  return job
})

const Answer = Schema.Struct({ results: Schema.Array(Schema.Struct({ url: Schema.String })) })

describe("a crawl in one answer", () => {
  it.effect("has its pages however late the store is read, and leaves no job behind", () =>
    Effect.gen(function* () {
      const store = MemoryJobs.make()
      const answer = yield* answerTo({ url: "https://a.test/" }).pipe(
        Effect.provide(callsOver(store)),
        Effect.forkChild,
      )
      yield* TestClock.adjust("1 second")
      const job = yield* work(store)
      yield* TestClock.adjust("100 seconds")
      const { results } = yield* Effect.flatMap(Fiber.join(answer), Schema.decodeUnknownEffect(Answer))
      assert.deepStrictEqual(results, [{ url: "https://a.test/" }])
      assert.isTrue(Option.isNone(yield* store.find(job)))
    }),
  )

  it.effect.each([10, "10"])("leaves no job behind if the time is over first, with a timeout of %j", (timeout) =>
    Effect.gen(function* () {
      const store = MemoryJobs.make()
      const answer = yield* answerTo({ url: "https://a.test/", timeout }).pipe(
        Effect.provide(callsOver(store)),
        Effect.forkChild,
      )
      yield* TestClock.adjust("1 second")
      const { job = assert.fail("no job has its turn") } = yield* store.next("worker")
      yield* TestClock.adjust("10 seconds")
      const warning = "The time was over before the crawl had ended."
      assert.deepInclude(yield* Fiber.join(answer), { results: [], warning })
      assert.isTrue(Option.isNone(yield* store.find(job)))
    }),
  )
})
