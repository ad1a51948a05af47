/** Writes docs/settings.md from the table of settings; `--check` only compares, and exits 1 when they differ. */
import { Settings } from "@porthole/core"
import { bounds } from "../packages/tools/src/providers/ProviderSettings.ts"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const file = join(import.meta.dirname, "settings.md")

/** Which providers there are isn't known to the kernel. */
const boundsOf = (name: string, ofKernel: string): string =>
  name === "provider" || name === "reader" ? bounds[name] : ofKernel

const rows = Object.entries(Settings.table).map(
  ([name, setting]) =>
    `| \`${name}\` | \`${Settings.environmentName(name)}\` | ${setting.shown} | ${boundsOf(name, setting.bounds)} | ${setting.about} |`,
)

const text = `# Settings

Made from the table in \`packages/core/src/domain/Settings.ts\` by \`pnpm docs\`; a test keeps it up to date.

Precedence: a call's argument, then the config object, then the environment, then the default. Durations are written like \`20 s\`, \`500 ms\` or
\`5 min\`, lists by comma. In the Promise facade the names are in camelCase. A value out of bounds is refused at the start; the command exits with 2.

| setting | environment | default | bounds | what it is |
| --- | --- | --- | --- | --- |
${rows.join("\n")}

Read when a search runs, not at the start: \`SEARXNG_URL\`, the address of your SearXNG (\`https://host/path\`; a user name and password in it are sent
as Basic authorization), and \`PORTHOLE_DUCKDUCKGO\`, which is \`on\` unless it is \`off\`: whether DuckDuckGo's page may be asked at all.
`

if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== text) {
    console.error("docs/settings.md is out of date: run pnpm docs")
    process.exitCode = 1
  }
} else {
  writeFileSync(file, text)
}
