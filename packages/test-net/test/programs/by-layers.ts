/** Visits each URL of the input by the real layers, in one process: a conversation of its own for each URL. */
import { text } from "node:stream/consumers"
import { createWebTools } from "@porthole/tools"
import { type Dns, World } from "../../src/index.ts"
import { type Visit, watch } from "./Visit.ts"

const { urls, zone }: { readonly urls: ReadonlyArray<string>; readonly zone?: Dns.Zone } = JSON.parse(
  await text(process.stdin),
)
const world = await World.start(zone)

const visits: Array<Visit> = []
for (const url of urls) {
  await using tools = createWebTools()
  const visit = async () => {
    const answer = await tools.webFetch({ url })
    return { code: "error" in answer ? 1 : 0, answer }
  }
  visits.push(await watch(world, url, visit))
}
process.stdout.write(JSON.stringify(visits), () => process.exit(0))
