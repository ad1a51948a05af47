/**
 * The manifest of the MCP bundle (version 0.3), made from the packages. Its links come from `repository` of the root
 * manifest, as those of the packages do; before that is set there are none.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { addressOf } from "../../.changeset/finish-package.mjs"
import { definitions } from "../../packages/tools/src/toolkit/Definitions.ts"

const cli = join(import.meta.dirname, "../../packages/cli")
const { description, license, version }: Record<"description" | "license" | "version", string> = JSON.parse(
  readFileSync(join(cli, "package.json"), "utf8"),
)

const address = addressOf()

/** Optional keys; an empty one counts as unset. */
const options = {
  searxng_url: ["SEARXNG_URL", "SearXNG", "Address of a SearXNG to search with. Empty: other providers.", false],
  tavily_api_key: ["TAVILY_API_KEY", "Tavily key", "Key of Tavily, if you have one.", true],
  brave_api_key: ["BRAVE_API_KEY", "Brave Search key", "Key of Brave Search, if you have one.", true],
} as const

export const manifest = {
  manifest_version: "0.3",
  name: "porthole",
  display_name: "Porthole",
  version,
  description,
  author: { name: "The Porthole authors" },
  license,
  icon: "icon.png",
  ...(address === undefined
    ? {}
    : {
        repository: { type: "git", url: `${address}.git` },
        homepage: address,
        documentation: `${address}/blob/HEAD/docs/guides/mcp.md`,
        support: `${address}/issues`,
        privacy_policies: [`${address}/blob/HEAD/docs/privacy.md`],
      }),
  keywords: ["search", "fetch", "web"],
  server: {
    type: "node",
    entry_point: "dist/porthole.js",
    mcp_config: {
      command: "node",
      args: ["${__dirname}/dist/porthole.js", "mcp"],
      env: Object.fromEntries(
        Object.entries(options).map(([option, [variable]]) => [variable, `\${user_config.${option}}`]),
      ),
    },
  },
  tools: definitions.map(({ description, name }) => ({ name, description: description.replace(/\. .*$/s, ".") })),
  compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: ">=24" } },
  user_config: Object.fromEntries(
    Object.entries(options).map(([option, [, title, description, sensitive]]) => [
      option,
      { type: "string", title, description, sensitive, required: false, default: "" },
    ]),
  ),
}
