/** The measured process: it fetches through one store and reports its memory at ten points. */
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { Random } from "@porthole/test-net"
import { createWebTools } from "@porthole/tools"

const [, , fetchesText = "", pagesText = "", seed = "", store = "", folder = ""] = process.argv
const fetches = Number(fetchesText)
const pages = Number(pagesText)
const cacheMaxEntries = 512
const cacheMaxBytes = 8 * 1_048_576

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1)
const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const random = Random.make(Number(seed))
/** Zipf's law: the n-th page is requested 1/n times as often as the first. */
const weights = Array.from({ length: pages }, (_, n) => 1 / (n + 1))
const sums: Array<number> = []
for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight)
const next = (): number => {
  const at = (random.int(1_000_000_000) / 1_000_000_000) * (sums.at(-1) ?? 1)
  return sums.findIndex((sum) => sum >= at)
}

await using tools = createWebTools({
  cacheMaxEntries,
  cacheMaxBytes,
  maxRequestsPerMinute: 10_000,
  perHostConcurrency: 8,
  ...(store === "disk" ? { cacheDir: folder } : {}),
})

let hits = 0
let wrong = 0
const times: Record<"hit" | "miss", Array<number>> = { hit: [], miss: [] }
const fetchOne = async (): Promise<void> => {
  const page = next()
  const start = performance.now()
  const answer = await tools.webFetch({ url: `http://bench.test/${page}` })
  const isRight = "title" in answer && answer.title === `/${page}`
  if (!isRight) wrong++
  const kind = "cached" in answer && answer.cached ? "hit" : "miss"
  if (kind === "hit") hits++
  times[kind].push(performance.now() - start)
}

print(
  `${store}: at most ${cacheMaxEntries} entries and ${megabytes(cacheMaxBytes)} MiB, ${fetches} fetches of ${pages} pages`,
)
print("    fetches   RSS MiB  heap MiB")
const points = 10
for (let point = 1; point <= points; point++) {
  const workers = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < fetches / points / 8; n++) await fetchOne()
  })
  await Promise.all(workers)
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  print(
    `${String((fetches / points) * point).padStart(11)} ${megabytes(rss).padStart(9)} ${megabytes(heapUsed).padStart(9)}`,
  )
}
print(`from the cache: ${hits} of ${fetches}; wrong: ${wrong}`)
print(`median of a hit ${median(times.hit).toFixed(2)} ms, of a miss ${median(times.miss).toFixed(2)} ms`)
if (store === "disk") {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
  print(`the folder holds ${files.length} files of ${megabytes(bytes)} MiB`)
}
if (wrong > 0) process.exitCode = 1
