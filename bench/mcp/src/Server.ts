/** The MCP servers of the comparison: how each starts, and its arguments for reading a URL. */
import { join } from "node:path"

/** One server. */
export interface Server {
  readonly name: string
  /** The program that Node runs, with its arguments. */
  readonly command: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly tool: string
}

/** The package exports nothing, so the path of its file names the program. */
const mcpSearxng = join(import.meta.dirname, "../node_modules/mcp-searxng/dist/cli.js")

/** Our server. */
const porthole = (name: string, environment: Readonly<Record<string, string>>): Server => ({
  name,
  command: [join(import.meta.dirname, "../../../packages/cli/dist/porthole.js"), "mcp"],
  environment: { PORTHOLE_MAX_REQUESTS_PER_MINUTE: "10000", ...environment },
  tool: "web_fetch",
})

/** Our server with each isolation of its reader. */
export const isolations: ReadonlyArray<Server> = [
  porthole("threads", { PORTHOLE_EXTRACT_ISOLATION: "thread", PORTHOLE_EXTRACT_TIMEOUT: "60 s" }),
  porthole("processes", { PORTHOLE_EXTRACT_ISOLATION: "process", PORTHOLE_EXTRACT_TIMEOUT: "60 s" }),
]

/** Our server, then its peer. */
export const servers: ReadonlyArray<Server> = [
  porthole("porthole", {}),
  {
    name: "mcp-searxng",
    command: [mcpSearxng],
    environment: { MCP_HTTP_ALLOW_PRIVATE_URLS: "true", MCP_TOOL_RATE_MAX: "10000", SEARXNG_URL: "http://public.test" },
    tool: "web_url_read",
  },
]
