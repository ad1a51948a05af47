/** Maps sites that generators built, over the real transport: each site's pages, and those of its map. */
import { createWebTools } from "@porthole/tools"
import { FolderServer, GeneratedSites, World } from "../../src/index.ts"

/** The map of a site. */
export interface Mapped {
  readonly host: string
  readonly prefix: string
  /** The pages that links lead to. */
  readonly linked: ReadonlyArray<string>
  /** All pages that the generator wrote. */
  readonly existing: ReadonlyArray<string>
  /** The pages of the map. */
  readonly urls: ReadonlyArray<string>
}

const address = "93.184.216.38"
const sites = GeneratedSites.build()
await World.start(Object.fromEntries(sites.map(({ host }) => [host, [[address]]])))
await FolderServer.start(address, Object.fromEntries(sites.map(({ folder, host }) => [host, folder])))

await using tools = createWebTools({ maxRequestsPerMinute: 10_000 })
const mapped: Array<Mapped> = []
for (const site of sites) {
  const prefix = `http://${site.host}${site.path}`
  const map = await tools.map({ url: prefix, max_results: 1_000, max_pages: 1_000, max_time: 600 })
  mapped.push({
    host: site.host,
    prefix,
    linked: Array.from(GeneratedSites.linkedPages(site)),
    existing: Array.from(GeneratedSites.writtenPages(site)),
    urls: "error" in map ? [] : map.urls.map(({ url }) => url),
  })
}
process.stdout.write(JSON.stringify(mapped), () => process.exit(0))
