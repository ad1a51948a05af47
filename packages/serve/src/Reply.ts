/** JSON responses: bodies, the server's own refusals, and a call's error with its HTTP status. */
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { WebError } from "@porthole/core"

/** The response header that lists a request's fields that the endpoint ignored. */
export const ignoredHeader = "porthole-ignored"

/** Headers of a response. */
export type Headers = Readonly<Record<string, string>>

/**
 * A JSON body; `ignored` are the fields that the endpoint ignored. It is written in one step: the pages of an answer
 * have at most 1,000,000 characters together.
 */
export const json = (
  body: unknown,
  options: { readonly status?: number; readonly ignored?: ReadonlyArray<string>; readonly headers?: Headers } = {},
): HttpServerResponse.HttpServerResponse => {
  const { headers = {}, ignored = [], status = 200 } = options
  return HttpServerResponse.text(JSON.stringify(body), {
    status,
    contentType: "application/json",
    headers: { ...headers, ...(ignored.length === 0 ? {} : { [ignoredHeader]: headerValueOf(ignored) }) },
  })
}

/** The code of refusals because the server, or what it needs, can't take a request now: the same one may succeed. */
export const unavailable = "unavailable"

const codes: ReadonlyMap<number, string> = new Map([
  [429, "rate_limited"],
  [503, unavailable],
  [507, unavailable],
])

/**
 * A refusal by the server itself, in the shape of a call's error. Its code is that of its status: `rate_limited` for
 * 429, {@link unavailable} for 503 and 507, else `invalid_request`.
 */
export const refusal = (
  status: number,
  message: string,
  headers: Headers = {},
): HttpServerResponse.HttpServerResponse =>
  json({ error: codes.get(status) ?? "invalid_request", message }, { status, headers })

/** The answer to a request that no route serves. */
export const noRouteRefusal = refusal(404, "This endpoint doesn't exist.")

/** The answer to a method that the endpoint doesn't have. */
export const methodRefusal = (methods: ReadonlySet<string>): HttpServerResponse.HttpServerResponse => {
  const allowed = Array.from(methods).join(", ")
  return refusal(405, `This endpoint accepts ${allowed} only.`, { allow: allowed })
}

/** The answer to a request whose body isn't what its endpoint reads. */
export const notJsonRefusal = refusal(400, "The body isn't a JSON object.")

/** The answer while the store of tokens is down. */
export const unreadableTokensRefusal = refusal(503, "The tokens can't be read. Try again later.", {
  "retry-after": "5",
})

/** The HTTP status of an error. */
export const statusOf = ({ error, wire }: WebError.WebError): number =>
  wire.reason === "overloaded" ? overloadedStatus : statuses[error]

/** The headers of an error. */
export const headersOf = ({ wire }: WebError.WebError): Headers =>
  wire.retry_after === undefined ? {} : { "retry-after": String(wire.retry_after) }

/** A call's error: its wire object with the HTTP status for it. */
export const failure = (error: WebError.WebError): HttpServerResponse.HttpServerResponse =>
  json(error.wire, { status: statusOf(error), headers: headersOf(error) })

// --- private --------------------------------------------------------------------------

/** The server is busy, and the tenant's own limits aren't the reason. */
const overloadedStatus = 503

const statuses: Readonly<Record<WebError.ErrorCode, number>> = {
  invalid_request: 400,
  unsupported_scheme: 400,
  blocked_url: 403,
  robots_disallowed: 403,
  unsupported_content_type: 422,
  response_too_large: 422,
  extraction_failed: 422,
  rate_limited: 429,
  budget_exceeded: 429,
  compression_failed: 500,
  http_error: 502,
  invalid_backend_response: 502,
  web_search_unavailable: 503,
  timeout: 504,
}

/** The header's value for these names; only the first 32, each cut after 64 characters. */
const headerValueOf = (names: ReadonlyArray<string>): string =>
  names
    .slice(0, 32)
    .map((name) => encodeURIComponent(name.slice(0, 64).toWellFormed()))
    .join(", ")
