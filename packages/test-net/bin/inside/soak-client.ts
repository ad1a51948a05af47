/** The measured process: it fetches, and reports its resources at ten points. */
import { readdirSync, readlinkSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { Result } from "effect"
import { createWebTools } from "@porthole/tools"
import { Random } from "../../src/index.ts"
import { choose } from "./SoakErrands.ts"

const count = Number(process.argv[2])
const seed = Number(process.argv[3])
const concurrency = 32
const points = 10

/** The allowed growth of the heap from the first to the last point. */
const heapBound = 8 * 1_048_576

interface Held {
  readonly fds: number
  readonly sockets: number
  readonly rss: number
  readonly heap: number
  readonly buffers: number
}

const held = (): Held => {
  globalThis.gc?.()
  globalThis.gc?.()
  const targets = readdirSync("/proc/self/fd").map((fd) =>
    Result.getOrElse(
      Result.try(() => readlinkSync(`/proc/self/fd/${fd}`)),
      () => "gone",
    ),
  )
  const { arrayBuffers, heapUsed, rss } = process.memoryUsage()
  return {
    fds: targets.filter((target) => target !== "gone").length,
    sockets: targets.filter((target) => target.startsWith("socket:")).length,
    rss,
    heap: heapUsed,
    buffers: arrayBuffers,
  }
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1).padStart(7)
const report = (what: string, { buffers, fds, heap, rss, sockets }: Held): void =>
  print(
    `${what.padStart(12)} ${String(fds).padStart(5)} ${String(sockets).padStart(8)} ${megabytes(rss)} ` +
      `${megabytes(heap)} ${megabytes(buffers)}`,
  )

const random = Random.make(seed)
const wrong = new Map<string, number>()
const late = new Map<string, number>()
let pages = 0
let errors = 0

const add = (to: Map<string, number>, what: string): void => void to.set(what, (to.get(what) ?? 0) + 1)
const sum = (of: Map<string, number>): number => [...of.values()].reduce((total, times) => total + times, 0)

type Tools = ReturnType<typeof createWebTools>
const makeTools = (): Tools =>
  createWebTools({
    fetchTimeout: "5 s",
    maxBodyBytes: 1_048_576,
    pinTtl: "30 s",
    maxRedirects: 5,
    maxRequestsPerMinute: 10_000,
    robots: false,
  })

/** A quick machine reaches the limit of requests a minute: then it waits as it is told. */
const withinLimit = async (tools: Tools, url: string): Promise<Readonly<Record<string, unknown>>> => {
  const answer: Readonly<Record<string, unknown>> = { ...(await tools.webFetch({ url })) }
  if (answer["error"] !== "rate_limited" || answer["reason"] !== undefined) return answer
  // clock: waits as the answer says
  await setTimeout(1_000 * Number(answer["retry_after"]))
  return withinLimit(tools, url)
}

const fetchOne = async (tools: Tools): Promise<void> => {
  const { expected, url } = choose(random)
  const answer = await withinLimit(tools, url)
  if (answer["error"] === undefined) pages++
  else errors++
  if (Object.entries(expected).every(([key, value]) => answer[key] === value)) return
  // A busy machine may be late; that is printed and decides nothing.
  if (answer["error"] === "timeout") add(late, new URL(url).host)
  else add(wrong, `${url} ${JSON.stringify(answer).slice(0, 200)}`)
}

const fetchMany = async (tools: Tools, many: number): Promise<void> => {
  let left = many
  const worker = async (): Promise<void> => {
    while (left-- > 0) await fetchOne(tools)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

const settle = async (start: Held): Promise<Held> => {
  let now = held()
  for (let waited = 0; (now.fds > start.fds || now.sockets > start.sockets) && waited < 10_000; waited += 500) {
    // clock: polls until nothing is left
    await setTimeout(500)
    now = held()
  }
  return now
}

print(`${count} fetches, ${concurrency} at a time, seed ${seed}; sizes in MiB after a collection`)
print(`${"fetches".padStart(12)} ${"fds".padStart(5)} ${"sockets".padStart(8)}     RSS    heap buffers`)

// All modules are loaded by now.
const first = makeTools()
await fetchMany(first, Math.min(count, 300))
await first.dispose()
// clock: the sites settle
await setTimeout(1_000)
const start = held()
report("start", start)

const tools = makeTools()
// clock: printed, never judged
const began = performance.now()
const samples: Array<Held> = []
for (let point = 1; point <= points; point++) {
  const until = Math.round((count * point) / points)
  await fetchMany(tools, until - Math.round((count * (point - 1)) / points))
  const now = held()
  samples.push(now)
  report(String(until), now)
}
// clock: printed, never judged
const seconds = (performance.now() - began) / 1_000
await tools.dispose()
const end = await settle(start)
report("end", end)

const growth = (samples.at(-1)?.heap ?? 0) - (samples[0]?.heap ?? 0)
print(
  `${pages} pages and ${errors} errors in ${seconds.toFixed(0)} s; ${sum(late)} late; ${sum(wrong)} wrong. ` +
    `Heap from the first point to the last: ${(growth / 1_048_576).toFixed(1)} MiB, at most ${heapBound / 1_048_576}.`,
)
for (const [host, times] of [...late].toSorted(([, a], [, b]) => b - a).slice(0, 5))
  print(`late ${times} times: ${host}`)
for (const [what, times] of [...wrong].slice(0, 20)) print(`wrong ${times} times: ${what}`)
const isFlat = end.fds <= start.fds && end.sockets <= start.sockets && growth <= heapBound
process.exitCode = isFlat && wrong.size === 0 ? 0 : 1
process.disconnect?.()
