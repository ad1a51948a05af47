import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as TapeIndex from "../src/TapeIndex.ts"
import * as WarcFile from "../src/WarcFile.ts"
import { folder } from "./support/recordings.ts"

const record = (type: string, target: string, block: string): string =>
  `WARC/1.1\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${target}\r\nWARC-Date: 2024-05-01T00:00:00Z\r\n` +
  `Content-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`

const indexOf = Effect.fnUntraced(function* (...records: ReadonlyArray<string>) {
  const file = join(yield* folder, "run.warc")
  writeFileSync(file, records.join(""))
  const handle = yield* Effect.acquireRelease(WarcFile.open(file, "r"), (handle) =>
    Effect.promise(() => handle.close()),
  )
  const index = TapeIndex.make()
  yield* TapeIndex.add(index, handle, file)
  return index
})

describe("an index", () => {
  it.effect("counts an exchange with a long URL as several, so that its bound holds for memory, too", () =>
    Effect.gen(function* () {
      const index = yield* indexOf(
        record("response", "http://a.example/", "x"),
        record("response", `http://a.example/${"x".repeat(50_000)}`, "x"),
      )
      assert.isAtLeast(index.count, 50)
    }),
  )

  it.effect("holds the last searches, whose hits fit in memory", () =>
    Effect.gen(function* () {
      const hits = (at: number) => record("metadata", `porthole-search:${at}`, "x".repeat(10_000_000))
      const { searches } = yield* indexOf(...Array.from({ length: 5 }, (_, at) => hits(at)))
      assert.deepStrictEqual(
        searches.map(({ bytes }) => bytes),
        [10_000_000, 10_000_000, 10_000_000],
      )
      assert.isAbove(searches[0]?.offset ?? 0, 20_000_000)
    }),
  )
})
