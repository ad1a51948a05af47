/**
 * Writes what follows from the table of settings: docs/settings.md, and the types of the settings with their manual,
 * which an editor shows where they are used.
 */
import { type Setting, SettingSet, Settings } from "@porthole/core"
import * as ServerSettings from "../../packages/serve/src/settings/ServerSettings.ts"
import * as JobSettings from "../../packages/tools/src/settings/JobSettings.ts"
import * as ProviderName from "../../packages/tools/src/providers/ProviderName.ts"
import { load } from "../../packages/tools/src/providers/Providers.ts"
import * as ProviderSettings from "../../packages/tools/src/providers/ProviderSettings.ts"
import * as String from "effect/String"
import { publish, table } from "./generated.ts"

const manuals = Object.entries({
  ...ProviderSettings.table.fields,
  ...JobSettings.table.fields,
  ...ServerSettings.table.fields,
}).map(([name, { manual }]) => [name, manual] as const)

const rows = manuals.map(([name, manual]) => [
  `\`${name}\`<br>\`${SettingSet.environmentName(name, manual)}\``,
  manual.about,
  manual.defaultText,
  manual.bounds,
])

/** A sentence about each switch that turns off a provider. */
const switches = (await Promise.all(Object.values(load).map((one) => one()))).flatMap(({ identity }) =>
  identity.switch === undefined ? [] : `\`${identity.switch}=off\` forbids searches by ${identity.title}.`,
)

const page = `# Settings

This page lists every setting with its default and bounds; below its name is its environment variable. \`pnpm docs:pages\` makes it from
\`SettingTable.ts\` of the kernel, \`ToolSettings.ts\` and \`JobSettings.ts\` of the tools and \`ServerSettings.ts\` of the server.

Precedence: a call's argument, then the config object, then the environment, then the default. Write durations like \`20 s\`, \`500 ms\` or \`5 min\`, and
separate the entries of a list by commas. The Promise facade takes the names in camelCase, except those of jobs and of the server. Porthole refuses to start with a value out of bounds, and the command
exits with 2. The command warns of a variable that looks like a misspelt setting, such as \`PORTHOLE_MAXLENGTH\`.

${table(["setting", "meaning", "default", "bounds"], rows)}

The variables of [providers](providers.md) are read at each call, not at the start. \`${ProviderName.manifest.searxng.addressVariable}\` is the address of your SearXNG, \`https://host/path\`; a user name and
a password in it are sent as Basic authorization. ${switches.join(" ")}

Whatever \`robots\` is, \`porthole fetch\` and \`porthole search-and-fetch\` check robots.txt only with \`--robots\`, because a person chose the page.
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

const doc = (name: string, manual: Setting.Manual): string => {
  const fallback = manual.defaultText.replace(/\.$/, "")
  const variable = SettingSet.environmentName(name, manual)
  return comment(`${manual.about} Default: ${fallback}. Bounds: ${manual.bounds}. Environment: \`${variable}\`.`)
}

const shape = `/** The settings and their manual. Made from \`SettingTable.ts\` by \`pnpm docs:pages\`; a test keeps it up to date. */
import type { Values } from "./SettingTable.ts"

/** The settings in force. Sizes are in bytes, lengths in characters (UTF-16 units). */
export interface SettingsShape {
${Settings.table.names
  .map((name) => `${doc(name, Settings.table.fields[name].manual)}\n  readonly ${name}: Values["${name}"]`)
  .join("\n")}
}
`

/** What is other for programs. */
const ofFacade: Readonly<Record<string, Partial<Setting.Manual>>> = {
  max_requests_per_minute: { defaultText: "no limit" },
}

/** A type that renames every setting doesn't keep their comments. */
const facade = `/** The settings in camelCase, with their manual. Made by \`pnpm docs:pages\`; a test keeps it up to date. */
import type { Input } from "../providers/ProviderSettings.ts"

/** Any setting; the rest comes from the environment, else it is the default. */
export interface FacadeSettings {
${Object.entries(ProviderSettings.table.fields)
  .map(
    ([name, { manual }]) =>
      `${doc(name, { ...manual, ...ofFacade[name] })}\n  readonly ${String.snakeToCamel(name)}?: Input["${name}"]`,
  )
  .join("\n")}
}
`

publish({
  "docs/settings.md": page,
  "packages/core/src/domain/settings/SettingsShape.ts": shape,
  "packages/tools/src/facade/FacadeSettings.ts": facade,
})
