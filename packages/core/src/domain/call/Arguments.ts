/**
 * Wrong arguments: `invalid_request`, whose reason is the first wrong parameter. The message states what was expected,
 * never what was given.
 */
import * as SchemaIssue from "effect/SchemaIssue"
import { isParameterForm, make, type WebError } from "../WebError.ts"

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

/** Adds notes to an answer's `message`. */
export const withNotes = <A extends { readonly message?: string }>(answer: A, notes: ReadonlyArray<string>): A =>
  notes.length === 0
    ? answer
    : { ...answer, message: [...(answer.message === undefined ? [] : [answer.message]), ...notes].join(" ") }

// --- private --------------------------------------------------------------------------

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const sentence = (field: string | undefined, expected: string): string => {
  if (field === undefined || !isParameterForm(field)) return `${expected}.`
  return expected === "Missing key" ? `${field} is required.` : `${field}: ${lowerFirst(expected)}.`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
