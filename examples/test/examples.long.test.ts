/** Runs the other examples that are programs as processes; `examples.test.ts` runs the demo. */
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const folder = join(import.meta.dirname, "..")

describe("the chain of two providers", () => {
  it("runs as a program, too", () => {
    const output = execFileSync(process.execPath, [join(folder, "src/fail-over.ts")], { encoding: "utf8" })
    assert.include(output, "paid_quota_exceeded")
  })
})
