/**
 * Tests jobs of unmodified clients of other services, as three tenants at once, over `porthole serve`, two
 * `porthole worker` and a real Redis.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { join } from "node:path"
import * as RedisServer from "../../store-redis/test/support/redis.ts"
import { Network } from "../src/index.ts"
import type { Report } from "./programs/jobs.ts"

const missing = [Network.isMissing(), RedisServer.isMissing()].includes(true)

const linked = ["/a.html", "/b.html", "/blog/one.html", "/blog/two.html", "/c.html"]

describe.skipIf(missing)("jobs of clients", () => {
  let report: Report

  beforeAll(async () => {
    report = await Network.run<Report>(join(import.meta.dirname, "programs/jobs.ts"))
  })

  it("map, crawl, read lists, are asked for and cancelled by @mendable/firecrawl-js", () => {
    for (const { firecrawl } of report.visited) {
      assert.includeMembers([...firecrawl.mapped], linked)
      assert.deepStrictEqual(firecrawl.crawled, ["/", ...linked])
      assert.includeMembers([...firecrawl.crawledFirst], ["/blog/one.html", "/blog/two.html"])
      assert.notInclude(firecrawl.crawledFirst, "/a.html")
      assert.lengthOf(firecrawl.polled, 3)
      assert.deepStrictEqual(firecrawl.read, ["/a.html"])
      assert.deepStrictEqual(firecrawl.failed, [["/missing.html", "http_error"]])
      assert.deepStrictEqual(firecrawl.forbidden, ["/secret.html"])
      assert.deepStrictEqual([firecrawl.isCancelled, firecrawl.after], [true, "cancelled"])
    }
  })

  it("map and crawl for @tavily/core", () => {
    for (const { tavily } of report.visited) {
      assert.includeMembers([...tavily.mapped], linked)
      assert.deepStrictEqual(tavily.crawled, ["/", ...linked])
    }
  })

  it("are unknown to other tenants", () => {
    for (const { foreign } of report.visited) {
      assert.lengthOf(foreign, 6)
      for (const answer of foreign)
        assert.include(answer, "The job isn't known, has expired, or was evicted by the Redis.")
    }
  })

  it("show in the metrics of the server what the workers do, for each tenant", () => {
    for (const tenant of ["acme", "globex", "initech"]) {
      const labels = `kind="batch",tenant="${tenant}"`
      assert.include(report.metrics, `porthole_jobs{${labels}} 1`)
      assert.match(report.metrics, new RegExp(`porthole_job_urls_waiting\\{${labels}\\} [1-9]`))
      assert.match(report.metrics, new RegExp(`porthole_job_oldest_seconds\\{${labels}\\} [1-9]`))
      assert.match(report.metrics, new RegExp(`tenant="${tenant}",outcome="done"\\} [1-9]`))
      assert.include(report.metrics, `tenant="${tenant}",outcome="http_404"} 1`)
    }
  })

  it("are refused for a while when the Redis ends, with a code of its own", () => {
    const { body, retryAfter, status } = report.down
    assert.deepStrictEqual([status, retryAfter], [503, "5"])
    assert.deepInclude(JSON.parse(body), { error: "unavailable" })
  })

  it("end with 0 at SIGTERM", () => assert.deepStrictEqual(report.codes, [0, 0, 0]))
})
