/** Settings that are lists. As text they are separated by commas, URLs by spaces. */
import * as Schema from "effect/Schema"
import * as DomainPattern from "../url/DomainPattern.ts"
import * as HttpUrl from "../url/HttpUrl.ts"
import * as Setting from "./Setting.ts"
import * as SettingText from "./SettingText.ts"

/** A list of domain patterns; as text separated by commas; empty by default. */
export const domainPatterns = (options: {
  readonly about: string
}): Setting.Setting<ReadonlyArray<string>, string | ReadonlyArray<string>> =>
  Setting.make({
    schema: Schema.Array(Schema.String),
    hint: (input) => SettingText.wrongEntry(partsIn(input, ","), DomainPattern.readPattern),
    convert: (input) => {
      const parts = partsIn(input, ",")
      // A text without entries, such as a template that was filled with nothing, mustn't lift a restriction.
      return parts === input || (Array.isArray(parts) && parts.length > 0)
        ? SettingText.eachText(parts, DomainPattern.readPattern)
        : undefined
    },
    fallback: [],
    bounds: "a list of host names, `*.` patterns and addresses",
    defaultText: "none",
    about: options.about,
  })

/** A list of absolute http(s) URLs; as text separated by spaces; empty by default. */
export const urls = (options: {
  readonly about: string
}): Setting.Setting<ReadonlyArray<string>, string | ReadonlyArray<string>> =>
  texts({
    ...options,
    bounds: "absolute http(s) URLs, separated by spaces",
    separator: /\s+/,
    read: HttpUrl.withoutFragment,
  })

/**
 * A list of texts that `read` decodes one by one; as text between separators; empty by default. `faultOf` says what is
 * wrong with one that can't be decoded.
 */
export const texts = ({
  faultOf,
  read,
  separator,
  ...manual
}: {
  readonly read: (text: string) => string | undefined
  readonly faultOf?: (text: string) => string | undefined
  readonly separator: string | RegExp
  readonly bounds: string
  readonly about: string
}): Setting.Setting<ReadonlyArray<string>, string | ReadonlyArray<string>> =>
  Setting.make({
    ...manual,
    schema: Schema.Array(Schema.String),
    convert: (input) => SettingText.eachText(partsIn(input, separator), read),
    hint: (input) => SettingText.wrongEntry(partsIn(input, separator), read, faultOf),
    fallback: [],
    defaultText: "none",
  })

/** A non-empty list of distinct words; as text separated by commas. */
export const words = <const L extends ReadonlyArray<string>>({
  of,
  ...options
}: ListOptions<L[number]> & { readonly of: L }): Setting.Setting<ReadonlyArray<L[number]>, Listed<L[number]>> =>
  list(Schema.Literals(of), Setting.quoted(of), options)

/** Like {@link words}, or `auto`, which is the default. */
export const wordsOrAuto = <const L extends ReadonlyArray<string>>({
  about,
  of,
}: {
  readonly of: L
  readonly about: string
}): Setting.Setting<"auto" | ReadonlyArray<L[number]>, "auto" | Listed<L[number]>> =>
  listOrAuto(Schema.Literals(of), Setting.quoted(of), about)

/**
 * Like {@link words}, for names that other packages define: each a lower-case letter, then at most 31 letters and
 * digits.
 */
export const names = (options: ListOptions<string>): Setting.Setting<ReadonlyArray<string>, Listed<string>> =>
  list(Name, "names", options)

/** Like {@link names}, or `auto`, which is the default. */
export const namesOrAuto = ({
  about,
}: {
  readonly about: string
}): Setting.Setting<"auto" | ReadonlyArray<string>, Listed<string>> => listOrAuto(Name, "names", about)

/** A non-empty list of whole numbers within bounds; as text separated by commas. */
export const intList = (options: {
  readonly minimum: number
  readonly maximum: number
  readonly fallback: ReadonlyArray<number>
  readonly about: string
}): Setting.Setting<ReadonlyArray<number>, ReadonlyArray<number>> =>
  Setting.make({
    schema: Schema.Array(Setting.between(options.minimum, options.maximum)).check(Schema.isMinLength(1)),
    convert: (input) =>
      typeof input === "string" ? input.split(",").map((part) => SettingText.numberOf(part.trim())) : input,
    fallback: options.fallback,
    bounds: `a list of ${SettingText.boundsOf(options.minimum, options.maximum)}`,
    defaultText: options.fallback.join(","),
    about: options.about,
  })

// --- private ---------------------------------------------------------------------

/** The parts of a list that may be a text. */
const partsIn = (input: unknown, separator: string | RegExp): unknown =>
  typeof input === "string" ? SettingText.partsOf(input, separator) : input

/** `auto` isn't a name. */
const Name = Schema.String.check(Schema.isPattern(/^(?!auto$)[a-z][a-z0-9]{0,31}$/))

interface ListOptions<A> {
  readonly fallback: ReadonlyArray<A>
  readonly about: string
}

/** One entry of a list, or several. */
type Listed<A> = A | ReadonlyArray<A>

const list = <A extends string>(
  item: Schema.Codec<A>,
  of: string,
  { about, fallback }: ListOptions<A>,
): Setting.Setting<ReadonlyArray<A>, Listed<A>> =>
  Setting.make({
    schema: Schema.Array(item).check(Schema.isMinLength(1)),
    convert: SettingText.wordsOf,
    fallback,
    bounds: `a list of ${of}`,
    defaultText: fallback.join(","),
    about,
  })

const listOrAuto = <A extends string>(
  item: Schema.Codec<A>,
  of: string,
  about: string,
): Setting.Setting<"auto" | ReadonlyArray<A>, "auto" | Listed<A>> =>
  Setting.make({
    schema: Schema.Union([Schema.Literal("auto"), Schema.Array(item).check(Schema.isMinLength(1))]),
    convert: SettingText.autoOrWordsOf,
    fallback: "auto",
    bounds: `\`auto\`, or a list of ${of}`,
    defaultText: "auto",
    about,
  })
