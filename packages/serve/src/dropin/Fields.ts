/**
 * The fields of a request as a client's own API names them: from the query, a form, or a JSON object. Fields that an
 * endpoint doesn't know are ignored, and named in the answer (`Reply.ignoredHeader`).
 */
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import { Arguments, WebError } from "@porthole/core"
import * as Reply from "../Reply.ts"

/** Fields by name. Of a field that a query or a form repeats, the first value counts. */
export type Fields = Readonly<Record<string, unknown>>

/** The fields of a URL's query. */
export const ofQuery = ({ url }: HttpServerRequest): Fields => {
  const at = url.indexOf("?")
  return at === -1 ? {} : firstValues(new URLSearchParams(url.slice(at + 1)))
}

/** The fields of a form; none if the body can't be read. */
export const ofForm = ({ text }: HttpServerRequest): Effect.Effect<Fields> =>
  Effect.map(
    Effect.orElseSucceed(text, () => ""),
    (body) => firstValues(new URLSearchParams(body)),
  )

/** The fields of a JSON object; another body is answered with 400. */
export const ofJson = ({ json }: HttpServerRequest): Effect.Effect<Fields, HttpServerResponse> =>
  Effect.flatMap(
    Effect.mapError(json, () => Reply.notJsonRefusal),
    (body) => (Predicate.isObject(body) ? Effect.succeed(body) : Effect.fail(Reply.notJsonRefusal)),
  )

/** The names of unknown fields, each once. */
export const unknownOf = (fields: Fields, known: ReadonlySet<string>): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => !known.has(name))

/** A refusal of a parameter under the name by which the client sent it. */
export const renamed = <E extends object>(
  error: E | WebError.WebError,
  names: Readonly<Record<string, string>>,
): E | WebError.WebError => {
  if (!(error instanceof WebError.WebError) || error.error !== "invalid_request") return error
  const { message, reason = "" } = error
  const name = names[reason]
  return name === undefined
    ? error
    : Arguments.invalid(
        name,
        message.replace(reason, () => name),
      )
}

/** The whole seconds of a duration in some unit, which may be a number as text; `undefined` if it is no number. */
export const secondsOf = (duration: unknown, perSecond = 1): number | undefined => {
  const number = typeof duration === "string" && duration.trim() !== "" ? Number(duration) : duration
  return typeof number === "number" && Number.isFinite(number) ? Math.ceil(number / perSecond) : undefined
}

// --- private --------------------------------------------------------------------------

const firstValues = (params: URLSearchParams): Fields => {
  const fields = new Map<string, string>()
  for (const [name, value] of params) if (!fields.has(name)) fields.set(name, value)
  return Object.fromEntries(fields)
}
