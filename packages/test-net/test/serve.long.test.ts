/** Tests `porthole serve` with other services' clients, and that nothing reaches the private side through it. */
import { assert, beforeAll, describe, it } from "vitest"
import { join } from "node:path"
import * as Searx from "../../backend-searxng/test/support/searx.ts"
import { Network } from "../src/index.ts"
import type { Report } from "./programs/serve.ts"

const missing = [Network.isMissing(), Searx.isMissing()].includes(true)

describe.skipIf(missing)("porthole serve over a real searx", () => {
  let report: Report

  beforeAll(async () => {
    report = await Network.run<Report>(join(import.meta.dirname, "programs/serve.ts"))
  })

  it("scrapes and searches for @mendable/firecrawl-js", () => {
    const { markdown, read, status, urls } = report.firecrawl
    assert.strictEqual(status, 200)
    assert.isAbove(markdown?.length ?? 0, 200)
    assert.include(urls, "https://example.com/whales")
    assert.isAbove(read?.length ?? 0, 200)
  })

  it("searches and extracts for @tavily/core, each page or its error", () => {
    const { extracted, failed, urls } = report.tavily
    assert.include(urls, "https://example.com/whales")
    assert.lengthOf(extracted, 1)
    assert.deepStrictEqual(failed, ["http://public.test/missing", "http://10.9.0.5/"])
  })

  it("searches for @langchain/community's SearxngSearch", () => {
    assert.include(report.langchain, '"link":"https://example.com/whales"')
  })

  it("reads a page once for each tenant, by every endpoint", () => {
    assert.lengthOf(report.reads, 5)
    for (const [path, requests] of report.reads) assert.deepStrictEqual(requests, [1, 1, 2, 2, 3, 3], path)
  })

  it("reads nothing private, through any endpoint", () => {
    assert.lengthOf(report.attacks, 64)
    assert.deepStrictEqual(
      report.attacks.filter(({ status }) => status < 400),
      [],
    )
    assert.deepStrictEqual(report.intruders, [])
  })

  it("ends with 0 at SIGTERM", () => assert.strictEqual(report.code, 0))
})
