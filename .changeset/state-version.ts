/**
 * Writes the version of the published packages where else it is stated: in the kernel, in private manifests and in the
 * manifests of clients' plugins; and the address of the repository in the kernel, whose User-Agent links to it, and the
 * name that belongs to it in the MCP registry. Refuses a release without an address for the packages
 * (`finish-package.mjs`).
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { addressOf, missingAddress } from "./finish-package.mjs"

const root = join(import.meta.dirname, "..")
const address = addressOf()
if (address === undefined) throw new Error(missingAddress)
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(join(root, "packages/core/package.json"), "utf8"),
)

const restate = (file: string, pattern: RegExp, stated: string = version): void => {
  const path = join(root, file)
  writeFileSync(path, readFileSync(path, "utf8").replace(pattern, `$1${stated}$2`))
}

/**
 * The name in the MCP registry: for GitHub the owner's namespace, which the registry checks; else that of the host's
 * owner.
 */
const registryName = ({ hostname, pathname }: URL): string => {
  const [owner = "", name = ""] = pathname.slice(1).split("/")
  return hostname === "github.com"
    ? `io.github.${owner}/${name}`
    : `${hostname.split(".").toReversed().join(".")}/${name}`
}

/** The MCP registry's entry names the address only from the first release on. */
const stateAddress = (file: string, url: string): void => {
  const path = join(root, file)
  const { name: _, repository: __, websiteUrl: ___, ...entry } = JSON.parse(readFileSync(path, "utf8"))
  const source = new URL(url).hostname.split(".").at(-2) ?? ""
  const { $schema, ...rest } = entry
  const stated = { $schema, name: registryName(new URL(url)), ...rest, websiteUrl: url, repository: { url, source } }
  writeFileSync(path, `${JSON.stringify(stated, null, 2)}\n`)
}

restate("packages/core/src/domain/settings/Settings.ts", /(VERSION = ")[^"]*(")/)
restate("packages/core/src/domain/settings/Settings.ts", /(PROJECT_URL: string = ")[^"]*(")/, address)
restate("packages/cli/server.json", /("version": ")[^"]*(")/g)
const plugins = [".claude-plugin", ".cursor-plugin", "packaging/codex/.codex-plugin"].map((at) => `${at}/plugin.json`)
for (const file of [...plugins, "gemini-extension.json"]) restate(file, /("version": ")[^"]*(")/)
restate("packages/cli/package.json", /("mcpName": ")[^"]*(")/, registryName(new URL(address)))
stateAddress("packages/cli/server.json", address)
for (const file of ["package.json", ...globSync("packages/*/package.json", { cwd: root })]) {
  restate(file, /^( {2}"version": ")[^"]*(")/m)
}
