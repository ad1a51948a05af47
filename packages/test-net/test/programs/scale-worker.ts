/** One process of several over one Redis: the facade with its parent's options, which executes its parent's orders. */
import { createWebTools, type WebToolsOptions } from "@porthole/tools"

/** The parent's order: URLs to fetch in parallel. */
export interface Order {
  readonly urls: ReadonlyArray<string>
  readonly cache?: boolean
  /** The options of separate tools that fetch them, whose stores aren't open yet. */
  readonly fresh?: Pick<WebToolsOptions, "fetchTimeout">
}

// Pages are read in this thread: the test concerns the Redis, and a thread takes longer to start than a call.
const options: WebToolsOptions = { extractIsolation: "none", ...JSON.parse(process.argv[2] ?? "{}") }
const tools = createWebTools(options)

process.on("message", ({ cache, fresh, urls }: Order) => {
  const { webFetch } = fresh === undefined ? tools : createWebTools({ ...options, ...fresh })
  const calls = urls.map((url) => webFetch({ url, ...(cache === undefined ? {} : { cache }) }))
  void Promise.all(calls).then((answers) => process.send?.(answers))
})
