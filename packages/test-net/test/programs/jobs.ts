/**
 * A server and two workers over a Redis in the small Internet, and clients of other services with only their base URL
 * changed, as three tenants at once: maps, crawls, batches, their state, failures and cancelling. Then the Redis ends.
 */
import { Firecrawl } from "@mendable/firecrawl-js"
import { tavily } from "@tavily/core"
import { Effect, Scope } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as RedisServer from "../../../store-redis/test/support/redis.ts"
import { packed } from "../../../cli/test/support/packed.ts"
import { FolderServer, World } from "../../src/index.ts"

/** What a tenant's clients got. URLs are sorted, without the site's own part. */
export interface Visited {
  readonly firecrawl: {
    readonly mapped: ReadonlyArray<string>
    readonly crawled: ReadonlyArray<string>
    readonly crawledFirst: ReadonlyArray<string>
    readonly polled: ReadonlyArray<string>
    readonly read: ReadonlyArray<string>
    readonly failed: ReadonlyArray<readonly [url: string, code: string | undefined]>
    readonly forbidden: ReadonlyArray<string>
    readonly isCancelled: boolean
    readonly after: string
  }
  readonly tavily: { readonly mapped: ReadonlyArray<string>; readonly crawled: ReadonlyArray<string> }
  /** The answers about jobs of the other tenants. */
  readonly foreign: ReadonlyArray<string>
}

/** The program's output. */
export interface Report {
  readonly visited: ReadonlyArray<Visited>
  /** The lines of jobs in the metrics, while a job of each tenant runs. */
  readonly metrics: string
  /** The answer to a job while the Redis is down. */
  readonly down: { readonly status: number; readonly body: string; readonly retryAfter: string | null }
  readonly codes: ReadonlyArray<number | null>
}

const base = "http://127.0.0.1:8710"

/** Milliseconds. clock: polls a server */
const pause = 100
/** Seconds that a client waits for a map or a crawl: it shares its host with all jobs. */
const patience = 150
const site = "http://site.test/"
const address = "93.184.216.38"

const folder = mkdtempSync(join(tmpdir(), "porthole-jobs-"))
const pages = ["a", "b", "c", "blog/one", "blog/two", "secret"].map((name) => `${name}.html`)
mkdirSync(join(folder, "blog"))
const links = pages.map((page) => `<li><a href="/${page}">${page}</a></li>`).join("")
const pageOf = (name: string) => {
  const text = `The page ${name} says enough. `.repeat(20)
  const main = `<main><h1>${name}</h1><p>${text}</p><ul>${links}</ul></main>`
  return `<!doctype html><html lang="en"><title>${name}</title>${main}</html>`
}
for (const name of ["index.html", ...pages]) writeFileSync(join(folder, name), pageOf(name))
writeFileSync(join(folder, "robots.txt"), "User-agent: *\nDisallow: /secret.html\n")

const world = await World.start({ "site.test": [[address]] })
await FolderServer.start(address, { "site.test": folder })
const redis = await Effect.runPromise(Scope.provide(RedisServer.make(), Scope.makeUnsafe()))
const env = {
  ...process.env,
  XDG_CONFIG_HOME: folder,
  NODE_EXTRA_CA_CERTS: world.authority,
  PORTHOLE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
  PORTHOLE_JOB_DELAY: "50 ms",
  PORTHOLE_MAX_REQUESTS_PER_MINUTE: "10000",
}
const tokens = ["acme", "globex", "initech"].map((tenant) =>
  execFileSync(process.execPath, [packed, "tokens", "add", tenant], { env, encoding: "utf8" }).trim(),
)
const processes = ["serve", "worker", "worker"].map((command) =>
  spawn(process.execPath, [packed, command], { stdio: "ignore", env }),
)
const ended = processes.map((one) => new Promise<number | null>((done) => one.once("exit", done)))
const isUp = (): Promise<boolean> =>
  fetch(`${base}/ready`).then(
    ({ status }) => status === 200,
    () => false,
  )
while (!(await isUp())) await sleep(100) // clock: polls until it listens

const pathsOf = (urls: ReadonlyArray<string | undefined>): ReadonlyArray<string> =>
  urls.map((url) => String(url).replace(site, "/")).toSorted()
const sourcesOf = (data: ReadonlyArray<{ readonly metadata?: { readonly sourceURL?: string } }>) =>
  pathsOf(data.map(({ metadata }) => metadata?.sourceURL))

/** More pages than workers read before the clients are done, also on a busy machine. */
const long = Array.from({ length: 3_000 }, (_, at) => `${site}a.html?${at}`)

const visit = async (apiKey: string, foreign: ReadonlyArray<string>): Promise<Visited> => {
  const firecrawl = new Firecrawl({ apiKey, apiUrl: base })
  const { links } = await firecrawl.map(site, { timeout: patience * 1_000 })
  const crawled = await firecrawl.crawl(site, { limit: 20, pollInterval: 0.2 })
  const first = await firecrawl.v1.crawlUrl(site, { limit: 20, includePaths: ["^/blog/.*"] }, 0.2)
  const started = await firecrawl.startCrawl(site, { limit: 3 })
  // clock: clients poll a job's state
  let polled = await firecrawl.getCrawlStatus(started.id)
  for (; polled.status === "scraping"; polled = await firecrawl.getCrawlStatus(started.id)) await sleep(pause)
  const urls = ["a.html", "missing.html", "secret.html"].map((name) => site + name)
  const { id } = await firecrawl.startBatchScrape(urls)
  // clock: clients poll a job's state
  let batch = await firecrawl.getBatchScrapeStatus(id)
  for (; batch.status === "scraping"; batch = await firecrawl.getBatchScrapeStatus(id)) await sleep(pause)
  const { errors, robotsBlocked } = await firecrawl.getBatchScrapeErrors(id)
  const running = await firecrawl.startBatchScrape(long)
  const isCancelled = await firecrawl.cancelBatchScrape(running.id)
  const { status: after } = await firecrawl.getBatchScrapeStatus(running.id)
  const client = tavily({ apiKey, apiBaseURL: base })
  const map = await client.map(site, { timeout: patience })
  const crawl = await client.crawl(site, { timeout: patience })
  const asked = foreign.flatMap((other) => [
    firecrawl.getBatchScrapeStatus(other).then(JSON.stringify, String),
    firecrawl.getBatchScrapeErrors(other).then(JSON.stringify, String),
    firecrawl.cancelBatchScrape(other).then(JSON.stringify, String),
  ])
  return {
    firecrawl: {
      mapped: pathsOf(links.map(({ url }) => url)),
      crawled: sourcesOf(crawled.data),
      crawledFirst: "data" in first ? sourcesOf(first.data) : [],
      polled: sourcesOf(polled.data),
      read: sourcesOf(batch.data.filter(({ markdown }) => markdown !== undefined)),
      failed: errors.map(({ code, url }) => [url.replace(site, "/"), code]),
      forbidden: pathsOf(robotsBlocked),
      isCancelled,
      after,
    },
    tavily: { mapped: pathsOf(map.results), crawled: pathsOf(crawl.results.map(({ url }) => url)) },
    foreign: await Promise.all(asked),
  }
}

/** A job of each tenant that runs until the end. */
const running = await Promise.all(
  tokens.map((apiKey) => new Firecrawl({ apiKey, apiUrl: base }).startBatchScrape([`${site}missing.html`, ...long])),
)
const visited = await Promise.all(
  tokens.map((token, at) =>
    visit(
      token,
      running.filter((_, other) => other !== at).map(({ id }) => id),
    ),
  ),
)
const headers = { authorization: `Bearer ${tokens[0]}`, "content-type": "application/json" }
let metrics = ""
// clock: polls, since the metrics leave out what a busy Redis doesn't answer within a second
for (; !metrics.includes("porthole_jobs{"); await sleep(pause))
  metrics = await (await fetch(`${base}/metrics`, { headers })).text()

await Effect.runPromise(redis.kill)
const body = JSON.stringify({ urls: [site] })
const answer = await fetch(`${base}/api/v1/batch`, { method: "POST", headers, body })
const down = { status: answer.status, body: await answer.text(), retryAfter: answer.headers.get("retry-after") }
for (const one of processes) one.kill("SIGTERM")

const report: Report = {
  visited,
  metrics: metrics
    .split("\n")
    .filter((line) => line.startsWith("porthole_job"))
    .join("\n"),
  down,
  codes: await Promise.all(ended),
}
process.stdout.write(JSON.stringify(report), () => process.exit(0))
