/**
 * The isolations in which the extractor reads, with the contract of each, and programs that read in them. clock: real,
 * since threads and processes are.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Extractor } from "@porthole/core"
import { ExtractorSuite } from "@porthole/testing"
import { Layer, ManagedRuntime } from "effect"
import { spawnSync } from "node:child_process"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { DocumentExtractor } from "../src/index.ts"
import { program } from "./Programs.ts"
import { unhurried } from "./support.ts"

/** An isolation. */
export interface Isolation {
  readonly name: string
  readonly layer: Layer.Layer<Extractor.Extractor>
}

export const threads: Isolation = {
  name: "in threads",
  layer: DocumentExtractor.layer({ isolation: "thread", size: 1 }),
}
export const processes: Isolation = {
  name: "in processes",
  layer: DocumentExtractor.layer({ isolation: "process", size: 1 }),
}
export const inline: Isolation = { name: "inline", layer: DocumentExtractor.layer({ isolation: "none" }) }

/** Declares a number of cases of the extractor's contract, drawn by the run's seed. */
export const contractTests = ({ layer, name }: Isolation, count: number) =>
  describe(`the contract of Extractor ${name}`, () => {
    // One pool for all cases: starting a thread for each would take minutes.
    const runtime = ManagedRuntime.make(Layer.provideMerge(layer, unhurried))
    let shared = layer
    beforeAll(async () => {
      shared = Layer.succeedContext(await runtime.context())
    })
    afterAll(() => runtime.dispose())

    const cases = ExtractorSuite.cases(Layer.suspend(() => shared))
    for (const { name, run } of sampleOf(cases, count)) it.live(name, () => run)
  })

/** The programs: the isolation, what it does, and what it prints. */
export const programs: ReadonlyArray<readonly [isolation: string, does: string, prints: string]> = [
  "thread",
  "process",
  "none",
].flatMap((isolation) => [
  [isolation, "page", "A title"],
  [isolation, "nothing", "Nothing"],
])

/** Declares that a program ends by itself when it has read a page, or nothing. */
export const programTests = (rows: typeof programs): void =>
  it.each(rows)("a program that disposes of nothing ends by itself: %s, %s", async (isolation, does, prints) => {
    const { status, stdout } = spawnSync(process.execPath, [await program("readOnce"), isolation, does], {
      encoding: "utf8",
      // clock: bounds a hang
      timeout: 540_000,
    })
    assert.deepStrictEqual([status, stdout.trim()], [0, prints])
  })
