/**
 * The settings. `SettingTable` lists them.
 *
 * Precedence: a call's argument → the config object given to {@link layer} → the environment → the default. A value out
 * of bounds fails when the layer is built; the error names the setting and its bounds, never the value. A backend's
 * address and keys aren't settings: they are read at the call.
 */
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Struct from "effect/Struct"
import { defaults, environmentName, type Fields, type EncodedValues, type Name, names, table } from "./SettingTable.ts"
import type { SettingsShape } from "./SettingsShape.ts"

export { environmentName, type Fields, type Name, names, table, type Values } from "./SettingTable.ts"
export type { SettingsShape } from "./SettingsShape.ts"

/** Any settings; the environment, then the defaults, supply the others. */
export type SettingsInput = { readonly [K in keyof SettingsShape]?: EncodedValues[K] | undefined }

/** The current settings: the defaults, unless {@link layer} is provided. */
export const Settings: Context.Reference<SettingsShape> = Context.Reference<SettingsShape>("@porthole/core/Settings", {
  defaultValue: () => defaults,
})

/** An invalid setting; `expected` states its bounds. */
export class SettingsError extends Schema.TaggedError<SettingsError>()("SettingsError", {
  setting: Schema.String,
  expected: Schema.String,
  source: Schema.Literals(["config", "environment"]),
}) {
  override get message(): string {
    const name = this.source === "environment" ? environmentName(this.setting) : this.setting
    return `${name} can't be used: expected ${this.expected}`
  }
}

/** The version of these packages for the User-Agent and the MCP server; a test compares it with `package.json`. */
export const VERSION = "0.1.0"

/** The User-Agent that every request carries. */
export const userAgent = (settings: SettingsShape): string =>
  settings.user_agent ??
  (settings.user_agent_url === undefined ? `Porthole/${VERSION}` : `Porthole/${VERSION} (+${settings.user_agent_url})`)

/** Reads every setting: `config`, then the environment, then the default. An empty text stands for the default. */
export const make = (config: SettingsInput = {}): Effect.Effect<SettingsShape, SettingsError | Config.ConfigError> =>
  decode(config)

/** Like {@link make}, for a config of unknown shape; `fields` narrows some settings. */
export const decode = Effect.fnUntraced(function* (config: object, fields: Fields = table.fields) {
  const unknown = Object.keys(config).find((name) => !isName(name))
  if (unknown !== undefined) {
    return yield* new SettingsError({ setting: unknown, expected: aName, source: "config" })
  }
  const configured = new Map<string, unknown>(
    Object.entries(config).filter(([, value]) => Predicate.isNotNullish(value)),
  )
  const input = new Map(configured)
  for (const name of names) {
    if (configured.has(name)) continue
    const text = yield* Config.option(Config.String(environmentName(name)))
    if (Option.isSome(text)) input.set(name, text.value)
  }
  const set = Object.fromEntries(Array.from(input).filter(([, value]) => value !== ""))
  return yield* Effect.mapError(decodeSet(set, fields), ({ issue }) => {
    const name = nameOf(issue)
    return new SettingsError({
      setting: name ?? "settings",
      expected: name === undefined ? aName : fields[name].manual.bounds,
      source: name === undefined || configured.has(name) ? "config" : "environment",
    })
  })
})

/** Provides {@link Settings}; fails with a {@link SettingsError} when one is out of bounds. */
export const layer = (config?: SettingsInput): Layer.Layer<never, SettingsError | Config.ConfigError> =>
  Layer.effect(Settings, make(config))

// --- private ---------------------------------------------------------------------------

/** Decodes only the settings that are set, because decoding all of them would add milliseconds to each start. */
const decodeSet = (set: object, fields: Fields): Effect.Effect<SettingsShape, Schema.SchemaError> => {
  const used = Struct.pick(
    fields,
    names.filter((name) => Object.hasOwn(set, name)),
  )
  return Effect.map(Schema.decodeUnknownEffect(Schema.Struct(used))(set), (values) => ({ ...defaults, ...values }))
}

const isName = (name: string): name is Name => Object.hasOwn(table.fields, name)

const aName = `a setting's name (${names.join(", ")})`

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The setting that an issue is about. */
const nameOf = (issue: SchemaIssue.Issue): Name | undefined => {
  const key = format(issue).issues[0]?.path?.[0]
  return names.find((name) => name === key)
}
