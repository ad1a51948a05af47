/** Tests jobs through unmodified clients of other services, over a real `redis-server` on loopback. */
import { type CrawlOptions, Firecrawl } from "@mendable/firecrawl-js"
import { type WebBackend, WebError } from "@porthole/core"
import { tavily } from "@tavily/core"
import type { JobStore } from "@porthole/stores"
import { Effect, Exit, Option, Redacted, Schedule, Scope } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { RedisJobs } from "../../../store-redis/src/index.ts"
import * as RedisServer from "../../../store-redis/test/support/redis.ts"
import { anyPage, start } from "../support/server.ts"

const page: WebBackend.Extract = (request) => {
  if (request.url.startsWith("https://slow.test/")) return Effect.never
  if (request.url.includes("forbidden")) return WebError.fail({ error: "robots_disallowed" })
  return request.url.includes("missing")
    ? WebError.fail({ error: "http_error", status_code: 404, message: "The site answered with 404." })
    : anyPage(request)
}

/** A site of three pages, whose first one links to the others. */
const site: WebBackend.SiteReader = {
  robots: () => Effect.succeed({ sitemaps: [], allows: () => true }),
  file: () => WebError.fail({ error: "http_error", status_code: 404 }),
  page: ({ url }) => {
    if (url.startsWith("https://slow.test/")) return Effect.never
    const links =
      url === "https://a.test/" ? ["https://a.test/rates", "https://a.test/blog/one", "https://b.test/"] : []
    const content = `The page ${url} says enough. `.repeat(20)
    return Effect.succeed({
      row: { url, title: "A page", content, links, status_code: 200 },
      size: 1_000,
      links: {
        title: "A page",
        links: new Map(links.map((link) => [link, "More"])),
        feeds: [],
        textHash: url,
        shapeHash: url,
      },
    })
  },
}

describe.skipIf(RedisServer.isMissing())("jobs", () => {
  const scope = Scope.makeUnsafe()
  let server: Awaited<ReturnType<typeof start>>
  let jobs: JobStore.JobStoreShape
  beforeAll(async () => {
    jobs = await Effect.runPromise(
      Effect.gen(function* () {
        const { port } = yield* RedisServer.make()
        return yield* RedisJobs.make({ url: Redacted.make(`redis://127.0.0.1:${port}`), replyTimeout: "60 seconds" })
      }).pipe(Scope.provide(scope)),
    )
    server = await start({
      jobs,
      tokens: { team: "token-of-a-team", other: "token-of-another" },
      extract: page,
      site,
      settings: { job_delay: 0 },
    })
  })
  afterAll(async () => {
    await server.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const firecrawl = (apiKey = "token-of-a-team") => new Firecrawl({ apiKey, apiUrl: server.url })

  describe("@mendable/firecrawl-js", () => {
    it("crawls a site, in both versions", async () => {
      const second = await firecrawl().crawl("https://a.test/", { limit: 10, pollInterval: 0 })
      assert.deepInclude(second, { status: "completed", total: 3, completed: 3, next: null })
      const urls = ["https://a.test/", "https://a.test/blog/one", "https://a.test/rates"]
      assert.deepStrictEqual(second.data.map(({ metadata }) => metadata?.sourceURL).toSorted(), urls)
      assert.match(second.data[0]?.markdown ?? "", /\w/)

      const first = await firecrawl().v1.crawlUrl("https://a.test/", { limit: 10, includePaths: ["^/blog/.*"] }, 0)
      assert.deepInclude(first, { success: true, status: "completed" })
      const data = "data" in first ? first.data : []
      assert.include(
        data.map(({ metadata }) => metadata?.sourceURL),
        "https://a.test/blog/one",
      )
      assert.notInclude(
        data.map(({ metadata }) => metadata?.sourceURL),
        "https://a.test/rates",
      )
    })

    it("reads a list of pages, of which those that fail have their error", async () => {
      const urls = ["https://a.test/1", "https://a.test/missing", "ftp://a.test/"]
      const { invalidURLs } = await firecrawl().startBatchScrape(urls)
      assert.deepStrictEqual(invalidURLs, ["ftp://a.test/"])
      const read = await firecrawl().batchScrape(urls, { pollInterval: 0 })
      assert.deepInclude(read, { status: "completed", total: 2, completed: 2 })
      const [good, bad] = urls.map((url) => read.data.find(({ metadata }) => metadata?.sourceURL === url))
      assert.match(good?.markdown ?? "", /This page is https:\/\/a\.test\/1/)
      assert.deepInclude(bad?.metadata, { statusCode: 404, error: "The site answered with 404." })
      const first = await firecrawl().v1.batchScrapeUrls(urls.slice(0, 1), { formats: ["html"] }, 0)
      assert.match("data" in first ? (first.data[0]?.html ?? "") : "", /This page is/)
    })

    it("lists what failed, and what robots.txt forbids, of a batch and of a crawl", async () => {
      const urls = ["https://a.test/1", "https://a.test/missing", "https://a.test/forbidden"]
      const { id } = await firecrawl().startBatchScrape(urls)
      // clock: polls a server
      while ((await firecrawl().getBatchScrapeStatus(id)).status === "scraping") await sleep(20)
      const { errors, robotsBlocked } = await firecrawl().getBatchScrapeErrors(id)
      assert.deepStrictEqual(
        errors.map(({ code, error, url }) => [url, code, error]),
        [["https://a.test/missing", "http_error", "The site answered with 404."]],
      )
      assert.deepStrictEqual(robotsBlocked, ["https://a.test/forbidden"])
      const crawl = await firecrawl().startCrawl("https://a.test/", { limit: 2 })
      assert.deepStrictEqual(await firecrawl().getCrawlErrors(crawl.id), { errors: [], robotsBlocked: [] })
      const foreign = await firecrawl("token-of-another").getBatchScrapeErrors(id).then(String, String)
      assert.include(foreign, "The job isn't known")
    })

    it("follows the documents of a long job, and asks for its state", async () => {
      const urls = Array.from({ length: 130 }, (_, at) => `https://host${at}.test/page`)
      const read = await firecrawl().batchScrape(urls, { pollInterval: 0 })
      assert.lengthOf(new Set(read.data.map(({ metadata }) => metadata?.sourceURL)), 130)
    })

    it("cancels a job, once, and not another team's", async () => {
      const { id } = await firecrawl().startBatchScrape(["https://slow.test/1"])
      const foreign = await firecrawl("token-of-another").cancelBatchScrape(id).then(String, String)
      assert.include(foreign, "The job isn't known, has expired, or was evicted by the Redis.")
      assert.isTrue(await firecrawl().cancelBatchScrape(id))
      assert.deepInclude(await firecrawl().getBatchScrapeStatus(id), { status: "cancelled", data: [] })
      const unknown = await firecrawl("token-of-another").getBatchScrapeStatus(id).then(String, String)
      assert.include(unknown, "The job isn't known")
    })

    it("has options refused that aren't served, by their names", async () => {
      const refused = (options: CrawlOptions) => firecrawl().startCrawl("https://a.test/", options).then(String, String)
      assert.include(await refused({ webhook: "https://a.test/hook" }), "webhook")
      assert.include(await refused({ prompt: "only the rates" }), "prompt")
      assert.include(await refused({ allowExternalLinks: true }), "allowExternalLinks")
      assert.include(await refused({ includePaths: ["/(a|b)/"] }), "includePaths")
      assert.include(await refused({ scrapeOptions: { formats: ["markdown", "html"] } }), "not both")
      assert.include(await refused({ limit: 1_000_000 }), "limit: expected a whole number from 1 to 100000.")
      assert.include(await refused({ limit: 20_000 }), "limit: expected at most 10000")
      assert.include(await refused({ maxDiscoveryDepth: 101 }), "maxDiscoveryDepth: expected")
      const hook = await firecrawl()
        .startBatchScrape(["https://a.test/"], { webhook: "https://a.test/hook" })
        .then(String, String)
      assert.include(hook, "webhook")
    })
  })

  describe("@tavily/core", () => {
    const client = () => tavily({ apiKey: "token-of-a-team", apiBaseURL: server.url })

    it("crawls a site in one answer", async () => {
      const { baseUrl, results } = await client().crawl("https://a.test/", { excludePaths: ["/rates.*"] })
      assert.strictEqual(baseUrl, "https://a.test/")
      assert.deepStrictEqual(results.map(({ url }) => url).toSorted(), ["https://a.test/", "https://a.test/blog/one"])
      assert.match(results[0]?.rawContent ?? "", /\w/)
    })

    it("crawls as many pages as the server allows, if fewer than is usual", async () => {
      const settings = { job_delay: 0, job_max_urls: 20 }
      const small = await start({ jobs, tokens: { team: "token-of-a-team" }, extract: page, site, settings })
      const { results } = await tavily({ apiKey: "token-of-a-team", apiBaseURL: small.url }).crawl("https://a.test/")
      await small.close()
      assert.lengthOf(results, 3)
    })

    it("ends and forgets the crawl of a client that goes away", async () => {
      const leaves = new AbortController()
      const headers = { authorization: "Bearer token-of-a-team", "content-type": "application/json" }
      const body = JSON.stringify({ url: "https://slow.test/" })
      const answer = fetch(`${server.url}/crawl`, { method: "POST", headers, body, signal: leaves.signal })
      const running = Effect.map(jobs.running, (all) =>
        all.filter(({ request }) => JSON.stringify(request).includes("https://slow.test/")),
      )
      const until = <A>(look: Effect.Effect<A, JobStore.JobStoreError>, isIt: (found: A) => boolean) =>
        // clock: polls a server
        Effect.runPromise(Effect.repeat(look, { until: isIt, schedule: Schedule.spaced("50 millis") }))
      await until(running, (all) => all.length === 1)
      const [job] = await Effect.runPromise(running)
      leaves.abort()
      assert.include(await answer.then(String, String), "abort")
      await until(running, (all) => all.length === 0)
      await until(jobs.find({ tenant: "team", id: job?.id ?? "" }), Option.isNone)
    })

    it("has instructions refused", async () => {
      const refusal = await client().crawl("https://a.test/", { instructions: "only the rates" }).then(String, String)
      assert.include(refusal, "instructions")
      assert.include(await client().crawl("https://a.test/", { limit: 0 }).then(String, String), "limit: expected")
    })
  })
})
