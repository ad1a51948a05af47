/** Runs the official conformance suite against `/mcp`: scenarios in the baseline fail, all others pass. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"
import { start } from "../support/server.ts"

const suite = join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js")
const baseline = join(import.meta.dirname, "conformance-baseline.yml")

describe("@modelcontextprotocol/conformance", () => {
  it("passes, but for the scenarios of its baseline", async () => {
    const server = await start()
    const args = ["server", "--url", `${server.url}/mcp`, "--suite", "all", "--expected-failures", baseline]
    const { code, stdout } = await promisify(execFile)(process.execPath, [suite, ...args]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { readonly code: number; readonly stdout: string }) => error,
    )
    await server.close()
    assert.strictEqual(code, 0, stdout.slice(-4_000))
    for (const scenario of [
      "server-initialize",
      "tools-list",
      "server-sse-multiple-streams",
      "dns-rebinding-protection",
    ]) {
      assert.match(stdout, new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`))
    }
  })
})
