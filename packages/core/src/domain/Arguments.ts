/**
 * Reading what a caller or a model sent: a schema in, a typed value out, or `invalid_request`
 * whose reason is the first parameter at fault. The message says what was expected, never what
 * was given.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Leniency from "./Leniency.ts"
import { isErrorReason, make, type WebError } from "./WebError.ts"

/**
 * Decodes arguments by a schema without services, as leniently as `Leniency` says. What has been decoded
 * decodes to itself, so a face and a use-case may both do so. Arguments that throw when they are read (a getter, a
 * revoked proxy) are `invalid_request`, too.
 */
export const decode = <A>(schema: Schema.ConstraintDecoder<A>): ((input: unknown) => Effect.Effect<A, WebError>) => {
  const read = Schema.decodeUnknownEffect(schema)
  const form = Leniency.of(schema)
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

// --- private ----------------------------------------------------------------------------

const unreadable = { error: "invalid_request", message: "The arguments can't be read." } as const

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const sentence = (field: string | undefined, expected: string): string => {
  if (field === undefined || !isErrorReason(field)) return `${expected}.`
  return expected === "Missing key" ? `${field} is required.` : `${field}: ${lowerFirst(expected)}.`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
