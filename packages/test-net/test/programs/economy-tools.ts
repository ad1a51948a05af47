/** The tools over the real transport, as an MCP client and as a program use them, under rules that restrict fetches. */
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { createWebTools, type WebToolsOptions } from "@porthole/tools"
import { connect } from "../../../cli/test/support/mcpClient.ts"
import { packed } from "../../../cli/test/support/packed.ts"
import { World } from "../../src/index.ts"
import { type Outcome, type Visit, watch } from "./Visit.ts"

/** A call of a tool. */
export interface Call {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** The result of every search, and two conversations: one of `porthole mcp`, one of `createWebTools`. */
export interface Input {
  readonly hits: ReadonlyArray<string>
  readonly mcp: { readonly env: Readonly<Record<string, string>>; readonly calls: ReadonlyArray<Call> }
  readonly facade: { readonly options: WebToolsOptions; readonly calls: ReadonlyArray<Call> }
}

/** A visit for each call, in order. */
export interface Output {
  readonly mcp: ReadonlyArray<Visit>
  readonly facade: ReadonlyArray<Visit>
}

const { facade, hits, mcp }: Input = JSON.parse(await text(process.stdin))
const world = await World.start()

const searxng = createServer((_, response) => {
  const results = hits.map((url) => ({ url, title: "Hit", content: "Found.", engine: "double" }))
  response.writeHead(200, { "Content-Type": "application/json" })
  response.end(JSON.stringify({ query: "q", number_of_results: 0, results, unresponsive_engines: [] }))
})
await new Promise<void>((done) => searxng.listen(8_888, "127.0.0.1", done))
const searxngUrl = "http://127.0.0.1:8888"

const visitAll = async (
  calls: ReadonlyArray<Call>,
  ask: (call: Call) => Promise<Outcome>,
): Promise<ReadonlyArray<Visit>> => {
  const visits: Array<Visit> = []
  for (const call of calls) visits.push(await watch(world, JSON.stringify(call), () => ask(call)))
  return visits
}

const byMcp = async (): Promise<ReadonlyArray<Visit>> => {
  const client = await connect(
    ["mcp"],
    { SEARXNG_URL: searxngUrl, PORTHOLE_EXTRACT_ISOLATION: "none", ...mcp.env },
    packed,
  )
  const visits = await visitAll(mcp.calls, async ({ args, name }) => {
    const { isError, structuredContent } = await client.callTool({ name, arguments: args })
    return { code: isError === true ? 1 : 0, answer: { ...Object(structuredContent) } }
  })
  await client.close()
  return visits
}

const byFacade = async (): Promise<ReadonlyArray<Visit>> => {
  await using tools = createWebTools({ searxngUrl, extractIsolation: "none", ...facade.options })
  return await visitAll(facade.calls, async ({ args, name }) => {
    const answer = await tools.call(name, args)
    return { code: "error" in answer ? 1 : 0, answer: { ...answer } }
  })
}

const output: Output = { mcp: await byMcp(), facade: await byFacade() }
process.stdout.write(JSON.stringify(output), () => process.exit(0))
