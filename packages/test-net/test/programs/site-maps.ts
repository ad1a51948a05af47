/** Maps sites that generators built, over the real transport: each site's pages, and what the map has of them. */
import { createWebTools } from "@porthole/tools"
import { FolderServer, GeneratedSites, World } from "../../src/index.ts"

/** The map of a site. */
export interface Mapped {
  readonly host: string
  /** The pages that the generator wrote and a page links to. */
  readonly linked: ReadonlyArray<string>
  readonly map: object
  /** The paths that were requested, and the status of each answer. */
  readonly requests: ReadonlyArray<FolderServer.LoggedRequest>
}

const address = "93.184.216.38"
const sites = GeneratedSites.build()
await World.start(Object.fromEntries(sites.map(({ host }) => [host, [[address]]])))
const log = await FolderServer.start(address, Object.fromEntries(sites.map(({ folder, host }) => [host, folder])))

await using tools = createWebTools({ maxRequestsPerMinute: 10_000 })
const mapped: Array<Mapped> = []
for (const site of sites) {
  const url = `http://${site.host}${site.path}`
  const map = await tools.map({ url, max_results: 1_000, max_pages: 1_000, max_time: 600 })
  mapped.push({
    host: site.host,
    linked: Array.from(GeneratedSites.linkedPages(site)),
    map,
    requests: log.filter(({ host }) => host === site.host),
  })
}
process.stdout.write(JSON.stringify(mapped), () => process.exit(0))
