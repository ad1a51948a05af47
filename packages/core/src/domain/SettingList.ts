/** Settings that are lists. As text they are written by comma, URLs by blanks. */
import * as Schema from "effect/Schema"
import * as HostName from "../policy/HostName.ts"
import * as HttpUrl from "./HttpUrl.ts"
import * as Setting from "./Setting.ts"
import * as SettingText from "./SettingText.ts"

/** A list of domain patterns; as text by comma; empty unless given. */
export const domainPatterns = (options: {
  readonly about: string
}): Setting.Setting<ReadonlyArray<string>, string | ReadonlyArray<string>> =>
  Setting.make({
    schema: Schema.Array(Schema.String),
    loosen: (input) => {
      const parts = typeof input === "string" ? SettingText.partsOf(input, ",") : input
      // A text that names nothing, such as a template that was filled with nothing, mustn't open what it was to close.
      return parts === input || (Array.isArray(parts) && parts.length > 0)
        ? SettingText.eachText(parts, HostName.readPattern)
        : undefined
    },
    fallback: [],
    bounds: "a list of host names, `*.` patterns and addresses",
    shown: "none",
    about: options.about,
  })

/** A list of host names and addresses, without ports or patterns; as text by comma; empty unless given. */
export const hostNames = (options: {
  readonly about: string
}): Setting.Setting<ReadonlyArray<string>, string | ReadonlyArray<string>> =>
  Setting.make({
    schema: Schema.Array(Schema.String),
    loosen: (input) =>
      SettingText.eachText(typeof input === "string" ? SettingText.partsOf(input, ",") : input, (text) =>
        text.includes("*") ? undefined : HostName.readPattern(text),
      ),
    fallback: [],
    bounds: "a list of host names and addresses",
    shown: "none",
    about: options.about,
  })

/** A list of absolute http(s) URLs; as text by blanks; empty unless given. */
export const urls = (options: {
  readonly about: string
}): Setting.Setting<ReadonlyArray<string>, string | ReadonlyArray<string>> =>
  Setting.make({
    schema: Schema.Array(Schema.String),
    loosen: (input) =>
      SettingText.eachText(
        typeof input === "string" ? SettingText.partsOf(input, /\s+/) : input,
        HttpUrl.withoutFragment,
      ),
    fallback: [],
    bounds: "absolute http(s) URLs, separated by spaces",
    shown: "none",
    about: options.about,
  })

/** A non-empty list of words, each once; as text by comma. */
export const words = <const L extends ReadonlyArray<string>>({
  of,
  ...options
}: ListOptions<L[number]> & { readonly of: L }): Setting.Setting<ReadonlyArray<L[number]>, Listed<L[number]>> =>
  list(Schema.Literals(of), Setting.quoted(of), options)

/** As {@link words}, or `auto`, which is the default. */
export const wordsOrAuto = <const L extends ReadonlyArray<string>>({
  about,
  of,
}: {
  readonly of: L
  readonly about: string
}): Setting.Setting<"auto" | ReadonlyArray<L[number]>, "auto" | Listed<L[number]>> =>
  listOrAuto(Schema.Literals(of), Setting.quoted(of), about)

/**
 * As {@link words}, of names that are known elsewhere: each a lower-case letter, then at most 31 letters and digits.
 */
export const names = (options: ListOptions<string>): Setting.Setting<ReadonlyArray<string>, Listed<string>> =>
  list(Name, "names", options)

/** As {@link names}, or `auto`, which is the default. */
export const namesOrAuto = ({
  about,
}: {
  readonly about: string
}): Setting.Setting<"auto" | ReadonlyArray<string>, Listed<string>> => listOrAuto(Name, "names", about)

/** A non-empty list of whole numbers within bounds; as text by comma. */
export const intList = (options: {
  readonly minimum: number
  readonly maximum: number
  readonly fallback: ReadonlyArray<number>
  readonly about: string
}): Setting.Setting<ReadonlyArray<number>, ReadonlyArray<number>> =>
  Setting.make({
    schema: Schema.Array(Setting.between(options.minimum, options.maximum)).check(Schema.isMinLength(1)),
    loosen: (input) =>
      typeof input === "string" ? input.split(",").map((part) => SettingText.numberOf(part.trim())) : input,
    fallback: options.fallback,
    bounds: `a list of ${SettingText.boundsOf(options.minimum, options.maximum)}`,
    shown: options.fallback.join(","),
    about: options.about,
  })

// --- private ---------------------------------------------------------------------

/** `auto` is no name. */
const Name = Schema.String.check(Schema.isPattern(/^(?!auto$)[a-z][a-z0-9]{0,31}$/))

interface ListOptions<A> {
  readonly fallback: ReadonlyArray<A>
  readonly about: string
}

/** One or more of what a list holds. */
type Listed<A> = A | ReadonlyArray<A>

const list = <A extends string>(
  item: Schema.Codec<A>,
  of: string,
  { about, fallback }: ListOptions<A>,
): Setting.Setting<ReadonlyArray<A>, Listed<A>> =>
  Setting.make({
    schema: Schema.Array(item).check(Schema.isMinLength(1)),
    loosen: SettingText.wordsOf,
    fallback,
    bounds: `a list of ${of}`,
    shown: fallback.join(","),
    about,
  })

const listOrAuto = <A extends string>(
  item: Schema.Codec<A>,
  of: string,
  about: string,
): Setting.Setting<"auto" | ReadonlyArray<A>, "auto" | Listed<A>> =>
  Setting.make({
    schema: Schema.Union([Schema.Literal("auto"), Schema.Array(item).check(Schema.isMinLength(1))]),
    loosen: SettingText.autoOrWordsOf,
    fallback: "auto",
    bounds: `\`auto\`, or a list of ${of}`,
    shown: "auto",
    about,
  })
