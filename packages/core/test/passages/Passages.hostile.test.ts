/** The cost of passages grows with a page's length, whatever the page is, and it is done in slices. */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const program = fileURLToPath(new URL("../programs/growth.ts", import.meta.url))

/** Work that isn't linear would take hours. */
const patience = 600_000

describe("passages of hostile texts", () => {
  it(
    "cost less than three times as much for twice the text, and no turn takes a third of a long step",
    async () => {
      const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] })
      const timer = setTimeout(() => child.kill("SIGKILL"), patience)
      const ended = once(child, "close")
      let unfinished: string | undefined
      const faults: Array<string> = []
      for await (const line of createInterface(child.stdout)) {
        const read: { readonly name: string; readonly faults?: ReadonlyArray<string> } = JSON.parse(line)
        unfinished = read.faults === undefined ? read.name : undefined
        for (const fault of read.faults ?? []) faults.push(`${read.name}: ${fault}`)
      }
      clearTimeout(timer)
      assert.strictEqual((await ended)[0], 0, `ended in: ${unfinished ?? "the start"}`)
      assert.isUndefined(unfinished)
      assert.deepStrictEqual(faults, [])
    },
    patience + 30_000,
  )
})
