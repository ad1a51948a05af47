/**
 * Writes what installs the MCP server in clients: their plugins' manifests, and the links and buttons of
 * docs/guides/mcp.md. Each starts the published command.
 *
 * - Claude Code: https://code.claude.com/docs/en/plugins-reference, https://code.claude.com/docs/en/plugin-marketplaces
 * - Gemini CLI: https://geminicli.com/docs/extensions/reference
 * - Cursor: https://cursor.com/docs/mcp/install-links
 * - VS Code: https://code.visualstudio.com/api/extension-guides/ai/mcp#create-an-mcp-installation-url
 * - LM Studio: https://lmstudio.ai/docs/app/mcp/deeplink
 */
import { between, publish, read } from "./generated.ts"

const { description, license, version }: Readonly<Record<"description" | "license" | "version", string>> = JSON.parse(
  read("packages/cli/package.json"),
)

const name = "porthole"
const author = { name: "The Porthole authors" }
const launch = { command: "npx", args: ["-y", "@porthole/cli", "mcp"] }
const plugin = { name, version, description }

const base64 = encodeURIComponent(Buffer.from(JSON.stringify(launch)).toString("base64"))
const links: Readonly<Record<string, string>> = {
  Cursor: `https://cursor.com/en/install-mcp?name=${name}&config=${base64}`,
  "VS Code": `https://insiders.vscode.dev/redirect/mcp/install?name=${name}&config=${encodeURIComponent(JSON.stringify(launch))}`,
  "LM Studio": `https://lmstudio.ai/install-mcp?name=${name}&config=${base64}`,
}

const written = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`

publish({
  ".claude-plugin/plugin.json": written({ ...plugin, author, license, mcpServers: { [name]: launch } }),
  ".claude-plugin/marketplace.json": written({
    name,
    owner: author,
    plugins: [{ name, source: "./", description }],
  }),
  "gemini-extension.json": written({ ...plugin, mcpServers: { [name]: launch } }),
  "docs/guides/mcp.md": between(
    read("docs/guides/mcp.md"),
    "links",
    Object.entries(links)
      .map(([client, link]) => `[Add to ${client}](${link})`)
      .join(" · "),
  ),
})
