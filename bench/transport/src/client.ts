/** The process of one client: it loads the client, and fetches one URL again and again for each order. */
import * as Child from "../../harness/Child.ts"
import * as Load from "../../harness/Load.ts"
import { clients } from "./Clients.ts"

/** A load, of a body of the expected size. */
export interface Order extends Load.Load {
  readonly url: string
  readonly bytes: number
}

/** The figures of a round: processor time per request in µs, over all threads, and memory in MiB. */
export interface Outcome extends Load.Figures {
  readonly cpu: number
  readonly rss: number
}

/** The share of a round that opens connections and isn't counted. */
const leadIn = 0.2

const get = await clients[process.argv[2] ?? ""]?.make()

Child.ready(async ({ bytes, url, ...load }: Order): Promise<Outcome> => {
  const fetchOne = async () => {
    const length = await get?.(url)
    if (length !== bytes) throw new Error(`${length} bytes came, not ${bytes}`)
    return undefined
  }
  await Load.run({ ...load, ms: load.ms * leadIn, calls: 0 }, fetchOne)
  const before = process.cpuUsage()
  const figures = await Load.run(load, fetchOne)
  const { system, user } = process.cpuUsage(before)
  return { ...figures, cpu: (system + user) / figures.calls, rss: process.memoryUsage.rss() / 2 ** 20 }
})
