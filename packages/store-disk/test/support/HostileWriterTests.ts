/** The tests of writers that are killed at any moment, and of two parallel writers: real processes on one folder. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "rolldown"
import { afterAll, beforeAll } from "vitest"
import { keys, page } from "./page.ts"
import { filesIn, run, temporaryFolder } from "./store.ts"

const bounds = { maxEntries: 6, maxBytes: 600_000 }

/** The program as one file: with many starts, loading many files would take most of the time. */
const bundle = mkdtempSync(join(tmpdir(), "porthole-writer-"))
const writer = join(bundle, "writer.js")
const startWriter = (folder: string, count: number, seed: number) =>
  Effect.acquireRelease(
    Effect.callback<ChildProcess>((resume) => {
      const child = spawn(
        process.execPath,
        [writer, folder, ...[bounds.maxEntries, bounds.maxBytes, count, seed].map(String)],
        { stdio: ["ignore", "pipe", "inherit"] },
      )
      child.once("error", (cause) => resume(Effect.die(cause)))
      child.stdout.once("data", () => resume(Effect.succeed(child)))
    }),
    (child) => end(child),
  )

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const ended = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (hasEnded(child)) resume(Effect.void)
    else child.once("exit", () => resume(Effect.void))
  })

const end = (child: ChildProcess) =>
  Effect.suspend(() => {
    if (!hasEnded(child)) child.kill("SIGKILL")
    return ended(child)
  })

// clock: lets writers go on
const pause = (ms: number) => Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))

/** The store's entry for each key; fails unless it is absent or a complete page of that key. */
const look = (folder: string) =>
  run({ folder, ...bounds }, (store) =>
    Effect.forEach(keys, (key) =>
      Effect.map(store.get(key), (found) => {
        if (found === undefined) return false
        assert.property(found, "number")
        const { number } = found as { readonly number: number }
        assert.isTrue(JSON.stringify(found) === JSON.stringify(page(key, number)), `${key} has page ${number}, whole`)
        return true
      }),
    ),
  )

/** Tests that many writers that are killed, and two parallel ones of so many pages each. */
export const hostileWriterTests = ({ kills, pages }: { readonly kills: number; readonly pages: number }): void => {
  beforeAll(async () => {
    await build({
      input: join(import.meta.dirname, "writer.ts"),
      platform: "node",
      logLevel: "silent",
      output: { file: writer },
    })
  })
  afterAll(() => rmSync(bundle, { recursive: true }))

  describe("a writer that is killed", () => {
    it.effect(`leaves for each key no page or a complete one, ${kills} times, within the limits`, () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        let hits = 0
        for (let at = 0; at < kills; at++) {
          yield* Effect.scoped(
            Effect.gen(function* () {
              const writer = yield* startWriter(folder, 1_000_000, at)
              // clock: any moment
              yield* pause(Math.random() * 60)
              yield* end(writer)
            }),
          )
          const files = filesIn(folder).filter(({ isTemporary }) => !isTemporary)
          assert.isAtMost(files.length, bounds.maxEntries)
          assert.isAtMost(
            files.reduce((sum, { size }) => sum + size, 0),
            bounds.maxBytes,
          )
          hits += (yield* look(folder)).filter(Boolean).length
        }
        assert.isAbove(hits, 0, "pages that were there")
        // clock: that of the files
        yield* TestClock.setTime(Date.now() + 120_000)
        yield* run({ folder, ...bounds }, (store) => store.set("last", { at: "last" }, undefined))
        assert.strictEqual(filesIn(folder).filter(({ isTemporary }) => isTemporary).length, 0, "leftovers")
      }),
    )

    it.effect(
      "two parallel writers don't damage each other's pages, and the next one brings the folder within its limits",
      () =>
        Effect.gen(function* () {
          const folder = yield* temporaryFolder
          yield* Effect.scoped(
            Effect.gen(function* () {
              const writers = yield* Effect.forEach([1, 2], (seed) => startWriter(folder, pages, seed), {
                concurrency: "unbounded",
              })
              for (let at = 0; writers.some((writer) => !hasEnded(writer)); at++) {
                yield* look(folder)
                // Each may fill its limits with entries that the other doesn't know yet.
                if (at % 5 === 0) assert.isAtMost(filesIn(folder).filter((it) => !it.isTemporary).length, keys.length)
                yield* pause(5)
              }
              for (const { exitCode } of writers) assert.strictEqual(exitCode, 0)
            }),
          )
          assert.isAbove((yield* look(folder)).filter(Boolean).length, 0)
          yield* run({ folder, ...bounds }, (store) => store.set("last", { at: "last" }, undefined))
          const files = filesIn(folder)
          assert.isAtMost(files.length, bounds.maxEntries)
          assert.isAtMost(
            files.reduce((sum, { size }) => sum + size, 0),
            bounds.maxBytes,
          )
        }),
    )
  })
}
