/** `porthole mcp` as MCP clients run it: a child process of the packed command, driven by the SDK's client. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import type { ClientCapabilities } from "@modelcontextprotocol/sdk/types.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { packed } from "./packed.ts"
import { environment } from "./porthole.ts"

export type { Client }

/**
 * Starts it with these arguments and only `env` as its environment; it ends with the client. Answers are objects, too.
 */
export const connect = async (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  entry = packed,
  capabilities: ClientCapabilities = {},
): Promise<Client> => {
  const client = new Client({ name: "test", version: "0" }, { capabilities })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [entry, ...args],
      env: environment({ PORTHOLE_MCP_STRUCTURED: "on", ...env }),
      stderr: "ignore",
    }),
  )
  return client
}

/** A client of a server that listens. */
export const connectTo = async (url: string): Promise<Client> => {
  const client = new Client({ name: "test", version: "0" })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  return client
}

const line = (message: object): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`

/** The line with which a client initializes a server. */
export const initialize = line({
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } },
})

/** The lines of a client that initializes a server and lists its tools. */
export const listingTools =
  initialize + line({ method: "notifications/initialized" }) + line({ id: 2, method: "tools/list", params: {} })
