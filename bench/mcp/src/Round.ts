/** One round: a fresh server reads a number of articles, several in parallel, each URL once. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { usageOf } from "./ProcessTree.ts"
import type { Server } from "./Server.ts"

/** The parameters of a round. */
export interface Order {
  readonly calls: number
  readonly concurrency: number
  readonly origin: string
  /** Arguments to Node before the program, as `--cpu-prof`. */
  readonly nodeOptions: ReadonlyArray<string>
}

/** The figures of a round. */
export interface Outcome {
  /** Processor time of the whole tree for each call, in milliseconds, from before the first call to after the last. */
  readonly processor: number
  /** Resident memory of the whole tree, in MiB, before the first call and after the last. */
  readonly atStart: number
  readonly resident: number
  /** Milliseconds from the start of the server to its first answer. */
  readonly untilFirst: number
}

/** Runs a round and ends the server; an answer without the article's text fails the round. */
export const run = async (server: Server, order: Order): Promise<Outcome> => {
  const begun = performance.now()
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...order.nodeOptions, ...server.command],
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...server.environment },
    stderr: "ignore",
  })
  const client = new Client({ name: "bench", version: "0" })
  await client.connect(transport)
  const id = transport.pid ?? process.pid
  const before = usageOf(id)
  await readOne(client, server.tool, `${order.origin}/0`)
  const untilFirst = performance.now() - begun
  let next = 1
  const read = async (): Promise<void> => {
    while (next < order.calls) {
      await readOne(client, server.tool, `${order.origin}/${next++}`)
    }
  }
  await Promise.all(Array.from({ length: order.concurrency }, read))
  const after = usageOf(id)
  await client.close()
  return {
    processor: (after.processor - before.processor) / order.calls,
    atStart: before.resident,
    resident: after.resident,
    untilFirst,
  }
}

// --- private --------------------------------------------------------------------------

const readOne = async (client: Client, tool: string, url: string): Promise<void> => {
  const { content, isError } = await client.callTool({ name: tool, arguments: { url } })
  const text = JSON.stringify(content)
  if (isError === true || text.length < 5_000) throw new Error(`${tool} of ${url}: ${text.slice(0, 300)}`)
}
