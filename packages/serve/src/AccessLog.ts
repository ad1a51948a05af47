/**
 * The access log: a line for each request once its answer has been sent, on stderr like every log.
 *
 * It holds no word of a client: the endpoint is a route's path, so neither a query nor a token can get in.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"
import type { Endpoints } from "./Endpoints.ts"
import { pathOf } from "./RequestPath.ts"

/** What is known of a request while it runs. */
export interface Entry {
  /** The tenant, once the request has been admitted. */
  tenant?: string
}

/** The entry of the current request. */
export const Entry: Context.Reference<Entry> = Context.Reference<Entry>("@porthole/serve/AccessLog/Entry", {
  defaultValue: () => ({}),
})

/** Writes the line of a request. Those of `/health` and `/ready`, which machines poll, are at debug level. */
export const record = <E, R>(
  answer: Effect.Effect<HttpServerResponse, E, R>,
  endpoints: Endpoints,
): Effect.Effect<HttpServerResponse, E, R | HttpServerRequest | Scope.Scope> =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    const { method, url } = yield* HttpServerRequest
    const path = pathOf(url)
    const endpoint = endpoints.has(path) ? path : "unknown"
    const entry: Entry = {}
    let status: number | undefined
    // The request's scope ends when its answer has been sent.
    yield* Effect.addFinalizer((exit) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const outcome = status === undefined || Exit.isFailure(exit) ? "aborted" : status
        const line = `${entry.tenant ?? "-"} ${method} ${endpoint} ${outcome} ${now - begun} ms`
        return polled.has(path) ? Effect.logDebug(line) : Effect.logInfo(line)
      }),
    )
    const response = yield* Effect.provideService(answer, Entry, entry)
    status = response.status
    return response
  })

// --- private --------------------------------------------------------------------------

const polled: ReadonlySet<string> = new Set(["/health", "/ready"])
