/** The MCP servers of the comparisons over stdio: how each starts, and a client of it. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { join } from "node:path"

export type { Client }

/** A server, and its tool that reads a URL. */
export interface Server {
  readonly name: string
  /** The program that Node runs, with its arguments. */
  readonly command: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly tool: string
}

const packages = join(import.meta.dirname, "../node_modules")

/** The packed command; `pnpm --filter @porthole/cli build` makes it. */
export const program = join(import.meta.dirname, "../../packages/cli/dist/porthole.js")

export const porthole: Server = {
  name: "porthole",
  command: [program, "mcp"],
  environment: { PORTHOLE_MAX_REQUESTS_PER_MINUTE: "10000" },
  tool: "web_fetch",
}

/** The packages of the peers export nothing, so the paths of their files name their programs. */
export const mcpSearxng: Server = {
  name: "mcp-searxng",
  command: [join(packages, "mcp-searxng/dist/cli.js")],
  environment: { MCP_HTTP_ALLOW_PRIVATE_URLS: "true", MCP_TOOL_RATE_MAX: "10000", SEARXNG_URL: "http://public.test" },
  tool: "web_url_read",
}

export const mcpFetch: Server = {
  name: "mcp-fetch-server",
  command: [join(packages, "mcp-fetch-server/dist/index.js")],
  environment: {},
  tool: "fetch_readable",
}

/** Starts a server; `nodeOptions` come before its program. Returns its client and its process. */
export const connect = async ({ command, environment }: Server, nodeOptions: ReadonlyArray<string> = []) => {
  const { HOME = "", PATH = "" } = process.env
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...nodeOptions, ...command],
    env: { PATH, HOME, ...environment },
    stderr: "ignore",
  })
  const client = new Client({ name: "bench", version: "0" })
  await client.connect(transport)
  return { client, pid: transport.pid ?? process.pid }
}

/** Calls a tool: the text of its answer, and whether it is an error. */
export const call = async (client: Client, name: string, args: Readonly<Record<string, string | number>>) => {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const parts: ReadonlyArray<{ readonly text?: string }> = Array.isArray(content) ? content : []
  return { text: parts.map(({ text = "" }) => text).join("\n"), isError: isError === true }
}
