/**
 * Brings arguments as models write them into a schema's form: "5" becomes 5, "News" news, `site: "docs.rs"` `domains:
 * ["docs.rs"]`, `maxResults` `max_results`. The schema determines how a parameter is read, so a new parameter is
 * treated like others of its type.
 *
 * This module rejects nothing. A value that it can't convert stays as it is, for the schema to reject; it never changes
 * URLs and required texts. It reads only the schema's own parameters, each once, and lists no further than the schema's
 * bound, so that a hostile object does no harm. An object that throws when it is read makes this throw. A text over
 * {@link maxArgumentLength} isn't read at all, only named; the URL policy judges the length of a URL itself.
 */
import { Parameters, publishedAt } from "@porthole/core"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/**
 * Other names of parameters, the likeliest first. They are accepted and never advertised; the proper name takes
 * precedence. Each name is accepted in any case, with hyphens, and without marks between its words. An alias that is a
 * parameter of the same tool counts only as that parameter.
 */
export const aliases: Readonly<Record<string, ReadonlyArray<string>>> = {
  query: ["q", "search_query", "question", "prompt"],
  max_results: ["num_results", "limit", "count", "top_k", "k"],
  domains: ["include_domains", "allowed_domains", "site", "sites"],
  exclude_domains: ["blocked_domains", "excluded_domains"],
  start_date: ["from_date", "date_from", "after"],
  end_date: ["to_date", "date_to", "before"],
  freshness_days: ["days"],
  language: ["lang"],
  category: ["topic"],
  safesearch: ["safe_search"],
  page: ["page_number"],
  url: ["uri", "link", "href"],
  extract: ["format", "output_format"],
  start_index: ["offset"],
  section: ["heading"],
  max_length: ["max_chars", "max_characters"],
  cache: ["use_cache"],
  slug_or_url: ["slug", "url"],
}

/** Maximum length of any text of a caller but a page's URL, in characters. */
export const maxArgumentLength = 16_384

/** An input in a schema's form. */
export interface NormalisedArguments {
  /** A plain object; any other input comes back unchanged. */
  readonly input: unknown
  /** The first parameter with a text that is too long to be read. */
  readonly tooLong?: string
  /** Sentences about arguments that were ignored or shortened. They repeat names, never values. */
  readonly notes: ReadonlyArray<string>
}

/**
 * Makes a reader that brings inputs into the form of a struct's schema. It leaves out a parameter that is `null` or
 * `undefined`, and an optional one that is blank.
 */
export const reader = (schema: Schema.Constraint): ((input: unknown) => NormalisedArguments) => {
  const ast = SchemaAST.toEncoded(schema.ast)
  const signatures = SchemaAST.isObjects(ast) ? ast.propertySignatures : []
  const proper = new Set(signatures.flatMap(({ name }) => (typeof name === "string" ? [name] : [])))
  const parameters = signatures.flatMap((signature) => parameterOf(signature, proper))
  const exact = new Set(parameters.flatMap(({ names }) => names))
  const known = new Set(Array.from(exact, plain))
  return (input) => {
    if (!Predicate.isObject(input)) return { input, notes: [] }
    const args = new Map<string, Array<Argument>>()
    const unknown: Array<string> = []
    for (const key of Object.keys(input)) {
      const name = key.length <= maxNameLength ? plain(key) : key
      const spelled = args.get(name) ?? []
      if (!known.has(name) || (spelled.length >= maxSpellings && !exact.has(key))) unknown.push(key)
      else args.set(name, [...spelled, { key, value: input[key] }])
    }
    const entries = parameters.flatMap((parameter) => entryOf(parameter, args))
    const tooLong = entries.find(({ name, value }) => isTooLong(name, value))
    return {
      ...(tooLong === undefined ? {} : { tooLong: tooLong.name }),
      input: Object.fromEntries(entries.map(({ name, value }) => [name, value])),
      notes: [...entries.flatMap(({ notes }) => notes), ...ignoredNote(unknown)],
    }
  }
}

// --- private --------------------------------------------------------------------------

/** A converted value, and an optional note about it. */
interface Read {
  readonly value: unknown
  readonly note?: string
}

/** An argument as it was given. */
interface Argument {
  readonly key: string
  readonly value: unknown
}

interface Parameter {
  readonly name: string
  /** Its names, the first before the others. */
  readonly names: ReadonlyArray<string>
  readonly isOptional: boolean
  /** Whether an argument of one of its names is meant for it: a list in `url` is meant for `urls`. */
  readonly takes: (argument: Argument) => boolean
  readonly read: (argument: unknown) => Read
}

interface Entry {
  readonly name: string
  readonly value: unknown
  readonly notes: ReadonlyArray<string>
}

const parameterOf = (
  { name, type }: SchemaAST.PropertySignature,
  proper: ReadonlySet<string>,
): ReadonlyArray<Parameter> => {
  if (typeof name !== "string") return []
  const isOptional = SchemaAST.isOptional(type)
  const names = namesOf(name, proper)
  const singular = name.replace(/s$/, "")
  const others = singular !== name && proper.has(singular) ? namesOf(singular, proper) : []
  const singulars = new Set(others.map(plain))
  const isSingular = proper.has(`${name}s`)
  const takes = ({ key, value }: Argument): boolean => (Array.isArray(value) ? !isSingular : !singulars.has(plain(key)))
  return [{ name, names: [...names, ...others], isOptional, takes, read: readerOf(name, type, isOptional) }]
}

const namesOf = (name: string, proper: ReadonlySet<string>): ReadonlyArray<string> => [
  name,
  ...(aliases[name] ?? []).filter((alias) => !proper.has(alias)),
]

/** Maximum length of a parameter's name in any spelling. */
const maxNameLength = 64

/** Maximum number of spellings of one name that an input has; others count as unknown. */
const maxSpellings = 4

/** A name without the differences of spelling: `Start_index`, `startIndex` and `start-index` are the same. */
const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, "")

/** The first of a parameter's names with a value counts. */
const entryOf = (
  { isOptional, name, names, read, takes }: Parameter,
  args: ReadonlyMap<string, ReadonlyArray<Argument>>,
): ReadonlyArray<Entry> => {
  const given = names
    .flatMap((each) => {
      const spelled = args.get(plain(each)) ?? []
      return spelled.toSorted((a, b) => Number(b.key === each) - Number(a.key === each))
    })
    .filter(takes)
  for (const [at, { key, value: argument }] of given.entries()) {
    if (argument === null || argument === undefined) continue
    if (isTooLong(name, argument)) return [{ name, value: argument, notes: [] }]
    const { note, value } = read(argument)
    if (value === undefined || (isOptional && isBlank(value))) continue
    const notes = given.slice(at + 1).map((other) => `${other.key} was ignored, because ${key} has the same meaning.`)
    return [{ name, value, notes: note === undefined ? notes : [note, ...notes] }]
  }
  return []
}

/** Whether a text is too long, or one of those in the readable part of a list. */
const isTooLong = (name: string, argument: unknown): boolean => {
  if (judgedAsWritten.has(name)) return false
  const texts: ReadonlyArray<unknown> = Array.isArray(argument)
    ? argument.slice(0, Parameters.maxListLength + 1)
    : [argument]
  return texts.some((text) => typeof text === "string" && text.length > maxArgumentLength)
}

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === ""

/** Names that look like parameters are repeated. Others are only counted, because they may be long or hold anything. */
const ignoredNote = (unknown: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (unknown.length === 0) return []
  const named = unknown.filter((name) => /^[a-z][a-z0-9_]{0,31}$/i.test(name)).slice(0, 5)
  const others = unknown.length - named.length
  const parts = [
    ...named,
    ...(others === 0 ? [] : [`${others} ${named.length === 0 ? "" : "more "}with unusual names`]),
  ]
  return [`Unknown arguments were ignored: ${parts.join(", ")}.`]
}

const readerOf = (name: string, type: SchemaAST.AST, isOptional: boolean): Parameter["read"] => {
  if (hostLists.has(name)) return toHosts(name)
  if (days.has(name)) return toDay(name)
  const read = plainReaderOf(name, type, isOptional)
  return (argument) => ({ value: read(argument) })
}

/** The policy checks URLs character by character: a leading control character is a fault. */
const judgedAsWritten: ReadonlySet<string> = new Set(["url", "urls"])

const unchanged = (argument: unknown): unknown => argument

const plainReaderOf = (name: string, type: SchemaAST.AST, isOptional: boolean): ((argument: unknown) => unknown) => {
  if (SchemaAST.isNumber(type)) return toNumber
  if (SchemaAST.isBoolean(type)) return toBoolean
  if (SchemaAST.isUnion(type)) return toWord(wordsOf(type), synonyms.get(name) ?? new Map())
  const isAsWritten = judgedAsWritten.has(name)
  if (SchemaAST.isArrays(type) && type.rest.every(SchemaAST.isString)) return toList(isAsWritten ? unchanged : trimmed)
  return isOptional && !isAsWritten && SchemaAST.isString(type) ? toText : unchanged
}

const hostLists: ReadonlySet<string> = new Set(["domains", "exclude_domains"])

const hostTexts = (argument: unknown): unknown => toList(trimmed)(argument)

/** Host names; a URL is reduced to its host. */
const toHosts =
  (name: string): Parameter["read"] =>
  (argument) => {
    const list = hostTexts(argument)
    if (!Array.isArray(list)) return { value: list }
    const value = list.map(hostOf)
    return list.every((entry, at) => entry === value[at])
      ? { value }
      : { value, note: `${name} takes host names: only the URL's host was used.` }
  }

const hostOf = (entry: unknown): unknown => {
  if (typeof entry !== "string" || !/^https?:\/\//i.test(entry)) return entry
  const url = URL.parse(entry)
  return url === null || url.username !== "" || url.password !== "" || url.port !== "" ? entry : url.hostname
}

const days: ReadonlySet<string> = new Set(["start_date", "end_date"])

/** A day; a date's time is dropped, and its month may be a word. */
const toDay =
  (name: string): Parameter["read"] =>
  (argument) => {
    const text = trimmed(argument)
    if (typeof text !== "string" || /^\d{4}-\d{2}-\d{2}$/.test(text)) return { value: text }
    const day = publishedAt(text)?.slice(0, "YYYY-MM-DD".length)
    return day === undefined ? { value: text } : { value: day, note: `${name} takes a day in UTC: ${day} was used.` }
  }

/** A number becomes its digits: the third section is "3". */
const toText = (argument: unknown): unknown => (typeof argument === "number" ? String(argument) : trimmed(argument))

/** "5", " 5 " and "5.0"; a fraction stays a text, which no number schema accepts. */
const toNumber = (argument: unknown): unknown => {
  const text = trimmed(argument)
  return typeof text === "string" && /^[+-]?\d{1,20}(?:\.0{1,20})?$/.test(text) ? Number(text) : argument
}

const toBoolean = (argument: unknown): unknown => booleans.get(lowerCased(argument)) ?? argument

const booleans: ReadonlyMap<unknown, boolean> = new Map([
  ["true", true],
  ["false", false],
])

const toWord =
  (words: ReadonlyMap<unknown, string>, others: ReadonlyMap<unknown, string>) =>
  (argument: unknown): unknown => {
    const word = lowerCased(argument)
    return words.get(word) ?? others.get(word) ?? argument
  }

const wordsOf = (union: SchemaAST.Union): ReadonlyMap<unknown, string> =>
  new Map(
    union.types.flatMap((type) =>
      SchemaAST.isLiteral(type) && typeof type.literal === "string" ? [[type.literal.toLowerCase(), type.literal]] : [],
    ),
  )

/** SearXNG's levels, and booleans; `true` selects the strictest level. */
const synonyms: ReadonlyMap<string, ReadonlyMap<unknown, string>> = new Map([
  [
    "safesearch",
    new Map<unknown, string>([
      ...[0, "0", false, "false"].map((argument) => [argument, "off"] as const),
      ...[1, "1"].map((argument) => [argument, "moderate"] as const),
      ...[2, "2", true, "true"].map((argument) => [argument, "strict"] as const),
    ]),
  ],
])

/** One entry beyond the list's bound is enough for the schema to reject it; a list of blanks counts as absent. */
const toList =
  (entryOf: (argument: unknown) => unknown) =>
  (argument: unknown): unknown => {
    if (typeof argument === "string") return withoutBlanks(argument.split(/[\s,]+/, Parameters.maxListLength + 2))
    if (!Array.isArray(argument)) return argument
    const { length } = argument
    const entries = Array.from({ length: Math.min(length, Parameters.maxListLength + 1) }, (_, at): unknown =>
      entryOf(argument[at]),
    )
    return length > Parameters.maxListLength ? entries : withoutBlanks(entries)
  }

const withoutBlanks = (entries: ReadonlyArray<unknown>): ReadonlyArray<unknown> | undefined => {
  const present = entries.filter((entry) => entry !== "")
  return present.length === 0 ? undefined : present
}

const trimmed = (argument: unknown): unknown => (typeof argument === "string" ? argument.trim() : argument)

const lowerCased = (argument: unknown): unknown =>
  typeof argument === "string" ? argument.trim().toLowerCase() : argument
