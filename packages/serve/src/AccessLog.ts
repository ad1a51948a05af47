/**
 * The access log: a line for each request once its answer has been sent, on stderr like every log.
 *
 * It holds no word of a client: the endpoint is a route's path, so neither a query nor a token can get in. A request's
 * id stands in its line, in every other line that its call logs, and in the header `x-request-id` of its answer.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { type HttpServerResponse, setHeader } from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"
import { LogText, type WebError } from "@porthole/core"
import { ToolCalls } from "@porthole/tools"
import { randomBytes } from "node:crypto"
import { type Endpoints, find } from "./Endpoints.ts"
import * as Reply from "./Reply.ts"
import { pathOf } from "./RequestPath.ts"
import * as ServerLog from "./ServerLog.ts"

/** What is known of a request while it runs. */
export interface Entry {
  /** The tenant, once the request has been admitted. */
  tenant?: string
  /** The tool and the error of its first call that failed. */
  failure?: Failure
}

interface Failure {
  readonly tool: string
  readonly error: WebError.WebError
}

/** The entry of the current request. */
export const Entry: Context.Reference<Entry> = Context.Reference<Entry>("@porthole/serve/AccessLog/Entry", {
  defaultValue: () => ({}),
})

/**
 * Writes the line of a request: as a warning where the server or what it asked failed (status 5xx, also of a call over
 * MCP, whose own status is 200). A site that answers with 4xx didn't fail. Those of `/health` and `/ready`, which
 * machines poll, are at debug level.
 */
export const record = <E, R>(
  answer: Effect.Effect<HttpServerResponse, E, R>,
  endpoints: Endpoints,
): Effect.Effect<HttpServerResponse, E, R | HttpServerRequest | Scope.Scope> =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    const { method, url } = yield* HttpServerRequest
    const path = pathOf(url)
    const endpoint = find(endpoints, path)?.path ?? "unknown"
    const entry: Entry = {}
    let status: number | undefined
    const id = newId()
    // The request's scope ends when its answer has been sent.
    yield* Effect.addFinalizer((exit) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const outcome = status === undefined || Exit.isFailure(exit) ? "aborted" : status
        const { failure, tenant } = entry
        const fields = { tenant, method, endpoint, status: outcome, ms: now - begun, ...failureFields(failure) }
        const words = failure === undefined ? "" : ` ${failureText(failure)}`
        const line = `${tenant ?? "-"} ${method} ${endpoint} ${outcome} ${now - begun} ms${words}`
        const annotations = { request: id, [ServerLog.parts]: fields }
        return Effect.annotateLogs(logOf(path, statusFor(status, entry))(line), annotations)
      }),
    )
    const response = yield* answer.pipe(
      Effect.provideService(Entry, entry),
      Effect.provideService(ToolCalls.OnFailure, (tool, error) =>
        Effect.sync(() => void (entry.failure ??= { tool, error })),
      ),
      Effect.annotateLogs({ request: id }),
    )
    status = response.status
    return setHeader(response, "x-request-id", id)
  })

// --- private --------------------------------------------------------------------------

const polled: ReadonlySet<string> = new Set(["/health", "/ready"])

/** 64 bits, so that an id is one request's among all that a log is searched for. */
const newId = (): string => randomBytes(8).toString("hex")

const logOf = (path: string, status: number): typeof Effect.logInfo => {
  if (status >= 500) return Effect.logWarning
  return polled.has(path) ? Effect.logDebug : Effect.logInfo
}

/** The worst status: of the answer or of the failed call, which is the site's own for `http_error`. */
const statusFor = (status = 0, { failure }: Entry): number => {
  if (failure === undefined) return status
  const ofReply = Reply.statusOf(failure.error)
  // Such an answer says only that the call failed.
  return Math.max(status === ofReply ? 0 : status, siteStatus(failure.error) ?? ofReply)
}

const siteStatus = ({ error, wire }: WebError.WebError): number | undefined =>
  error === "http_error" ? wire.status_code : undefined

const failureFields = (failure: Failure | undefined) => {
  if (failure === undefined) return {}
  const { error, tool } = failure
  const attempts = attemptTexts(error)
  return {
    tool,
    error: error.error,
    reason: error.reason,
    site_status: siteStatus(error),
    ...(attempts.length === 0 ? {} : { attempts }),
  }
}

const attemptTexts = ({ wire }: WebError.WebError): ReadonlyArray<string> =>
  (wire.attempts ?? []).map(({ outcome, provider, reason }) =>
    LogText.textForLog(`${provider} ${outcome}${reason === undefined ? "" : `: ${reason}`}`),
  )

/** Such as `web_search: web_search_unavailable (searxng failed: searxng_unreachable)`; no word of a client or page. */
const failureText = ({ error: failed, tool }: Failure): string => {
  const { error, wire } = failed
  const attempts = attemptTexts(failed)
  const details =
    attempts.length > 0 ? attempts : [wire.reason, siteStatus(failed)].filter((part) => part !== undefined)
  return `${tool}: ${error}${details.length === 0 ? "" : ` (${details.join(", ")})`}`
}
