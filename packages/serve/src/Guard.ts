/**
 * The checks of every request, on every path and method, before any route: its Host, its Origin, its token, the size of
 * its body. Then its calls run in the caller's `Conversation`.
 *
 * `/health` and `/ready` need no token. Other paths need one, unless the request comes from this machine, no proxy shows
 * itself in it, and no token is stored (`Caller`).
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpServerError from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { type HttpServerResponse, isHttpServerResponse } from "effect/http/HttpServerResponse"
import * as Metric from "effect/Metric"
import { Conversation, Settings } from "@porthole/core"
import * as Caller from "./Caller.ts"
import * as OwnHosts from "./OwnHosts.ts"
import * as Reply from "./Reply.ts"
import * as Routes from "./Routes.ts"

/** Maximum bytes of a request's body. */
export const maxBodyBytes = 1024 * 1024

/** Maximum number of concurrent requests; further ones get 503. */
export const maxRequests = 512

/** A server's wrapper around its routes. */
export type Guard = <E, R>(
  routes: Effect.Effect<HttpServerResponse, E, R>,
) => Effect.Effect<HttpServerResponse, never, R | HttpServerRequest>

/** Changes the headers that routes see. */
export type Rewrite = (headers: Headers.Headers) => Headers.Headers

/** The guard of a server, by its settings and the current tokens. */
export const make: (rewrite: Rewrite) => Effect.Effect<Guard> = Effect.fnUntraced(function* (rewrite) {
  const { allowed_hosts, listen } = yield* Settings.Settings
  const hosts = OwnHosts.make(listen, allowed_hosts)
  const callerOf = yield* Caller.make
  const isOnLoopback = OwnHosts.isLoopback(listen.host)
  let underWay = 0
  const count = (change: number) => requests.updateUnsafe((underWay += change), Context.empty())

  const admit = Effect.fnUntraced(function* ({ headers, url }: HttpServerRequest) {
    const kind = hosts.kindOf(headers["host"])
    if (kind === undefined) return yield* Effect.fail(foreignHostRefusal)
    if (!isOwnPage(hosts, headers)) return yield* Effect.fail(foreignOriginRefusal)
    const isLocal = isOnLoopback && kind === "own" && forwarding.every((name) => headers[name] === undefined)
    return needsNoToken(url) ? yield* Conversation.Conversation : yield* callerOf(headers["authorization"], isLocal)
  })

  /** The request for routes: its `Origin` has been checked, its body has been read. */
  const prepare = Effect.fnUntraced(function* (incoming: HttpServerRequest) {
    const request = incoming.modify({ headers: rewrite(Headers.remove(incoming.headers, "origin")) })
    if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) return yield* Effect.fail(tooLargeRefusal)
    yield* Effect.provideService(request.arrayBuffer, HttpIncomingMessage.MaxBodySize, BigInt(maxBodyBytes))
    return request
  })

  return (routes) =>
    Effect.suspend(() => {
      if (underWay >= maxRequests) return Effect.succeed(busyRefusal)
      count(1)
      return Effect.gen(function* () {
        const incoming = yield* HttpServerRequest
        const caller = yield* admit(incoming)
        // The body of a path that needs no token isn't read, so nobody can make the server wait for it.
        const request = needsNoToken(incoming.url) ? incoming : yield* prepare(incoming)
        return yield* routes.pipe(
          Effect.provideService(Conversation.Conversation, caller),
          Effect.provideService(HttpServerRequest, request),
          Effect.catchCause(causeResponse),
        )
      }).pipe(
        Effect.catch((error) => Effect.succeed(errorResponse(error))),
        Effect.ensuring(Effect.sync(() => count(-1))),
      )
    })
})

/** Running requests of this process's server. */
export const requests: Metric.Gauge<number> = Metric.gauge("porthole_requests", { description: "Requests under way" })

// --- private --------------------------------------------------------------------------

const foreignHostRefusal = Reply.refusal(403, "This Host isn't allowed. Add it to the setting allowed_hosts.")
const foreignOriginRefusal = Reply.refusal(
  403,
  "Requests from this Origin aren't allowed. Add its host to the setting allowed_hosts.",
)
const tooLargeRefusal = Reply.refusal(413, `The body is larger than ${maxBodyBytes} bytes.`, { connection: "close" })
const busyRefusal = Reply.refusal(503, "The server is busy. Try again later.", { "retry-after": "1" })
const bugResponse = Reply.json(
  { message: "The server failed because of a bug. Its log has the cause." },
  { status: 500 },
)

/** Headers by which a proxy in front of a server on loopback identifies itself. */
const forwarding = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
] as const

/** Paths that need no token. */
const needsNoToken = (url: string): boolean => ["/health", "/ready"].includes(Routes.pathOf(url))

/**
 * A browser sends `Origin` with requests that change something or cross origins, and `Sec-Fetch-Site` with the others
 * (Fetch Metadata Request Headers, W3C). Other clients send neither.
 */
const isOwnPage = (hosts: OwnHosts.OwnHosts, headers: Headers.Headers): boolean => {
  const { host, origin } = headers
  if (origin !== undefined) return hosts.isOwnOrigin(origin, host ?? "")
  const site = headers["sec-fetch-site"]
  return site === undefined || site === "same-origin" || site === "none"
}

type Refused = HttpServerResponse | Effect.Error<ReturnType<Caller.FindCaller>> | HttpServerError.HttpServerError

const errorResponse = (error: Refused): HttpServerResponse => {
  if (isHttpServerResponse(error)) return error
  switch (error._tag) {
    case "Unauthorized":
      return Reply.refusal(401, error.message, {
        "www-authenticate": 'Bearer realm="porthole", Basic realm="porthole"',
      })
    case "AccessTokensError":
      return Reply.refusal(503, "The tokens can't be read. Try again later.")
    case "HttpServerError":
      return error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
        ? tooLargeRefusal
        : Reply.refusal(400, "The body can't be read.")
  }
}

const causeResponse = (cause: Cause.Cause<unknown>): Effect.Effect<HttpServerResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const error = Cause.squash(cause)
  return HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"
    ? Effect.succeed(Routes.noRouteRefusal)
    : Effect.as(Effect.logError("A request failed because of a bug.", cause), bugResponse)
}
