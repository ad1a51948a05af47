/** Tests when a project is indexed: at the first look, and again when its lock file has changed. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as ProjectIndexing from "../../src/node/ProjectIndexing.ts"

describe("a look at a project", () => {
  it.effect("begins to index once, and again after a change of the lock file", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "porthole-lock-"))),
        (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true })),
      )
      const lock = join(folder, "pnpm-lock.yaml")
      yield* Effect.promise(() => writeFile(lock, ""))
      const indexed: Array<string> = []
      let done = yield* Deferred.make<void>()
      const look = yield* ProjectIndexing.make({
        folders: Effect.succeed([folder]),
        index: (each) =>
          Effect.andThen(
            Effect.sync(() => indexed.push(each)),
            Deferred.await(done),
          ),
      })
      const finish = Effect.suspend(() => Deferred.succeed(done, undefined)).pipe(
        Effect.andThen(Effect.repeat(Effect.andThen(Effect.yieldNow, look), { until: (isUnderWay) => !isUnderWay })),
      )
      assert.isTrue(yield* look)
      assert.isTrue(yield* look)
      yield* finish
      assert.deepStrictEqual(indexed, [folder])
      yield* Effect.promise(() => utimes(lock, 1, 1))
      done = yield* Deferred.make<void>()
      assert.isTrue(yield* look)
      yield* finish
      assert.deepStrictEqual(indexed, [folder, folder])
    }).pipe(Effect.scoped),
  )

  it.effect("begins again after a failure, but not at once", () =>
    Effect.gen(function* () {
      let tries = 0
      const look = yield* ProjectIndexing.make({
        folders: Effect.succeed([tmpdir()]),
        index: () => Effect.suspend(() => (++tries === 1 ? Effect.fail("full") : Effect.void)),
      })
      const settled = Effect.repeat(Effect.andThen(Effect.yieldNow, look), { until: (isUnderWay) => !isUnderWay })
      yield* settled
      yield* TestClock.adjust(ProjectIndexing.retryAfter - 1)
      yield* settled
      assert.strictEqual(tries, 1)
      yield* TestClock.adjust(1)
      yield* settled
      assert.strictEqual(tries, 2)
      yield* TestClock.adjust(ProjectIndexing.retryAfter)
      yield* settled
      assert.strictEqual(tries, 2)
    }).pipe(Effect.scoped),
  )
})
