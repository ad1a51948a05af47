/** Tests the file of a crawl's changes. */
import { assert, describe, it } from "@effect/vitest"
import { Frontier } from "@porthole/core"
import { MemoryFrontier } from "@porthole/testing"
import { Effect } from "effect"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Changes from "../../../src/commands/site/Changes.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "porthole-changes-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
)

describe("the changes of a crawl", () => {
  it.effect("are written part by part, so that those of many pages needn't be in memory together", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "changes.ndjson")
      const memory = yield* Frontier.Frontier
      const items = Array.from({ length: 1_200 }, (_, at) => ({
        key: `${at}`,
        url: `http://a.test/${at}`,
        host: "a.test",
        outcome: { result: { change: at % 2 === 0 ? "changed" : "unchanged", diff: "+A line." } },
      }))
      yield* memory.add(items)
      const sizes: Array<number> = []
      const settled: typeof memory.settled = (after, count) => {
        sizes.push(statSync(`${file}.tmp`).size)
        return memory.settled(after, count)
      }
      const counts = yield* Changes.write({ ...memory, settled }, file)
      assert.deepStrictEqual(counts, { new: 0, changed: 600, unchanged: 600, gone: 0 })
      assert.deepStrictEqual(
        sizes,
        sizes.toSorted((one, other) => one - other),
      )
      assert.strictEqual(new Set(sizes).size, 4)
      assert.lengthOf(readFileSync(file, "utf8").trim().split("\n"), 600)
      assert.isFalse(existsSync(`${file}.tmp`))
    }).pipe(Effect.scoped, Effect.provide(MemoryFrontier.layer)),
  )
})
