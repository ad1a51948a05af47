/**
 * Tavily's `/map` (https://docs.tavily.com/documentation/api-reference/endpoint/map): the URLs of a site. Options that
 * select by a model or by patterns are refused with 400.
 */
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { WebError } from "@porthole/core"
import type { Calls } from "../Calls.ts"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"
import * as Tavily from "./Tavily.ts"

/** Answers `POST /map`. */
export const map = (calls: Calls["Service"], fields: Fields.Fields): Effect.Effect<HttpServerResponse> =>
  Tavily.timed((secondsSince) =>
    Effect.gen(function* () {
      const refused = refusedFields.find((name) => isAsked(fields[name]))
      if (refused !== undefined) return yield* unsupported(refused, "map")
      const { message, prefix, urls } = yield* calls.map(requestOf(fields))
      const body = {
        base_url: prefix,
        results: urls.map(({ url }) => url),
        ...(message === undefined ? {} : { warning: message }),
        response_time: yield* secondsSince,
      }
      return Reply.json(body, { ignored: Fields.unknownOf(fields, knownFields) })
    }),
  )

/** Whether a field asks for something. */
export const isAsked = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)

/** Fails with 400 for a field that asks for what Porthole lacks. */
export const unsupported = (field: string, verb: "map" | "crawl"): Effect.Effect<never, WebError.WebError> =>
  WebError.fail({
    error: "invalid_request",
    ...(WebError.isParameterName(field) ? { reason: field } : {}),
    message: `${field} isn't supported. Leave it out, and ${verb} a part of the site by its URL.`,
  })

// --- private --------------------------------------------------------------------------

const refusedFields = [
  "instructions",
  "select_paths",
  "select_domains",
  "exclude_paths",
  "exclude_domains",
  "categories",
] as const

const knownFields: ReadonlySet<string> = new Set([...refusedFields, "url", "max_depth", "limit", "timeout", "api_key"])

/** Tavily lists 50 URLs by default, of one step from the first page. */
const requestOf = ({ limit, max_depth, timeout, url }: Fields.Fields): object => ({
  url,
  max_depth: max_depth ?? 1,
  max_results: limit ?? 50,
  max_time: Fields.secondsOf(timeout),
})
