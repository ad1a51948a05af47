/**
 * `porthole serve` in the small Internet, over a real searx: clients of other services with only their base URL
 * changed, and requests for the private side through every endpoint.
 */
import { SearxngSearch } from "@langchain/community/tools/searxng_search"
import { Firecrawl } from "@mendable/firecrawl-js"
import { tavily } from "@tavily/core"
import { Effect, Scope } from "effect"
import { spawn } from "node:child_process"
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
  readonly attacks: ReadonlyArray<{ readonly path: string; readonly url: string; readonly status: number }>
  readonly intruders: ReadonlyArray<string>
  readonly code: number | null
}

const base = "http://127.0.0.1:8710"

const world = await World.start({ "example.org": [[World.publicA]] })
const searx = await Effect.runPromise(Scope.provide(Searx.start, Scope.makeUnsafe()))
const server = spawn(process.execPath, [packed, "serve"], {
  stdio: "ignore",
  env: {
    ...process.env,
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
for (let attempt = 0; attempt < 300 && !(await isUp()); attempt++) {
  await new Promise((done) => setTimeout(done, 100))
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
const attacks: Array<Report["attacks"][number]> = []
for (const [path, bodyOf] of endpoints) {
  for (const url of targets) attacks.push(await attack(path, url, bodyOf(url)))
}
server.kill("SIGTERM")
const code = await ended

const report: Report = { firecrawl, tavily: tavilyReport, langchain, attacks, intruders: world.intruders, code }
process.stdout.write(JSON.stringify(report), () => process.exit(0))
