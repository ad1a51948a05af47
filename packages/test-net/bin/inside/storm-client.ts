/** The calling process: it reads pages over the pinned transport and searches over the endpoint client. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { NodeHttpClient } from "@porthole/backend-fetch"
import { searxng } from "@porthole/backend-searxng"
import { Settings, WebBackend, webSearch } from "@porthole/core"
import { createWebTools } from "@porthole/tools"
import { Faults, Random } from "../../src/index.ts"

const count = Number(process.argv[2])
const seed = Number(process.argv[3])
const concurrency = 32
const points = 10
const deadline = 1_000

/** The time of a reading, which the deadline doesn't count, in ms. */
const readingTime = 1_000

/** The delay of an answer that a busy machine may add, in ms. */
const slack = 1_000

/** The allowed growth of the heap from the second to the last point. */
const heapBound = 8 * 1_048_576

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const random = Random.make(seed)
const outcomes = new Map<string, number>()
let longest = { ms: 0, what: "" }

/** Without a hanging name server: it would hold both threads of the resolver, and so every other name. */
const shapes = Faults.all.filter(({ serve }) => serve !== undefined)
const [first, ...rest] = shapes
if (first === undefined) throw new Error("There is no fault.")

const tools = createWebTools({
  fetchTimeout: `${deadline} ms`,
  extractTimeout: `${readingTime} ms`,
  maxBodyBytes: 1_048_576,
  maxRequestsPerMinute: 10_000,
  cacheTtl: 0,
  robots: false,
})

const endpoints = ManagedRuntime.make(Layer.mergeAll(Settings.layer({ search_timeout: "1 s" }), NodeHttpClient.layer))

const search = (url: string): Promise<object> =>
  endpoints.runPromise(
    webSearch({ query: "whales" }).pipe(
      Effect.provide(WebBackend.layer({ search: searxng.makeSearch({ url }), extract: WebBackend.unavailable })),
      Effect.catch((error) => Effect.succeed(error.wire)),
    ),
  )

let begun = 0

const callOne = async (): Promise<void> => {
  begun++
  const { url } = random.pick([first, ...rest])
  const isPage = random.oneIn(2)
  // clock: printed, never judged
  const began = performance.now()
  const answer: Readonly<Record<string, unknown>> = { ...(await (isPage ? tools.webFetch({ url }) : search(url))) }
  const ms = performance.now() - began
  const outcome = `${isPage ? "page" : "search"}: ${String(answer["reason"] ?? answer["error"] ?? "answered")}`
  if (ms > longest.ms) longest = { ms, what: `${outcome}, ${url}, call ${begun}` }
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}

const callMany = async (many: number): Promise<void> => {
  let left = many
  const worker = async (): Promise<void> => {
    while (left-- > 0) await callOne()
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

print(
  `${count} calls, ${concurrency} at a time, seed ${seed}, deadline ${deadline} ms; sizes in MiB after a collection`,
)
// The first calls wait for the start of a reader.
await callMany(300)
outcomes.clear()
longest = { ms: 0, what: "" }
print("     calls     RSS    heap  processor ms a call")
const heaps: Array<number> = []
for (let point = 1; point <= points; point++) {
  // clock: printed, never judged
  const before = process.cpuUsage()
  await callMany(Math.round(count / points))
  const { system, user } = process.cpuUsage(before)
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  heaps.push(heapUsed)
  const figures = [rss / 1_048_576, heapUsed / 1_048_576, (system + user) / 1_000 / (count / points)]
  print(
    [String(Math.round((count * point) / points)).padStart(10), ...figures.map((n) => n.toFixed(1).padStart(7))].join(
      " ",
    ),
  )
}
for (const [outcome, times] of [...outcomes].toSorted(([, a], [, b]) => b - a))
  print(`${String(times).padStart(6)}  ${outcome}`)
const growth = (heaps.at(-1) ?? 0) - (heaps[1] ?? 0)
print(
  `Longest call ${Math.round(longest.ms)} ms (${longest.what}). Heap from the second point to the last: ` +
    `${(growth / 1_048_576).toFixed(1)} MiB.`,
)
await tools.dispose()
await endpoints.dispose()
process.exitCode = longest.ms <= deadline + readingTime + slack && growth <= heapBound ? 0 : 1
process.disconnect?.()
