/** Tests the frontier over SQLite: the port's contract, and files that are in use, damaged, newer or left by a kill. */
import { assert, describe, it } from "@effect/vitest"
import type { Frontier } from "@porthole/core"
import { FrontierSuite } from "@porthole/testing"
import { Effect, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { layer, make } from "../src/index.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "porthole-jobs-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
)

/** Runs a program over the frontier of a file, like one process from start to end. */
const run = <A, E>(file: string, program: (frontier: Frontier.Frontier["Service"]) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(make(file), program))

const reasonOf = <A>(effect: Effect.Effect<A, Frontier.FrontierError>) =>
  Effect.map(Effect.result(effect), (result) => (Result.isFailure(result) ? result.failure.reason : "no failure"))

const item = { key: "https://a.example/", url: "https://a.example/", host: "a.example" }

describe("the frontier over SQLite", () => {
  for (const { name, run } of FrontierSuite.cases(layer(), TestClock.adjust)) it.effect(name, () => run)

  it.effect("has one owner at a time, which may come back", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "new", "frontier.db")
      yield* run(file, ({ add }) =>
        Effect.gen(function* () {
          yield* add([item])
          assert.strictEqual(yield* reasonOf(Effect.scoped(make(file))), "busy")
        }),
      )
      assert.strictEqual(yield* run(file, ({ counts }) => Effect.map(counts, ({ waiting }) => waiting)), 1)
    }).pipe(Effect.scoped),
  )

  it.effect("frees what was leased to an owner that is gone, after its pace", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "frontier.db")
      yield* run(file, (frontier) =>
        Effect.gen(function* () {
          yield* frontier.add([item])
          const lease = Option.getOrThrow(yield* frontier.lease("one", 600_000))
          yield* frontier.take(lease, { count: 1, pace: 1_000 })
        }),
      )
      yield* run(file, (frontier) =>
        Effect.gen(function* () {
          assert.strictEqual(Option.getOrUndefined(yield* frontier.nextVisit), 1_000)
          yield* TestClock.adjust(1_000)
          const lease = Option.getOrThrow(yield* frontier.lease("two", 600_000))
          assert.lengthOf(yield* frontier.take(lease, { count: 1, pace: 1_000 }), 1)
        }),
      )
    }).pipe(Effect.scoped),
  )

  it.effect.each([
    ["of another kind", (file: string) => writeFileSync(file, "porthole".repeat(1_000)), "damaged"],
    ["with other bytes", (file: string) => changeBytes(file), "damaged"],
    ["of another program", (file: string) => setPragma(file, "application_id = 7"), "damaged"],
    ["of a newer version", (file: string) => setPragma(file, "user_version = 99"), "newer"],
    ["below a file", (file: string) => `${file}/frontier.db`, "failed"],
  ] as const)("opens no file that is %s", ([, spoil, reason]) =>
    Effect.gen(function* () {
      const file = join(yield* folder, "frontier.db")
      yield* run(file, ({ add }) => add(Array.from({ length: 500 }, (_, at) => ({ ...item, key: `${at}` }))))
      const other = spoil(file)
      assert.strictEqual(yield* reasonOf(Effect.scoped(make(other ?? file))), reason)
    }).pipe(Effect.scoped),
  )

  it.effect("returns results in parts that the thread's memory holds", () =>
    run(":memory:", (frontier) =>
      Effect.gen(function* () {
        const outcome = { result: { diff: "+д".repeat(10_000) } }
        for (let at = 0; at < 10; at++)
          yield* frontier.add(Array.from({ length: 100 }, (_, to) => ({ ...item, key: `${at} ${to}`, outcome })))
        const keys = new Set<string>()
        for (let after = 0; ;) {
          const found = yield* frontier.settled(after, 1_000)
          if (found.length === 0) break
          for (const { key, position } of found) {
            keys.add(key)
            after = position
          }
        }
        assert.strictEqual(keys.size, 1_000)
      }),
    ),
  )

  it.effect("changes nothing by a task that fails", () =>
    run(":memory:", (frontier) =>
      Effect.gen(function* () {
        const broken = [item, JSON.parse('{ "key": null, "url": null, "host": null }')]
        assert.strictEqual(yield* reasonOf(frontier.add(broken)), "failed")
        assert.strictEqual((yield* frontier.counts).waiting, 0)
        assert.strictEqual(yield* frontier.add([item]), 1)
      }),
    ),
  )
})

/** Overwrites the middle of a file's pages. */
const changeBytes = (file: string): void => {
  const bytes = readFileSync(file)
  bytes.fill(0xff, 5_000, bytes.length - 5_000)
  writeFileSync(file, bytes)
}

const setPragma = (file: string, text: string): void => {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA ${text}`)
  database.close()
}
