/**
 * Reading what a caller or a model sent: a schema in, a typed value out, or `invalid_request`
 * whose reason is the first parameter at fault. The message says what was expected, never what
 * was given.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { isErrorReason, make, type WebError } from "./WebError.ts"

/** Decodes arguments by a schema without services. A parameter sent as `null` counts as left out. */
export const decode = <A>(schema: Schema.ConstraintDecoder<A>): ((input: unknown) => Effect.Effect<A, WebError>) => {
  const read = Schema.decodeUnknownEffect(schema)
  return (input) => Effect.mapError(read(withoutNulls(input)), (error) => fromIssue(error.issue))
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

/** Strict modes of some model providers make every parameter required and have unset ones sent as `null`. */
const withoutNulls = (input: unknown): unknown =>
  Predicate.isObject(input) ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) : input

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const sentence = (field: string | undefined, expected: string): string => {
  if (field === undefined || !isErrorReason(field)) return `${expected}.`
  return expected === "Missing key" ? `${field} is required.` : `${field}: ${lowerFirst(expected)}.`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
