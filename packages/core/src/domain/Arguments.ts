/**
 * Reading what a caller or a model sent: a schema in, a typed value out, or `invalid_request`
 * whose reason is the first parameter at fault. The message says what was expected, never what
 * was given.
 *
 * {@link formOf} brings what models write into the form that a schema takes: "5" for 5, "News" for news, `site: "docs.rs"` for
 * `domains: ["docs.rs"]`. What a parameter is meant to be is read off the schema, so a new parameter is
 * treated like its kind.
 *
 * Nothing is judged here. What can't be brought into form is handed on as it came, for the schema to refuse;
 * URLs and texts that are required are never touched. Only the schema's own parameters are read,
 * each once, and lists no further than the schema's bound, so an object that is made to do harm does none. One
 * that throws when it is read makes this throw.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import { maxListLength } from "./Parameter.ts"
import { isErrorReason, make, type WebError } from "./WebError.ts"

/**
 * Decodes arguments by a schema without services, as leniently as {@link formOf} reads them. What has been decoded
 * decodes to itself, so a face and a use-case may both do so. Arguments that throw when they are read (a getter, a
 * revoked proxy) are `invalid_request`, too.
 */
export const decode = <A>(schema: Schema.ConstraintDecoder<A>): ((input: unknown) => Effect.Effect<A, WebError>) => {
  const read = Schema.decodeUnknownEffect(schema)
  const form = formOf(schema)
  return (input) =>
    Effect.try({ try: () => form(input), catch: (cause) => make(unreadable, cause) }).pipe(
      Effect.flatMap((formed) => Effect.mapError(read(formed), (error) => fromIssue(error.issue))),
    )
}

/** `invalid_request` out of a schema's issue. */
export const fromIssue = (issue: SchemaIssue.Issue): WebError => {
  const [first] = format(issue).issues
  const key = first?.path?.[0]
  const field = typeof key === "string" ? key : undefined
  const message = first === undefined ? "The arguments can't be understood." : sentence(field, first.message)
  return invalid(field, message)
}

/** `invalid_request` naming a parameter. */
export const invalid = (field: string | undefined, message: string): WebError =>
  make(
    field !== undefined && isErrorReason(field)
      ? { error: "invalid_request", reason: field, message }
      : { error: "invalid_request", message },
  )

/** Other names that parameters go by, the likeliest first. They are accepted and never advertised; the proper name wins. */
export const aliases: Readonly<Record<string, ReadonlyArray<string>>> = {
  domains: ["include_domains", "site"],
  extract: ["format"],
  cache: ["use_cache"],
}

/**
 * The form in which a struct's schema takes an input, as a plain object; what is no object comes back as it is.
 * A parameter that is `null` or `undefined`, and an optional one that is blank, is left out.
 */
export const formOf = (schema: Schema.Constraint): ((input: unknown) => unknown) => {
  const ast = SchemaAST.toEncoded(schema.ast)
  const parameters = SchemaAST.isObjects(ast) ? ast.propertySignatures.flatMap(parameterOf) : []
  return (input) =>
    Predicate.isObject(input) ? Object.fromEntries(parameters.flatMap((parameter) => entryOf(parameter, input))) : input
}

// --- private --------------------------------------------------------------------------

const unreadable = { error: "invalid_request", message: "The arguments can't be read." } as const

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const sentence = (field: string | undefined, expected: string): string => {
  if (field === undefined || !isErrorReason(field)) return `${expected}.`
  return expected === "Missing key" ? `${field} is required.` : `${field}: ${lowerFirst(expected)}.`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

interface Parameter {
  readonly name: string
  readonly names: ReadonlyArray<string>
  readonly isOptional: boolean
  readonly read: (given: unknown) => unknown
}

const parameterOf = ({ name, type }: SchemaAST.PropertySignature): ReadonlyArray<Parameter> => {
  if (typeof name !== "string") return []
  const isOptional = SchemaAST.isOptional(type)
  return [{ name, names: [name, ...(aliases[name] ?? [])], isOptional, read: readerOf(name, type, isOptional) }]
}

/** The first of a parameter's names that says something decides. */
const entryOf = (
  { isOptional, name, names, read }: Parameter,
  input: { readonly [key: PropertyKey]: unknown },
): ReadonlyArray<readonly [string, unknown]> => {
  for (const key of names) {
    const given = Object.hasOwn(input, key) ? input[key] : undefined
    if (given === null || given === undefined) continue
    const value = read(given)
    if (value !== undefined && !(isOptional && isBlank(value))) return [[name, value]]
  }
  return []
}

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === ""

/** URLs are for the policy to judge, character by character: a control character in front of one is a fault. */
const judgedAsWritten: ReadonlySet<string> = new Set(["url", "urls"])

const unchanged = (given: unknown): unknown => given

const readerOf = (name: string, type: SchemaAST.AST, isOptional: boolean): Parameter["read"] => {
  if (SchemaAST.isNumber(type)) return toNumber
  if (SchemaAST.isBoolean(type)) return toBoolean
  if (SchemaAST.isUnion(type)) return toWord(wordsOf(type), synonyms.get(name) ?? new Map())
  const isAsWritten = judgedAsWritten.has(name)
  if (SchemaAST.isArrays(type) && type.rest.every(SchemaAST.isString)) return toList(isAsWritten ? unchanged : trimmed)
  return isOptional && !isAsWritten && SchemaAST.isString(type) ? toText : unchanged
}

/** A number is read as its digits: the third section is "3". */
const toText = (given: unknown): unknown => (typeof given === "number" ? String(given) : trimmed(given))

/** "5", " 5 " and "5.0"; a fraction stays a text, which no schema of a number takes. */
const toNumber = (given: unknown): unknown => {
  const text = trimmed(given)
  return typeof text === "string" && /^[+-]?\d{1,20}(?:\.0{1,20})?$/.test(text) ? Number(text) : given
}

const toBoolean = (given: unknown): unknown => booleans.get(lowerCased(given)) ?? given

const booleans: ReadonlyMap<unknown, boolean> = new Map([
  ["true", true],
  ["false", false],
])

const toWord =
  (words: ReadonlyMap<unknown, string>, others: ReadonlyMap<unknown, string>): Parameter["read"] =>
  (given) => {
    const word = lowerCased(given)
    return words.get(word) ?? others.get(word) ?? given
  }

const wordsOf = (union: SchemaAST.Union): ReadonlyMap<unknown, string> =>
  new Map(
    union.types.flatMap((type) =>
      SchemaAST.isLiteral(type) && typeof type.literal === "string" ? [[type.literal.toLowerCase(), type.literal]] : [],
    ),
  )

/** SearXNG's levels, and a switch; whoever asks for it by `true` is given no less than was meant. */
const synonyms: ReadonlyMap<string, ReadonlyMap<unknown, string>> = new Map([
  [
    "safesearch",
    new Map<unknown, string>([
      ...[0, "0", false, "false"].map((given) => [given, "off"] as const),
      ...[1, "1"].map((given) => [given, "moderate"] as const),
      ...[2, "2", true, "true"].map((given) => [given, "strict"] as const),
    ]),
  ],
])

/** One entry more than a list may have is enough for the schema to refuse it; a list of nothing is none. */
const toList =
  (entryOf: (given: unknown) => unknown): Parameter["read"] =>
  (given) => {
    if (typeof given === "string") return withoutBlanks(given.split(/[\s,]+/, maxListLength + 2))
    if (!Array.isArray(given)) return given
    const { length } = given
    const entries = Array.from({ length: Math.min(length, maxListLength + 1) }, (_, at): unknown => entryOf(given[at]))
    return length > maxListLength ? entries : withoutBlanks(entries)
  }

const withoutBlanks = (entries: ReadonlyArray<unknown>): ReadonlyArray<unknown> | undefined => {
  const said = entries.filter((entry) => entry !== "")
  return said.length === 0 ? undefined : said
}

const trimmed = (given: unknown): unknown => (typeof given === "string" ? given.trim() : given)

const lowerCased = (given: unknown): unknown => (typeof given === "string" ? given.trim().toLowerCase() : given)
