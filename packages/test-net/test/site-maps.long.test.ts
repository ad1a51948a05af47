/**
 * Tests maps of sites that real generators built, over the real transport: a map has the pages that links lead to, and
 * none outside of its prefix.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { GeneratedSites, Network } from "../src/index.ts"
import type { Mapped } from "./programs/site-maps.ts"

const program = new URL("./programs/site-maps.ts", import.meta.url).pathname

describe.skipIf(Network.isMissing() || GeneratedSites.isMissing())("maps of generated sites", () => {
  let sites: ReadonlyArray<Mapped> = []
  beforeAll(async () => {
    sites = await Network.run<ReadonlyArray<Mapped>>(program)
  })

  it("have at least 98 % of the pages that links lead to", () => {
    assert.strictEqual(sites.length, 6)
    for (const { host, linked, urls } of sites) {
      const mapped = new Set(urls.map((url) => url.replace(/\/$/, "/index.html")))
      const found = linked.filter((url) => mapped.has(url)).length
      assert.isAtLeast(found / linked.length, 0.98, host)
    }
  })

  it("have no page outside of the prefix, nor one that doesn't exist", () => {
    for (const { existing, prefix, urls } of sites) {
      const written = new Set(existing)
      assert.deepStrictEqual(
        urls.filter((url) => !url.startsWith(prefix) || !written.has(url.replace(/\/$/, "/index.html"))),
        [],
      )
    }
  })
})
