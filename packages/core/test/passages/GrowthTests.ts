/** The tests that the cost of passages grows with a page's length. */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const program = fileURLToPath(new URL("../programs/growth.ts", import.meta.url))

/** Work that isn't linear would take hours. In ms. */
const patience = 500_000

/** Measures the cases of these names in a process that can be ended; all cases without any name. */
export const growthTests = (names: ReadonlyArray<string> = []) =>
  describe("passages of hostile texts", () => {
    it("cost time in proportion to their length", async () => {
      const child = spawn(process.execPath, [program, ...names], { stdio: ["ignore", "pipe", "inherit"] })
      // clock: bounds a hang
      const timer = setTimeout(() => child.kill("SIGKILL"), patience)
      const ended = once(child, "close")
      let measured = 0
      let unfinished: string | undefined
      const faults: Array<string> = []
      for await (const line of createInterface(child.stdout)) {
        const read: { readonly name: string; readonly faults?: ReadonlyArray<string> } = JSON.parse(line)
        unfinished = read.faults === undefined ? read.name : undefined
        if (read.faults !== undefined) measured++
        for (const fault of read.faults ?? []) faults.push(`${read.name}: ${fault}`)
      }
      clearTimeout(timer)
      assert.strictEqual((await ended)[0], 0, `ended in: ${unfinished ?? "the start"}`)
      assert.isUndefined(unfinished)
      assert.deepStrictEqual(faults, [])
      assert.isAtLeast(measured, Math.max(names.length, 1))
    })
  })
