/**
 * Writes what installs the MCP server in clients: their plugins' manifests, and the links and buttons of
 * docs/guides/mcp.md. Each starts the published command.
 *
 * - Claude Code: https://code.claude.com/docs/en/plugins-reference, https://code.claude.com/docs/en/plugin-marketplaces
 * - Cursor, plugin: https://cursor.com/docs/plugins/building, and the schema that it names
 * - Codex: https://developers.openai.com/plugins/build/plugins.md; a plugin lies in a folder below its marketplace's
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

/** The folder of the plugin for Codex. */
const codex = "packaging/codex"

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
  ".cursor-plugin/plugin.json": written({
    ...plugin,
    author,
    license,
    skills: "./skills/",
    mcpServers: { [name]: launch },
  }),
  ".agents/plugins/marketplace.json": written({
    name,
    plugins: [
      {
        name,
        source: { source: "local", path: `./${codex}` },
        policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
        category: "Productivity",
      },
    ],
  }),
  [`${codex}/.codex-plugin/plugin.json`]: written({ ...plugin, author, license, mcpServers: "./.mcp.json" }),
  [`${codex}/.mcp.json`]: written({ mcpServers: { [name]: launch } }),
  "gemini-extension.json": written({ ...plugin, mcpServers: { [name]: launch } }),
  "docs/guides/mcp.md": between(
    read("docs/guides/mcp.md"),
    "links",
    Object.entries(links)
      .map(([client, link]) => `[Add to ${client}](${link})`)
      .join(" · "),
  ),
})
