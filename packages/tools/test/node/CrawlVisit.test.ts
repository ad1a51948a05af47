/** Tests the items that a crawl adds. */
import { assert, describe, it } from "@effect/vitest"
import { Frontier } from "@porthole/core"
import { MemoryFrontier } from "@porthole/testing"
import { Effect, SynchronizedRef } from "effect"
import * as CrawlVisit from "../../src/node/CrawlVisit.ts"

const itemsOf = (folder: string) =>
  ["a", "b", "c"].map((name) => ({ key: `${folder}${name}`, url: `http://a.test/${folder}${name}`, depth: 1 }))

const keep = () => Effect.succeed({})

/** A crawl that may add so many items, whose frontier takes a while, as over a thread or a network. */
const jobWith = (memory: Frontier.Frontier["Service"], left: number) => ({
  frontier: {
    ...memory,
    add: (items: Parameters<typeof memory.add>[0]) => Effect.andThen(Effect.yieldNow, memory.add(items)),
  },
  left: SynchronizedRef.makeUnsafe(left),
  options: { keep },
})

const both = { concurrency: 2 } as const

describe("admit", () => {
  it.effect("adds no more items than there may be, though two visits add some at the same time", () =>
    Effect.gen(function* () {
      const memory = yield* Frontier.Frontier
      const job = jobWith(memory, 4)
      const others = yield* Effect.forEach(["one/", "two/"], (folder) => CrawlVisit.admit(job, itemsOf(folder)), both)
      assert.strictEqual((yield* memory.counts).waiting, 4)
      assert.lengthOf(others.flat(), 2)
      assert.strictEqual(SynchronizedRef.getUnsafe(job.left), 0)
    }).pipe(Effect.provide(MemoryFrontier.layer)),
  )

  it.effect("leaves no item out for the room of another visit's items that are known", () =>
    Effect.gen(function* () {
      const memory = yield* Frontier.Frontier
      yield* CrawlVisit.admit(jobWith(memory, 3), itemsOf("known/"))
      const job = jobWith(memory, 3)
      const others = yield* Effect.forEach(["known/", "new/"], (folder) => CrawlVisit.admit(job, itemsOf(folder)), both)
      assert.deepStrictEqual(others, [[], []])
      assert.strictEqual((yield* memory.counts).waiting, 6)
    }).pipe(Effect.provide(MemoryFrontier.layer)),
  )
})
