/**
 * Writes the version of the published packages where else it is stated: in the kernel and in private manifests; and the
 * address of the repository in the kernel, whose User-Agent links to it. Refuses a release without an address for the
 * packages (`finish-package.mjs`).
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { webAddressOf } from "./finish-package.mjs"

const root = join(import.meta.dirname, "..")
const { repository }: { readonly repository?: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
if (repository === undefined)
  throw new Error("Set `repository` in the root package.json: packages name it, and link to it.")
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(join(root, "packages/core/package.json"), "utf8"),
)

const restate = (file: string, pattern: RegExp, stated: string = version): void => {
  const path = join(root, file)
  writeFileSync(path, readFileSync(path, "utf8").replace(pattern, `$1${stated}$2`))
}

/** The MCP registry's entry names the address only from the first release on. */
const stateAddress = (file: string, url: string): void => {
  const path = join(root, file)
  const { repository: _, websiteUrl: __, ...entry } = JSON.parse(readFileSync(path, "utf8"))
  const source = new URL(url).hostname.split(".").at(-2) ?? ""
  writeFileSync(path, `${JSON.stringify({ ...entry, websiteUrl: url, repository: { url, source } }, null, 2)}\n`)
}

restate("packages/core/src/domain/settings/Settings.ts", /(VERSION = ")[^"]*(")/)
restate("packages/core/src/domain/settings/Settings.ts", /(PROJECT_URL: string = ")[^"]*(")/, webAddressOf(repository))
restate("packages/cli/server.json", /("version": ")[^"]*(")/g)
stateAddress("packages/cli/server.json", webAddressOf(repository))
for (const file of ["package.json", ...globSync("packages/*/package.json", { cwd: root })]) {
  restate(file, /^( {2}"version": ")[^"]*(")/m)
}
