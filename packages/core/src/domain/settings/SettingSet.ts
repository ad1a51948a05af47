/**
 * A set of settings: those of one package, or of several joined. The kernel's are in `Settings`; a package that has
 * settings of its own makes a set, and a composition root joins the sets of the packages that it composes.
 *
 * Precedence: the config object → the environment → the default. A value out of bounds fails when the set is decoded;
 * the error names the setting and its bounds, never the value.
 */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as Setting from "./Setting.ts"

/** The settings of a set by name, in the order of the manual. */
export type Fields = Readonly<Record<string, AnySetting>>

type AnySetting = Schema.ConstraintDecoder<unknown> & { readonly manual: Setting.Manual; readonly fallback: unknown }

/** The decoded values of a set. */
export type Values<F extends Fields> = { readonly [K in keyof F]: F[K]["Type"] }

/** What a program may give: any of the settings. */
export type Input<F extends Fields> = { readonly [K in keyof F]?: F[K]["Encoded"] | undefined }

/** A set of settings. */
export interface SettingSet<F extends Fields> {
  readonly fields: F
  readonly names: ReadonlyArray<keyof F & string>
  /** The values if none is set; known without decoding, which would slow each start. */
  readonly defaults: Values<F>
}

/** An invalid setting; `expected` states its bounds. */
export class SettingsError extends Schema.TaggedError<SettingsError>()("SettingsError", {
  setting: Schema.String,
  expected: Schema.String,
  source: Schema.Literals(["config", "environment"]),
  /** The environment variable, if it isn't the one that {@link environmentName} makes of the name. */
  variable: Schema.optionalKey(Schema.String),
  /** A sentence about the value, such as the nearest accepted words; it doesn't repeat the value. */
  hint: Schema.optionalKey(Schema.String),
}) {
  override get message(): string {
    const name = this.source === "environment" ? (this.variable ?? environmentName(this.setting)) : this.setting
    const hint = this.hint === undefined ? "" : `. ${this.hint}`
    return `${name} can't be used: expected ${this.expected}${hint}`
  }
}

/** The environment variable of a setting, such as `PORTHOLE_SEARCH_TIMEOUT` for `search_timeout`. */
export const environmentName = (setting: string, manual?: Setting.Manual): string =>
  manual?.variable ?? `PORTHOLE_${setting.toUpperCase()}`

/** Makes a set. Several are joined by `make({ ...one.fields, ...other.fields })`. */
export const make = <F extends Fields>(fields: F): SettingSet<F> => {
  const has = (name: string): name is keyof F & string => Object.hasOwn(fields, name)
  const isWhole = (values: object): values is Values<F> => Object.keys(values).every(has)
  const defaults = Object.fromEntries(Object.entries(fields).map(([name, { fallback }]) => [name, fallback]))
  return {
    fields,
    names: Object.keys(fields).filter(has),
    defaults: Option.getOrThrow(Option.liftPredicate(defaults, isWhole)),
  }
}

/** Reads every setting of a set: `config`, then the environment, then the default. An empty text is the default. */
export const decode = <F extends Fields>(
  set: SettingSet<F>,
  config: object,
): Effect.Effect<Values<F>, SettingsError | Config.ConfigError> =>
  Effect.gen(function* () {
    const { fields, names } = set
    const unknown = Object.keys(config).find((name) => !Object.hasOwn(fields, name))
    if (unknown !== undefined) {
      const expected = `a setting's name (${names.join(", ")})`
      return yield* new SettingsError({ setting: unknown, expected, source: "config" })
    }
    const configured = new Map(Object.entries(config).filter(([, value]) => Predicate.isNotNullish(value)))
    const values = new Map<string, unknown>()
    for (const [name, field] of Object.entries<AnySetting>(fields)) {
      const input = configured.has(name) ? configured.get(name) : yield* inEnvironment(name, field)
      if (input === undefined || input === "") continue
      const value = read(field, input)
      if (Option.isNone(value)) return yield* outOfBounds(name, field, configured, input)
      values.set(name, value.value)
    }
    return { ...set.defaults, ...Object.fromEntries(values) }
  })

/**
 * Decodes the text or the value of one setting; `None` if it is out of bounds. {@link decode} calls it for settings
 * that are set, because decoding all of them would add milliseconds to each start.
 */
export const read = <A>(field: Schema.ConstraintDecoder<A>, input: unknown): Option.Option<A> =>
  Option.map(Schema.decodeUnknownOption(Schema.Struct({ value: field }))({ value: input }), ({ value }) => value)

// --- private ---------------------------------------------------------------------------

const inEnvironment = (name: string, { manual }: AnySetting): Effect.Effect<string | undefined, Config.ConfigError> =>
  Effect.map(Config.option(Config.String(environmentName(name, manual))), Option.getOrUndefined)

const outOfBounds = (
  name: string,
  { manual }: AnySetting,
  configured: ReadonlyMap<string, unknown>,
  input: unknown,
): SettingsError => {
  const hint = manual.hint?.(input)
  return new SettingsError({
    setting: name,
    expected: manual.bounds,
    source: configured.has(name) ? "config" : "environment",
    ...(manual.variable === undefined ? {} : { variable: manual.variable }),
    ...(hint === undefined ? {} : { hint }),
  })
}
