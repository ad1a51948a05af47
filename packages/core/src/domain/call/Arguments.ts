/**
 * The arguments of a use-case. {@link decoder} makes a request of them, once: it clamps numbers, and refuses every
 * other wrong value with `invalid_request`, whose reason is the first wrong parameter. The message states what was
 * expected, never what was given.
 *
 * A use-case takes what a program writes ({@link Arguments}), so that the compiler checks a literal. Arguments of which
 * the compiler knows nothing, such as a model's, are {@link untyped}.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { isParameterForm, make, type WebError } from "../WebError.ts"
import { maxListLength } from "./Parameters.ts"

/** The fields of a request as a program writes them: an optional one may also be `undefined`. */
export type Input<Request> = {
  readonly [K in keyof Request]: {} extends Pick<Request, K> ? Request[K] | undefined : Request[K]
}

/** What a use-case takes: a request as a program writes it, or {@link untyped} arguments. */
export type Arguments<Request> = Input<Request> | Untyped

/** Arguments of any kind. Missing ones count as empty. */
export class Untyped {
  readonly #args: unknown

  constructor(args: unknown) {
    this.#args = args
  }

  static argsOf(args: unknown): unknown {
    return args instanceof Untyped ? args.#args : args
  }
}

/** Arguments of which the compiler knows nothing, such as JSON from elsewhere. */
export const untyped = (args: unknown): Untyped => new Untyped(args)

/** A request, and sentences about the numbers that were clamped. */
export interface Decoded<Request> {
  readonly request: Request
  readonly notes: ReadonlyArray<string>
}

/**
 * Makes a decoder of arguments of any kind. It reads only the schema's parameters, each once, and one entry more of a
 * list than `maxEntries`, the longest that the schema accepts. Arguments that throw when they are read (a getter, a
 * revoked proxy) are `invalid_request`, too. The schema is compiled at the first call.
 */
export const decoder = <Request>(
  schema: Schema.ConstraintDecoder<Request> & { readonly fields: object },
  maxEntries: number = maxListLength,
): ((args: unknown) => Effect.Effect<Decoded<Request>, WebError>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  const parameters = Object.keys(schema.fields)
  return (args) =>
    Effect.try({
      try: () => copyOf(Untyped.argsOf(args), parameters, maxEntries),
      catch: (cause) => make(unreadable, cause),
    }).pipe(
      Effect.flatMap((given) =>
        given === undefined
          ? Effect.fail(make(unreadable))
          : Effect.mapBoth(decode(given), {
              onFailure: ({ issue }) => fromIssue(issue),
              onSuccess: (request) => ({ request, notes: clampNotes(given, request) }),
            }),
      ),
    )
}

/** The answer to decoded arguments; its `message` reports the numbers that were clamped. */
export const answer = <Request, A extends { readonly message?: string }, R>(
  decoded: Effect.Effect<Decoded<Request>, WebError>,
  useCase: (request: Request) => Effect.Effect<A, WebError, R>,
): Effect.Effect<A, WebError, R> =>
  Effect.flatMap(decoded, ({ notes, request }) => Effect.map(useCase(request), (result) => withNotes(result, notes)))

/** Turns a schema's issue into `invalid_request`. */
export const fromIssue = (issue: SchemaIssue.Issue): WebError => {
  const [first] = format(issue).issues
  const key = first?.path?.[0]
  const field = typeof key === "string" ? key : undefined
  const message =
    first === undefined ? "The arguments aren't valid. Check their names and types." : sentence(field, first.message)
  return invalid(field, message)
}

/** `invalid_request` that names a parameter. */
export const invalid = (field: string | undefined, message: string): WebError =>
  make(
    field !== undefined && isParameterForm(field)
      ? { error: "invalid_request", reason: field, message }
      : { error: "invalid_request", message },
  )

/** The wire object of arguments that aren't an object, or that throw when they are read. */
export const unreadable = {
  error: "invalid_request",
  message: "The arguments can't be read. Send an object of named arguments.",
} as const

/** Adds notes to an answer's `message`. */
export const withNotes = <A extends { readonly message?: string }>(answer: A, notes: ReadonlyArray<string>): A =>
  notes.length === 0
    ? answer
    : { ...answer, message: [...(answer.message === undefined ? [] : [answer.message]), ...notes].join(" ") }

// --- private --------------------------------------------------------------------------

type Plain = Readonly<Record<string, unknown>>

/** The parameters among the arguments, without those that are `undefined`; `undefined` if that is no object. */
const copyOf = (args: unknown, parameters: ReadonlyArray<string>, maxEntries: number): Plain | undefined => {
  if (args === undefined || args === null) return {}
  if (!Predicate.isObject(args)) return undefined
  const copy: Record<string, unknown> = {}
  for (const name of parameters) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    if (value !== undefined) copy[name] = Array.isArray(value) ? beginningOf(value, maxEntries + 1) : value
  }
  return copy
}

/** One entry too many is enough for a schema to reject the list. */
const beginningOf = (list: ReadonlyArray<unknown>, length: number): ReadonlyArray<unknown> =>
  Array.from({ length: Math.min(list.length, length) }, (_, at) => list[at])

/** A number that the schema changed was clamped. */
const clampNotes = (given: Plain, request: unknown): ReadonlyArray<string> =>
  Object.entries(given).flatMap(([name, argument]) =>
    typeof argument !== "number" || !Predicate.isObject(request) || argument === request[name]
      ? []
      : [`${name} was out of its range: ${String(request[name])} was used.`],
  )

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const sentence = (field: string | undefined, expected: string): string => {
  if (field === undefined || !isParameterForm(field)) return `${expected}.`
  return expected === "Missing key" ? `${field} is required.` : `${field}: ${lowerFirst(expected)}.`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
