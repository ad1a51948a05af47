/** One process of several over one Redis: the facade with what its parent gave it, doing what its parent tells it. */
import { createWebTools, type WebToolsOptions } from "@porthole/tools"

/** What a worker is told to fetch, all at once. */
export interface Order {
  readonly urls: ReadonlyArray<string>
  readonly cache?: boolean
  /** Whether tools of their own fetch them, whose stores aren't open yet. */
  readonly fresh?: boolean
}

// Pages are read in this thread: what is under test is the Redis, and a thread takes more to start than a call.
const options: WebToolsOptions = { extractIsolation: "none", ...JSON.parse(process.argv[2] ?? "{}") }
const tools = createWebTools(options)

process.on("message", ({ cache, fresh, urls }: Order) => {
  const { webFetch } = fresh === true ? createWebTools(options) : tools
  const calls = urls.map((url) => webFetch({ url, ...(cache === undefined ? {} : { cache }) }))
  void Promise.all(calls).then((answers) => process.send?.(answers))
})
