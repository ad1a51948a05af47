/**
 * The kernel's settings. `SettingTable` lists them, and `SettingSet` says how they are decoded.
 *
 * Precedence: a call's argument → the config object given to {@link layer} → the environment → the default. A backend's
 * address and keys aren't settings: they are read at the call.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SettingSet from "./SettingSet.ts"
import { type Fields, table } from "./SettingTable.ts"
import type { SettingsShape } from "./SettingsShape.ts"

export { SettingsError } from "./SettingSet.ts"
export { type Fields, type Name, table, type Values } from "./SettingTable.ts"
export type { SettingsShape } from "./SettingsShape.ts"

/** Any settings; the environment, then the defaults, supply the others. */
export type SettingsInput = SettingSet.Input<Fields>

/** The current settings: the defaults, unless {@link layer} is provided. */
export const Settings: Context.Reference<SettingsShape> = Context.Reference<SettingsShape>("@porthole/core/Settings", {
  defaultValue: () => table.defaults,
})

/** The version of these packages for the User-Agent and the MCP server; a test compares it with `package.json`. */
export const VERSION = "0.1.0"

/**
 * The project's address, the default link of the User-Agent: `repository` of the root manifest, which a release writes
 * here. Empty until there is one.
 */
export const PROJECT_URL: string = ""

/** The page about whoever sends the requests, or their address; `undefined` if a site can't find out. */
export const contactOf = (
  { user_agent_url }: Pick<SettingsShape, "user_agent_url">,
  projectUrl: string = PROJECT_URL,
): string | undefined => user_agent_url ?? (projectUrl === "" ? undefined : projectUrl)

/** The User-Agent that every request carries. */
export const userAgent = (settings: SettingsShape, projectUrl: string = PROJECT_URL): string => {
  const contact = contactOf(settings, projectUrl)
  return settings.user_agent ?? `Porthole/${VERSION}${contact === undefined ? "" : ` (+${contact})`}`
}

/** Reads every setting: `config`, then the environment, then the default. An empty text stands for the default. */
export const make = (
  config: SettingsInput = {},
): Effect.Effect<SettingsShape, SettingSet.SettingsError | Config.ConfigError> => SettingSet.decode(table, config)

/** Provides {@link Settings}; fails with a {@link SettingsError} when one is out of bounds. */
export const layer = (config?: SettingsInput): Layer.Layer<never, SettingSet.SettingsError | Config.ConfigError> =>
  Layer.effect(Settings, make(config))
