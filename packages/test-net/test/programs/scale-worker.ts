/** One process of several over one Redis: the facade with what its parent gave it, doing what its parent tells it. */
import { createWebTools, type WebToolsOptions } from "@porthole/tools"

/** What a worker is told to fetch, all at once. */
export interface Order {
  readonly urls: ReadonlyArray<string>
  readonly cache?: boolean
}

const options: WebToolsOptions = JSON.parse(process.argv[2] ?? "{}")
const tools = createWebTools(options)

process.on("message", ({ cache, urls }: Order) => {
  const calls = urls.map((url) => tools.webFetch({ url, ...(cache === undefined ? {} : { cache }) }))
  void Promise.all(calls).then((answers) => process.send?.(answers))
})
