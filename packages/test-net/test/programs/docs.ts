/**
 * Reads the inputs by `docs_fetch`, with one set of tools over the real transport, from a documentation site that a
 * real nginx serves; then reads the unpinned URLs by `web_fetch`.
 */
import { text } from "node:stream/consumers"
import { createWebTools } from "@porthole/tools"
import { DocsServer, World } from "../../src/index.ts"
import { type Outcome, type Visit, watch } from "./Visit.ts"

/** The program's input. */
export interface Input {
  readonly pinned: ReadonlyArray<string>
  readonly free: ReadonlyArray<string>
}

/** The program's output: a visit for each, and the requests that the site served meanwhile. */
export interface Output {
  readonly pinned: ReadonlyArray<Visit>
  readonly served: ReadonlyArray<DocsServer.LoggedRequest>
  readonly free: ReadonlyArray<Outcome>
}

const address = "93.184.216.38"
const { free, pinned }: Input = JSON.parse(await text(process.stdin))
const world = await World.start({ "docs.test": [[address]] })
const server = await DocsServer.start(address)

// The test compares the site's requests with the calls, so nothing is cached, limited or requested besides.
await using tools = createWebTools({
  docsSites: [{ name: "boats", baseUrl: "http://docs.test/guide/" }],
  robots: false,
  cacheTtl: 0,
  maxRequestsPerMinute: 10_000,
  extractIsolation: "none",
})
const outcome = (answer: object): Outcome => ({ code: "error" in answer ? 1 : 0, answer: { ...answer } })

const visits: Array<Visit> = []
for (const slug_or_url of [...pinned, "last"]) {
  visits.push(await watch(world, slug_or_url, async () => outcome(await tools.docsFetch({ slug_or_url }))))
}
const served = await server.until("/guide/last.html")
const outcomes: Array<Outcome> = []
for (const url of free) outcomes.push(outcome(await tools.webFetch({ url })))
const output: Output = { pinned: visits, served, free: outcomes }
process.stdout.write(JSON.stringify(output), () => process.exit(0))
