/** The measured process: it fetches through one store, as many pages as each order says, and answers with its figures. */
import { performance } from "node:perf_hooks"
import { Random } from "@porthole/test-net"
import { createWebTools } from "@porthole/tools"
import * as Child from "../../harness/Child.ts"
import { median } from "../../harness/Figures.ts"

/** The figures so far. Memory is in MiB, times are medians in milliseconds. */
export interface Figures {
  readonly rss: number
  readonly heap: number
  readonly hits: number
  readonly wrong: number
  readonly hit: number
  readonly miss: number
}

const [, , origin = "", pages = "", seed = "", folder = ""] = process.argv

/** Zipf's law: the n-th page is requested 1/n times as often as the first. */
const sums: Array<number> = []
for (let page = 0; page < Number(pages); page++) sums.push((sums.at(-1) ?? 0) + 1 / (page + 1))
const random = Random.make(Number(seed))
const nextPage = (): number => {
  const at = (random.int(1_000_000_000) / 1_000_000_000) * (sums.at(-1) ?? 1)
  return sums.findIndex((sum) => sum >= at)
}

await using tools = createWebTools({
  cacheMaxEntries: 512,
  cacheMaxBytes: 8 * 1_048_576,
  maxRequestsPerMinute: 10_000,
  perHostConcurrency: 8,
  ...(folder === "" ? {} : { cacheDir: folder }),
})

const times: Record<"hit" | "miss", Array<number>> = { hit: [], miss: [] }
let wrong = 0
const fetchOne = async (): Promise<void> => {
  const page = nextPage()
  const start = performance.now()
  const answer = await tools.webFetch({ url: `${origin}/${page}` })
  const isRight = "title" in answer && answer.title === `/${page}`
  if (!isRight) wrong++
  times["cached" in answer && answer.cached ? "hit" : "miss"].push(performance.now() - start)
}

const answer = async (fetches: number): Promise<Figures> => {
  const worker = async () => {
    for (let n = 0; n < fetches / 8; n++) await fetchOne()
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return {
    rss: rss / 2 ** 20,
    heap: heapUsed / 2 ** 20,
    hits: times.hit.length,
    wrong,
    hit: median(times.hit),
    miss: median(times.miss),
  }
}
await new Promise(() => Child.ready(answer))
