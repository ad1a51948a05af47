/** Visits each URL of the input by `porthole mcp`, all in one session. */
import { text } from "node:stream/consumers"
import { connect } from "../../../cli/test/support/mcpClient.ts"
import { World } from "../../src/index.ts"
import { packed } from "../../../cli/test/support/packed.ts"
import { type Visit, watch } from "./Visit.ts"

const urls: ReadonlyArray<string> = JSON.parse(await text(process.stdin))
const world = await World.start()
const client = await connect(["mcp"], {}, packed)

const visits: Array<Visit> = []
for (const url of urls) {
  const visit = await watch(world, url, async () => {
    const { isError, structuredContent } = await client.callTool({ name: "web_fetch", arguments: { url } })
    return { code: isError === true ? 1 : 0, answer: { ...Object(structuredContent) } }
  })
  visits.push(visit)
}
await client.close()
process.stdout.write(JSON.stringify(visits), () => process.exit(0))
