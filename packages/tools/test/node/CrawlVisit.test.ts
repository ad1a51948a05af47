/** Tests the items that a crawl adds. */
import { assert, describe, it } from "@effect/vitest"
import { Frontier } from "@porthole/core"
import { MemoryFrontier } from "@porthole/testing"
import { Effect } from "effect"
import * as CrawlVisit from "../../src/node/CrawlVisit.ts"

const itemsOf = (folder: string) =>
  ["a", "b", "c"].map((name) => ({ key: `${folder}${name}`, url: `http://a.test/${folder}${name}`, depth: 1 }))

describe("admit", () => {
  it.effect("adds no more items than there may be, though two visits add some at the same time", () =>
    Effect.gen(function* () {
      const memory = yield* Frontier.Frontier
      // As over a thread or a network, an answer takes a while.
      const frontier = {
        ...memory,
        add: (items: Parameters<typeof memory.add>[0]) => Effect.andThen(Effect.yieldNow, memory.add(items)),
      }
      const job = { frontier, left: 4, options: { keep: () => Effect.succeed({}) } }
      const others = yield* Effect.all(
        [CrawlVisit.admit(job, itemsOf("one/")), CrawlVisit.admit(job, itemsOf("two/"))],
        {
          concurrency: 2,
        },
      )
      assert.strictEqual((yield* memory.counts).waiting, 4)
      assert.lengthOf(others.flat(), 2)
      assert.strictEqual(job.left, 0)
    }).pipe(Effect.provide(MemoryFrontier.layer)),
  )
})
