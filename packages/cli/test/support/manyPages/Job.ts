/** A job over a simulated web that is killed at drawn places, started again, and checked page by page. */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { environment } from "../porthole.ts"
import { type Kind, kindOf, markOf, measure, startWeb, urlOf, type WebOptions } from "./Web.ts"

export interface JobOptions extends WebOptions {
  /** The number of requests after which the process is killed, each time it is started. */
  readonly killsAt: ReadonlyArray<number>
  readonly flags: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

/** What a job came to. */
export interface Report {
  /** The URLs whose result isn't the right one, with the reason. */
  readonly wrong: ReadonlyArray<string>
  readonly results: number
  /** Requests for pages, redirects' included, and those beyond the ones that each page needs. */
  readonly requests: number
  readonly repeated: number
  readonly most: number
  readonly least: number
  readonly overlaps: ReturnType<typeof measure>["overlaps"]
  readonly seconds: number
  readonly stderr: string
}

/** Runs a job to its end. */
export const runJob = async (options: JobOptions): Promise<Report> => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-many-"))
  const urls = Array.from({ length: options.urls }, (_, at) => urlOf(at, options.hosts))
  const file = join(folder, "urls.txt")
  writeFileSync(file, urls.join("\n"))
  const killsAt = [...options.killsAt]
  let kill = () => {}
  const web = await startWeb(options, (count) => {
    const next = killsAt[0]
    if (next === undefined || count < next) return
    killsAt.splice(0, 1)
    kill()
  })
  const out = join(folder, "out")
  // clock: for the bench's figures; it decides nothing
  const begun = performance.now()
  let stderr = ""
  for (;;) {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, "child.ts"), `${web.port}`, "batch", file, "--out", out, ...options.flags],
      { env: environment(options.env), stdio: ["ignore", "ignore", "pipe"] },
    )
    kill = () => child.kill("SIGKILL")
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
    const signal = await new Promise<NodeJS.Signals | null>((done) => child.on("exit", (_, by) => done(by)))
    if (signal === null) break
  }
  // clock: as above
  const seconds = (performance.now() - begun) / 1_000
  web.close()
  const report = {
    ...check(out, urls, options),
    ...countRequests(web.log, options),
    ...measure(web.log),
    seconds,
    stderr,
  }
  rmSync(folder, { recursive: true, force: true })
  return report
}

/** The number of requests for pages, and of those beyond the ones that the pages of so many jobs need. */
export const countRequests = (log: ReadonlyArray<{ readonly url: string }>, options: WebOptions, jobs = 1) => {
  const pages = Map.groupBy(
    log.filter(({ url }) => !url.endsWith("/robots.txt")),
    ({ url }) => url,
  )
  let [requests, repeated] = [0, 0]
  for (const [url, { length }] of pages) {
    const kind = kindOf(url, options)
    requests += length
    // A refusal is asked again once, and a page that hangs twice.
    repeated += Math.max(0, length - (kind === "later" ? jobs + 1 : kind === "hanging" ? 3 * jobs : jobs))
  }
  return { requests, repeated }
}

// --- private --------------------------------------------------------------------------

type Line = Readonly<Record<string, unknown>>

/** The reasons of pages that have none. */
const failures: Readonly<Partial<Record<Kind, string>>> = { missing: "http_404", hanging: "timeout" }

const check = (out: string, urls: ReadonlyArray<string>, options: WebOptions) => {
  const lines = readFileSync(join(out, "results.ndjson"), "utf8").trimEnd().split("\n")
  const results = new Map(lines.map((line): [unknown, Line] => ((read: Line) => [read["url"], read])(JSON.parse(line))))
  const wrong = urls.flatMap((url) => {
    const fault = faultOf(out, results.get(url), kindOf(url, options))
    return fault === undefined ? [] : [`${url}: ${fault}`]
  })
  if (lines.length !== urls.length) wrong.push(`${lines.length} lines`)
  return { wrong, results: results.size }
}

const faultOf = (out: string, line: Line | undefined, kind: Kind): string | undefined => {
  if (line === undefined) return "no result"
  if (line["failure"] !== failures[kind]) return `${kind} is ${line["failure"] ?? "a page"}`
  if (line["failure"] !== undefined) return undefined
  const text = readFileSync(join(out, String(line["file"])), "utf8")
  const body = text.slice(text.indexOf("\n---\n\n") + 6, -1)
  const url = String(line["final_url"] ?? line["url"])
  if (kind === "redirect" && !url.includes("/moved/")) return `the redirect ended at ${url}`
  if (!body.includes(markOf(url))) return "another page's text"
  return createHash("sha256").update(body).digest("hex") === line["sha256"] ? undefined : "another SHA-256"
}
