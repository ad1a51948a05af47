/**
 * Fetches of a server, one after the other, alone and beside a batch of the same hosts that workers read, in turns. They
 * are of pages that nobody has read, so none comes from a cache.
 */
import { Effect, Exit, Scope } from "effect"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { environment } from "../../../packages/cli/test/support/porthole.ts"
import { measure, startWeb, urlOf } from "../../../packages/cli/test/support/manyPages/Web.ts"
import { addressOf } from "../../../packages/cli/test/support/manyPages/Workers.ts"
import * as RedisServer from "../../../packages/store-redis/test/support/redis.ts"

export interface InteractiveOptions {
  readonly hosts: number
  readonly workers: number
  /** Fetches in each of the rounds, which are half alone. */
  readonly fetches: number
  readonly rounds: number
}

/** What fetches take in milliseconds, and what the hosts saw. */
export interface InteractiveReport {
  readonly alone: ReadonlyArray<number>
  readonly beside: ReadonlyArray<number>
  /** Fetches without a usable answer. */
  readonly failed: number
  /** Pages of the batch that were read meanwhile. */
  readonly crawled: number
  /** The most requests at a host at the same time. */
  readonly most: number
}

/** Measures fetches alone and beside a batch. */
export const runInteractive = async (options: InteractiveOptions): Promise<InteractiveReport> => {
  const { fetches, hosts, rounds, workers } = options
  const scope = Scope.makeUnsafe()
  const redis = await Effect.runPromise(Scope.provide(RedisServer.make(), scope))
  const web = await startWeb({ hosts, urls: 0, seed: 1, shares: {}, answers: [50, 50] })
  const env = environment({
    PORTHOLE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    PORTHOLE_JOB_MAX_URLS: "100000",
    PORTHOLE_MAX_REQUESTS_PER_MINUTE: "10000",
  })
  const child = join(import.meta.dirname, "../../../packages/cli/test/support/manyPages/child.ts")
  const run = (...command: ReadonlyArray<string>) =>
    spawn(process.execPath, [child, `${web.port}`, ...command], { env, stdio: ["ignore", "ignore", "pipe"] })
  const server = run("serve", "--listen", "127.0.0.1:0")
  const base = await addressOf(server)
  const crew = Array.from({ length: workers }, () => run("worker"))
  for (const { stderr } of crew) stderr.resume()

  let [page, failed] = [10_000_000, 0]
  const times = async (count: number) => {
    const found: Array<number> = []
    for (let at = 0; at < count; at++) {
      // clock: the figure of this bench
      const begun = performance.now()
      const answer = await ask(base, "/api/v1/fetch", { url: urlOf(page++, hosts) })
      found.push(performance.now() - begun)
      if (answer["error"] !== undefined) failed++
    }
    return found
  }
  const beside = async () => {
    const urls = Array.from({ length: hosts * 40 }, () => urlOf(page++, hosts))
    const { id } = await ask(base, "/api/v1/batch", { urls })
    const status = () => fetch(`${base}/api/v1/batch/${id}`).then((answer) => answer.json()) as Promise<Fields>
    while (Number((await status())["done"]) < 20) await sleep(200)
    const found = await times(fetches)
    await fetch(`${base}/api/v1/batch/${id}`, { method: "DELETE" })
    crawled += Number((await status())["done"])
    // clock: pages under way end
    await sleep(2_000)
    return found
  }
  let crawled = 0
  const both: { alone: Array<number>; beside: Array<number> } = { alone: [], beside: [] }
  await times(20)
  for (let round = 0; round < rounds; round++) {
    both.alone.push(...(await times(fetches)))
    both.beside.push(...(await beside()))
  }
  for (const one of [server, ...crew]) one.kill("SIGKILL")
  web.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  return { ...both, failed, crawled, most: measure(web.log).most }
}

// --- private --------------------------------------------------------------------------

type Fields = Readonly<Record<string, unknown>>

const ask = async (base: string, path: string, body: Fields): Promise<Fields> => {
  const headers = { "content-type": "application/json" }
  const answer = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) })
  return (await answer.json()) as Fields
}
