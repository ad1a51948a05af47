/**
 * `porthole serve` in the small Internet, over a real searx: clients of other services with only their base URL
 * changed, and requests for the private side through every endpoint.
 */
import { SearxngSearch } from "@langchain/community/tools/searxng_search"
import { Firecrawl } from "@mendable/firecrawl-js"
import { tavily } from "@tavily/core"
import { Effect, Scope } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Searx from "../../../backend-searxng/test/support/searx.ts"
import { World } from "../../src/index.ts"
import { packed } from "../../../cli/test/support/packed.ts"

/** The program's output. */
export interface Report {
  readonly firecrawl: {
    readonly markdown: string | undefined
    readonly status: number | undefined
    readonly urls: ReadonlyArray<string | undefined>
    /** The text of the hit whose site is in the small Internet. */
    readonly read: string | undefined
  }
  readonly tavily: {
    readonly urls: ReadonlyArray<string>
    readonly extracted: ReadonlyArray<string>
    readonly failed: ReadonlyArray<string>
  }
  readonly langchain: string
  /** By endpoint: the requests that the page's site has got after each of two reads by each of three tenants. */
  readonly reads: ReadonlyArray<readonly [path: string, requests: ReadonlyArray<number>]>
  readonly attacks: ReadonlyArray<{ readonly path: string; readonly url: string; readonly status: number }>
  readonly intruders: ReadonlyArray<string>
  readonly code: number | null
}

const base = "http://127.0.0.1:8710"

const world = await World.start({ "example.org": [[World.publicA]] })
const searx = await Effect.runPromise(Scope.provide(Searx.start, Scope.makeUnsafe()))
const own = { ...process.env, XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), "porthole-serve-")) }
const server = spawn(process.execPath, [packed, "serve", "--allow-tokenless"], {
  stdio: "ignore",
  env: {
    ...own,
    NODE_EXTRA_CA_CERTS: world.authority,
    SEARXNG_URL: searx.url,
    PORTHOLE_PROVIDER: "searxng",
    PORTHOLE_MAX_REQUESTS_PER_MINUTE: "10000",
  },
})
const ended = new Promise<number | null>((done) => server.once("exit", done))

const isUp = async (): Promise<boolean> =>
  fetch(`${base}/health`).then(
    () => true,
    () => false,
  )
while (!(await isUp())) {
  await new Promise((done) => setTimeout(done, 100)) // clock: polls until it listens
}

const byFirecrawl = async (): Promise<Report["firecrawl"]> => {
  const client = new Firecrawl({ apiKey: "any", apiUrl: base })
  const page = await client.scrape("http://public.test/page", { formats: ["markdown"] })
  const found = await client.search("whales", { limit: 10, scrapeOptions: { formats: ["markdown"] } })
  const web = found.web ?? []
  const urls = web.map((entry) => ("url" in entry ? entry.url : entry.metadata?.sourceURL))
  const read = web.find((entry) => "markdown" in entry && (entry.markdown ?? "") !== "")
  return {
    markdown: page.markdown,
    status: page.metadata?.statusCode,
    urls,
    read: read !== undefined && "markdown" in read ? read.markdown : undefined,
  }
}

const byTavily = async (): Promise<Report["tavily"]> => {
  const client = tavily({ apiKey: "any", apiBaseURL: base })
  const { results } = await client.search("whales")
  const extract = await client.extract(["http://public.test/one", "http://public.test/missing", "http://10.9.0.5/"])
  return {
    urls: results.map(({ url }) => url),
    extracted: extract.results.map(({ rawContent }) => rawContent),
    failed: extract.failedResults.map(({ url }) => url),
  }
}

const byLangchain = async (): Promise<string> =>
  String(await new SearxngSearch({ apiBase: base, params: { format: "json" } }).invoke("whales"))

/** Each endpoint that reads pages, with the body that names one. */
const endpoints: ReadonlyArray<readonly [path: string, bodyOf: (url: string) => object]> = [
  ["/v1/scrape", (url) => ({ url })],
  ["/v2/scrape", (url) => ({ url, formats: ["html"] })],
  ["/extract", (url) => ({ urls: [url] })],
  ["/openwebui/load", (url) => ({ urls: [url] })],
]

/** Adds a tenant's token, and waits until the server, which began without any, knows it. */
const addTenant = async (name: string): Promise<Readonly<Record<string, string>>> => {
  const token = execFileSync(process.execPath, [packed, "tokens", "add", name], { env: own, encoding: "utf8" })
  const headers = { authorization: `Bearer ${token.trim()}` }
  while ((await fetch(`${base}/openapi.json`, { headers })).status === 401) {
    await new Promise((done) => setTimeout(done, 100)) // clock: polls until the token is known
  }
  return headers
}

/** Each endpoint reads a page of its own, twice as each tenant and as the one without a token. */
const readAs = async (
  tenants: ReadonlyArray<Readonly<Record<string, string>>>,
  path: string,
  bodyOf: (url: string) => object,
): Promise<Report["reads"][number]> => {
  const page = `/page${path}`
  const requests: Array<number> = []
  for (const headers of tenants) {
    for (let times = 0; times < 2; times++) {
      const response = await fetch(`${base}${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(bodyOf(`http://public.test${page}`)),
      })
      await response.text()
      requests.push(world.seen.filter(({ url }) => url.endsWith(page)).length)
    }
  }
  return [path, requests]
}

const targets = [
  "http://10.9.0.5/",
  "http://127.0.0.1:8080/",
  "http://[::1]/",
  "http://0x0a090005/",
  "http://[::ffff:10.9.0.5]/",
  "http://localhost/",
  "http://private.test/",
  "http://alias-private.test/",
  "http://mixed.test/",
  "http://metadata.test/",
  "http://169.254.169.254/latest/meta-data/",
  "http://public.test/?to=http://10.9.0.5/secret",
  "http://public.test/?to=http://private.test/",
  "http://user:pass@10.9.0.5/",
  "ftp://10.9.0.5/",
  "file:///etc/passwd",
]

const attack = async (path: string, url: string, body: object): Promise<Report["attacks"][number]> => {
  const headers = { "content-type": "application/json" }
  const response = await fetch(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  await response.text()
  return { path, url, status: response.status }
}

const firecrawl = await byFirecrawl()
const tavilyReport = await byTavily()
const langchain = await byLangchain()
const tenants = [await addTenant("acme"), await addTenant("globex"), {}]
const reads: Array<Report["reads"][number]> = []
for (const [path, bodyOf] of [...endpoints, ["/api/v1/fetch", (url: string) => ({ url })] as const]) {
  reads.push(await readAs(tenants, path, bodyOf))
}
const attacks: Array<Report["attacks"][number]> = []
for (const [path, bodyOf] of endpoints) {
  for (const url of targets) attacks.push(await attack(path, url, bodyOf(url)))
}
server.kill("SIGTERM")
const code = await ended

const report: Report = { firecrawl, tavily: tavilyReport, langchain, reads, attacks, intruders: world.intruders, code }
process.stdout.write(JSON.stringify(report), () => process.exit(0))
