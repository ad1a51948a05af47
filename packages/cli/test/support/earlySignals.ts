/** A signal while the command starts. */
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "vitest"
import { start } from "./porthole.ts"

/** Milliseconds after the start. */
export const starts = [0, 100, 200, 300, 500]

export const earlySignalTests = (rows: ReadonlyArray<number>): void =>
  void it.each(rows)("SIGINT %i ms after the start is 130 to a shell, and nothing is written", async (after) => {
    const { child, finished } = start(["check", "--ndjson", "--offline"])
    await new Promise((resolve) => child.once("spawn", resolve))
    // clock: any moment of a start will do
    await sleep(after)
    child.kill("SIGINT")
    const { code, signal, stdout, stderr } = await finished
    // Until our first line runs, the system handles a signal; a shell reports that as 130, too.
    assert.isTrue(code === 130 || signal === "SIGINT", `${code} ${signal}`)
    assert.strictEqual(stdout + stderr, "")
  })
