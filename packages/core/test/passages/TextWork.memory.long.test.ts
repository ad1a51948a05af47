/** Many rankings of one long page in a process with a small heap, which would end without the permits. */
import { assert, describe, it } from "vitest"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"

const program = join(import.meta.dirname, "../programs/rankings.ts")

describe("forty questions at once about a page of two million characters", () => {
  it("are answered or told to come again, in a heap of 512 MB", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--max-old-space-size=512",
      program,
      "2000000",
      "40",
    ])
    const { done, overloaded } = JSON.parse(stdout)
    assert.isAtLeast(done, 1)
    assert.strictEqual(done + overloaded, 40)
  })
})
