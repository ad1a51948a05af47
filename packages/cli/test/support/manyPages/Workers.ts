/**
 * Jobs of a server over a simulated web, done by workers that are killed and frozen at drawn places, as is their Redis,
 * and checked page by page.
 */
import { Effect, Exit, Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as RedisServer from "../../../../store-redis/test/support/redis.ts"
import { environment } from "../porthole.ts"
import { countRequests, type Report as JobReport } from "./Job.ts"
import { type Kind, kindOf, markOf, measure, startWeb, urlOf, type WebOptions } from "./Web.ts"

/** What happens after so many requests for pages. */
export interface Trouble {
  readonly at: number
  readonly kind: "kill" | "freeze" | "redis"
}

export interface WorkersOptions extends WebOptions {
  readonly workers: number
  /** How many jobs have the same URLs. */
  readonly jobs: number
  readonly troubles: ReadonlyArray<Trouble>
  /** Milliseconds for which a worker is frozen. */
  readonly frozenFor: number
  readonly env?: Readonly<Record<string, string>>
  readonly onStderr?: (text: string) => void
}

/** What the jobs came to; `repeated` is beyond what the pages of one job need. */
export interface Report extends Omit<JobReport, "stderr"> {
  /** Processor time of the workers that were there at the end, in seconds, without their readers. */
  readonly workerSeconds: number
}

/** Runs jobs to their end. */
export const runWorkers = async (options: WorkersOptions): Promise<Report> => {
  const scope = Scope.makeUnsafe()
  const folder = mkdtempSync(join(tmpdir(), "porthole-workers-"))
  const args = ["--appendonly", "yes", "--appendfsync", "everysec", "--dir", folder]
  const redis = await Effect.runPromise(Scope.provide(RedisServer.make({ args }), scope))
  const troubles = [...options.troubles]
  const crew: Array<ChildProcess> = []
  // clock: by which the web's log has its times
  const tell = (text: string) => options.onStderr?.(`${performance.now().toFixed(0)} ms: ${text}\n`)
  const cause = async ({ at, kind }: Trouble) => {
    const place = at % options.workers
    tell(`${kind} of worker ${place}`)
    if (kind === "kill") {
      crew[place]?.kill("SIGKILL")
      crew[place] = run("worker")
    } else if (kind === "freeze") {
      const frozen = crew[place]
      frozen?.kill("SIGSTOP")
      // clock: a worker that wakes up must not go on as if nothing had happened
      await sleep(options.frozenFor)
      frozen?.kill("SIGCONT")
      tell(`worker ${place} goes on`)
    } else {
      await Effect.runPromise(Effect.andThen(redis.kill, redis.start))
    }
  }
  const web = await startWeb(options, (count) => {
    while ((troubles[0]?.at ?? Infinity) <= count) void cause(troubles.splice(0, 1)[0] ?? { at: 0, kind: "kill" })
  })
  const env = environment({ PORTHOLE_REDIS_URL: `redis://127.0.0.1:${redis.port}`, ...options.env })
  const run = (...command: ReadonlyArray<string>) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "child.ts"), `${web.port}`, ...command], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
    })
    // A full pipe would stop it.
    child.stderr.on("data", (chunk: Buffer) => options.onStderr?.(chunk.toString()))
    return child
  }
  const server = run("serve", "--listen", "127.0.0.1:0")
  const base = await addressOf(server)
  for (let at = 0; at < options.workers; at++) crew.push(run("worker"))

  const urls = Array.from({ length: options.urls }, (_, at) => urlOf(at, options.hosts))
  // clock: for the bench's figures; it decides nothing
  const begun = performance.now()
  const paths = await Promise.all(
    Array.from({ length: options.jobs }, async () => {
      const accepted = await ask(base, "/api/v1/batch", { method: "POST", body: JSON.stringify({ urls }) })
      return String(accepted["status_url"])
    }),
  )
  for (const path of paths) await ended(base, path)
  // clock: as above
  const seconds = (performance.now() - begun) / 1_000
  const workerSeconds = crew.reduce((sum, { pid }) => sum + processorTimeOf(pid), 0)
  const checked = await Promise.all(paths.map((path) => check(base, path, urls, options)))
  for (const child of [server, ...crew]) child.kill("SIGKILL")
  web.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(folder, { recursive: true, force: true })
  return {
    wrong: checked.flatMap(({ wrong }) => wrong),
    results: checked.reduce((sum, { results }) => sum + results, 0),
    ...countRequests(web.log, options, options.jobs),
    ...measure(web.log),
    seconds,
    workerSeconds,
  }
}

/** The address on which a server that has just been started says that it serves. */
export const addressOf = (server: ChildProcess): Promise<string> =>
  new Promise((done) => {
    let text = ""
    server.stderr?.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
      if (address !== undefined) done(address)
    })
  })

// --- private --------------------------------------------------------------------------

type Fields = Readonly<Record<string, unknown>>

/** Asks until the server answers with success: while its Redis is down it can't. */
const ask = async (base: string, path: string, init: RequestInit = {}): Promise<Fields> => {
  for (;;) {
    const response = await fetch(base + path, { ...init, headers: { "content-type": "application/json" } })
    const text = await response.text()
    if (response.ok) return JSON.parse(text) as Fields
    if (response.status !== 503) throw new Error(`${path}: ${response.status} ${text}`)
    // clock: polls until the Redis is there
    await sleep(200)
  }
}

const ended = async (base: string, path: string) => {
  for (;;) {
    const status = await ask(base, path)
    if (status["status"] !== "running") return
    // clock: polls until the job has ended
    await sleep(1_000)
  }
}

const reasons: Readonly<Partial<Record<Kind, string>>> = { missing: "http_404", hanging: "timeout" }

const check = async (base: string, path: string, urls: ReadonlyArray<string>, options: WebOptions) => {
  const found = new Map<unknown, Fields>()
  let lines = 0
  for (let cursor: unknown = "0"; cursor !== undefined;) {
    const answer = await ask(base, `${path}/pages?limit=100&cursor=${cursor}`)
    for (const entry of answer["pages"] as ReadonlyArray<Fields>) {
      lines++
      found.set(entry["requested_url"], entry)
    }
    cursor = answer["next_cursor"]
  }
  const wrong = urls.flatMap((url) => {
    const fault = faultOf(found.get(url), kindOf(url, options))
    return fault === undefined ? [] : [`${url}: ${fault}`]
  })
  return { wrong: lines === urls.length ? wrong : [...wrong, `${lines} results`], results: found.size }
}

const faultOf = (entry: Fields | undefined, kind: Kind): string | undefined => {
  if (entry === undefined) return "no result"
  const { content_md, error, reason, status_code, url } = entry
  const failure =
    error === undefined ? undefined : (reason ?? (status_code === undefined ? error : `http_${status_code}`))
  if (failure !== reasons[kind]) return `${kind} is ${failure ?? "a page"}`
  if (failure !== undefined) return undefined
  if (kind === "redirect" && !String(url).includes("/moved/")) return `the redirect ended at ${url}`
  return String(content_md).includes(markOf(String(url)))
    ? undefined
    : `another page's text: ${JSON.stringify(entry).slice(0, 300)}`
}

const processorTimeOf = (pid: number | undefined): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) / 100
}
