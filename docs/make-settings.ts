/**
 * Writes what follows from the table of settings: docs/settings.md, and the types of the settings with their manual,
 * which an editor shows where they are used. `--check` only compares, and exits 1 when one of them differs.
 */
import { type Setting, Settings } from "@porthole/core"
import * as ProviderSettings from "../packages/tools/src/providers/ProviderSettings.ts"
import * as String from "effect/String"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** What is said of a setting, with the names of the providers that there are. */
const manualOf = (name: Settings.Name) => ProviderSettings.fields[name].manual

const rows = Settings.names.map((name) => {
  const { about, bounds, shown } = manualOf(name)
  return `| \`${name}\` | \`${Settings.environmentName(name)}\` | ${shown} | ${bounds} | ${about} |`
})

const page = `# Settings

Made from the table in \`packages/core/src/domain/SettingTable.ts\` by \`pnpm docs\`; a test keeps it up to date.

Precedence: a call's argument, then the config object, then the environment, then the default. Durations are written like \`20 s\`, \`500 ms\` or
\`5 min\`, lists by comma. In the Promise facade the names are in camelCase. A value out of bounds is refused at the start; the command exits with 2.

| setting | environment | default | bounds | what it is |
| --- | --- | --- | --- | --- |
${rows.join("\n")}

Read when a search runs, not at the start: \`SEARXNG_URL\`, the address of your SearXNG (\`https://host/path\`; a user name and password in it are sent
as Basic authorization), and \`PORTHOLE_DUCKDUCKGO\`, which is \`on\` unless it is \`off\`: whether DuckDuckGo's page may be asked at all.
`

/** Text in lines of a comment that is indented by two. */
const comment = (text: string): string => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > 112) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.length === 1 ? `  /** ${lines[0]} */` : `  /**\n${lines.map((line) => `   * ${line}\n`).join("")}   */`
}

const doc = (name: Settings.Name, { about, bounds, shown }: Setting.Manual): string => {
  const fallback = shown.replace(/\.$/, "")
  return comment(
    `${about} Default: ${fallback}. Bounds: ${bounds}. Environment: \`${Settings.environmentName(name)}\`.`,
  )
}

const shape = `/** The settings and their manual. Made from \`SettingTable.ts\` by \`pnpm docs\`; a test keeps it up to date. */
import type { Values } from "./SettingTable.ts"

/** The settings in force. Sizes are in bytes, lengths in characters (UTF-16 units). */
export interface SettingsShape {
${Settings.names
  .map((name) => `${doc(name, Settings.table.fields[name].manual)}\n  readonly ${name}: Values["${name}"]`)
  .join("\n")}
}
`

/** A type that gives each setting another name has no comments of its own. */
const facade = `/** The settings in camelCase, with their manual. Made by \`pnpm docs\`; a test keeps it up to date. */
import type { Input } from "./providers/ProviderSettings.ts"

/** Any setting; the rest comes from the environment, else it is the default. */
export interface FacadeSettings {
${Settings.names
  .map((name) => `${doc(name, manualOf(name))}\n  readonly ${String.snakeToCamel(name)}?: Input["${name}"]`)
  .join("\n")}
}
`

const files = [
  ["docs/settings.md", page],
  ["packages/core/src/domain/SettingsShape.ts", shape],
  ["packages/tools/src/FacadeSettings.ts", facade],
] as const

for (const [file, text] of files) {
  const path = join(root, file)
  if (!process.argv.includes("--check")) writeFileSync(path, text)
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`${file} is out of date: run pnpm docs`)
    process.exitCode = 1
  }
}
