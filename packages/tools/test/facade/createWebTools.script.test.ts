/** Tests scripts as users write them, each in its own process. */
import { assert, describe, it } from "vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const run = (...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8", timeout: 280_000 })

const facade = new URL("../../src/index.ts", import.meta.url).href

describe('import("@porthole/tools") from `node -e`', () => {
  it("searches and fetches", () => {
    const options = `{ searxngUrl: "http://127.0.0.1:1", searchTimeout: "60 s" }`
    const program = `import("${facade}").then(async ({ createWebTools }) => {
      const tools = createWebTools(${options})
      for (const { error } of [await tools.webSearch({ query: "tides" }), await tools.webFetch({ url: "http://10.0.0.1/" })])
        console.log(error)
    })`
    const { status, stderr, stdout } = run("-e", program)
    assert.deepStrictEqual([status, stdout.trim(), stderr], [0, "web_search_unavailable\nblocked_url", ""])
  })
})

describe("PORTHOLE_REDIS_URL without the package @porthole/store-redis", () => {
  it("is one warning that names the package to install; calls continue, and access tokens can't be listed", () => {
    const { status, stderr, stdout } = run(
      "--import",
      new URL("../programs/withoutRedis.ts", import.meta.url).href,
      join(import.meta.dirname, "../programs/listTokens.ts"),
      "redis://127.0.0.1:1",
      "http://site.test/",
    )
    const message = "PORTHOLE_REDIS_URL needs the package @porthole/store-redis: `npm install @porthole/store-redis`."
    assert.deepStrictEqual([status, stdout.trim()], [0, `Tides\n${message}`])
    assert.lengthOf(stderr.match(/WARN/g) ?? [], 1, stderr)
    assert.include(stderr, message)
  })
})

describe("a script with createWebTools(), one fetch and no dispose()", () => {
  it("ends, whether a page is read, its host has no address, or its address is refused", () => {
    const { status, stdout } = run(
      join(import.meta.dirname, "../programs/fetchOnce.ts"),
      "",
      "http://site.test/",
      "http://nothing.test/",
      "http://10.0.0.1/",
    )
    assert.deepStrictEqual([status, stdout.trim()], [0, "Tides\nhttp_error\nblocked_url"])
  })
})
