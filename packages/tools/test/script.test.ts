/** Scripts as users write them, each in a process of its own. */
import { assert, describe, it } from "vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const run = (...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8", timeout: 50_000 })

describe("a script with createWebTools(), one fetch and no dispose()", { timeout: 60_000 }, () => {
  it.each([
    ["a page that is read", "http://site.test/", "Tides"],
    ["a host without an address", "http://nothing.test/", "http_error"],
    ["an address that is refused", "http://10.0.0.1/", "blocked_url"],
  ])("ends: %s", (_, url, said) => {
    const { status, stdout } = run(join(import.meta.dirname, "programs/fetchOnce.ts"), url)
    assert.deepStrictEqual([status, stdout.trim()], [0, said])
  })
})
