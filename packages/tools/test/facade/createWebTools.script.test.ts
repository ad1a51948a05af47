/** Tests scripts as users write them, each in its own process. */
import { assert, describe, it } from "vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const run = (...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8", timeout: 280_000 })

const facade = new URL("../../src/index.ts", import.meta.url).href

describe('import("@porthole/tools") from `node -e`', () => {
  it.each([
    ["searches", `webSearch({ query: "tides" })`, "web_search_unavailable"],
    ["fetches", `webFetch({ url: "http://10.0.0.1/" })`, "blocked_url"],
  ])("%s", (_, call, printed) => {
    const options = `{ searxngUrl: "http://127.0.0.1:1", searchTimeout: "60 s" }`
    const program = `import("${facade}").then(({ createWebTools }) =>
      createWebTools(${options}).${call}).then(({ error }) => console.log(error))`
    const { status, stderr, stdout } = run("-e", program)
    assert.deepStrictEqual([status, stdout.trim(), stderr], [0, printed, ""])
  })
})

describe("PORTHOLE_REDIS_URL without the package @porthole/store-redis", () => {
  it("is one warning that names the package to install, and calls continue", () => {
    const { status, stderr, stdout } = run(
      "--import",
      new URL("../programs/withoutRedis.ts", import.meta.url).href,
      join(import.meta.dirname, "../programs/fetchOnce.ts"),
      "http://site.test/",
      "redis://127.0.0.1:1",
    )
    assert.deepStrictEqual([status, stdout.trim()], [0, "Tides"])
    assert.lengthOf(stderr.match(/WARN/g) ?? [], 1, stderr)
    assert.include(
      stderr,
      "PORTHOLE_REDIS_URL needs the package @porthole/store-redis: `npm install @porthole/store-redis`.",
    )
  })
})

describe("access tokens without the package @porthole/store-redis", () => {
  it("can't be listed, and the failure names the package to install", () => {
    const { status, stdout } = run(
      "--import",
      new URL("../programs/withoutRedis.ts", import.meta.url).href,
      join(import.meta.dirname, "../programs/listTokens.ts"),
      "redis://127.0.0.1:1",
    )
    assert.deepStrictEqual(
      [status, stdout.trim()],
      [0, "PORTHOLE_REDIS_URL needs the package @porthole/store-redis: `npm install @porthole/store-redis`."],
    )
  })
})

describe("a script with createWebTools(), one fetch and no dispose()", () => {
  it.each([
    ["a page that is read", "http://site.test/", "Tides"],
    ["a host without an address", "http://nothing.test/", "http_error"],
    ["an address that is refused", "http://10.0.0.1/", "blocked_url"],
  ])("ends: %s", (_, url, printed) => {
    const { status, stdout } = run(join(import.meta.dirname, "../programs/fetchOnce.ts"), url)
    assert.deepStrictEqual([status, stdout.trim()], [0, printed])
  })
})
