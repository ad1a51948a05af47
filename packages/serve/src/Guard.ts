/**
 * The checks of every request, on every path and method, before any route: its Host, its Origin, its token, its
 * `Upgrade`, the size of its body. With its body complete it takes one of the slots. Then its calls run in the caller's
 * `Conversation`.
 *
 * `/health` and `/ready` need no token. Other paths need one, unless the request comes from this machine, no proxy
 * shows itself in it, and no token is stored (`Caller`).
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import type * as HttpServerError from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpApiError from "effect/http-api/HttpApiError"
import { type HttpServerResponse, isHttpServerResponse, setHeader } from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"
import { Conversation, SiteMap } from "@porthole/core"
import * as AccessLog from "./AccessLog.ts"
import * as Caller from "./Caller.ts"
import type * as Connections from "./Connections.ts"
import * as OwnHosts from "./OwnHosts.ts"
import * as Reply from "./Reply.ts"
import { pathOf } from "./RequestPath.ts"
import * as Slots from "./Slots.ts"
import { ServerSettings } from "./settings/ServerSettings.ts"

/** Maximum bytes of a request's body, and of one with the URLs of a batch. */
export const maxBodyBytes = 1024 * 1024
export const maxBatchBytes = 4 * maxBodyBytes

/** A server's wrapper around its routes. */
export type Guard = <E, R>(
  routes: Effect.Effect<HttpServerResponse, E, R>,
) => Effect.Effect<HttpServerResponse, never, R | HttpServerRequest | Scope.Scope>

/** Changes the headers that routes see. */
export type Rewrite = (headers: Headers.Headers) => Headers.Headers

/** Waits until a request is its connection's current one. */
export type TurnOf = (request: HttpServerRequest) => Effect.Effect<Connections.Turn>

/** Makes a guard. */
export type Make = (rewrite: Rewrite, turnOf: TurnOf) => Effect.Effect<Guard>

/** The guard of a server, by its settings and the current tokens. */
export const make: Make = Effect.fnUntraced(function* (rewrite, turnOf) {
  const { allowed_hosts, listen } = yield* ServerSettings
  const hosts = OwnHosts.make(listen, allowed_hosts)
  const callerOf = yield* Caller.make
  const isOnLoopback = OwnHosts.isLoopback(listen.host)
  const slots = Slots.make()

  const admit = Effect.fnUntraced(function* ({ headers, url }: HttpServerRequest) {
    const kind = hosts.kindOf(headers["host"])
    if (kind === undefined) return yield* Effect.fail(foreignHostRefusal)
    if (!isOwnPage(hosts, headers)) return yield* Effect.fail(foreignOriginRefusal)
    const isLocal = isOnLoopback && kind === "own" && forwarding.every((name) => headers[name] === undefined)
    return needsNoToken(url) ? yield* Conversation.Conversation : yield* callerOf(headers["authorization"], isLocal)
  })

  /** The request for routes, which runs from now on: its `Origin` has been checked, its body has been read. */
  const prepare = Effect.fnUntraced(function* (incoming: HttpServerRequest, turn: Connections.Turn, tenant: string) {
    turn.admit(tenant)
    const request = incoming.modify({ headers: rewrite(Headers.remove(incoming.headers, "origin")) })
    const { "content-length": length = "0", "transfer-encoding": coding } = request.headers
    const most = batchPaths.has(pathOf(request.url)) ? maxBatchBytes : maxBodyBytes
    if (Number(length) > most) return yield* Effect.fail(tooLargeRefusal(most))
    const body = request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, BigInt(most)),
      Effect.mapError((error) => (isTooLarge(error) ? tooLargeRefusal(most) : error)),
    )
    if (coding !== undefined || Number(length) > 0) yield* turn.receive(body)
    yield* Effect.addFinalizer(() => Effect.sync(turn.send))
    yield* slots.take(tenant)
    return request
  })

  return (routes) =>
    Effect.gen(function* () {
      const incoming = yield* HttpServerRequest
      const turn = yield* turnOf(incoming)
      const caller = yield* admit(incoming)
      const entry = yield* AccessLog.Entry
      entry.tenant = caller.tenant
      if (!isOrdinary(incoming.headers)) return yield* Effect.fail(upgradeRefusal)
      // The body of a path that needs no token isn't read, so nobody can make the server wait for it.
      const request = needsNoToken(incoming.url) ? incoming : yield* prepare(incoming, turn, caller.tenant)
      return yield* routes.pipe(
        Effect.provideService(Conversation.Conversation, caller),
        Effect.provideService(SiteMap.MaxTime, maxMapTime),
        Effect.provideService(HttpServerRequest, request),
        Effect.catchCause(causeResponse),
      )
    }).pipe(
      Effect.catch((error) => Effect.succeed(errorResponse(error))),
      Effect.flatMap(closeAfterUpgrade),
      // The library would wait for a body, or for an earlier request, also at the end of the server.
      Effect.interruptible,
    )
})

// --- private --------------------------------------------------------------------------

/** Seconds that a map may take, which holds a slot of the server; Tavily's clients may ask for as many. */
const maxMapTime = 150

const foreignHostRefusal = Reply.refusal(403, "This Host isn't allowed. Add it to the setting allowed_hosts.")
const foreignOriginRefusal = Reply.refusal(
  403,
  "Requests from this Origin aren't allowed. Add its host to the setting allowed_hosts.",
)
const tooLargeRefusal = (most: number) =>
  Reply.refusal(413, `The body is larger than ${most} bytes.`, { connection: "close" })
const badQueryRefusal = Reply.refusal(400, "The query isn't valid. Give each of its parameters once.")
const upgradeRefusal = Reply.refusal(501, "This server upgrades no connection.")
const busyRefusal = Reply.refusal(503, "The server is busy. Try again later.", { "retry-after": "1" })
const bugResponse = Reply.json(
  { message: "The server failed because of a bug. Its log has the cause." },
  { status: 500 },
)

/** The endpoints that take the URLs of a batch. */
const batchPaths: ReadonlySet<string> = new Set(["/api/v1/batch", "/v1/batch/scrape", "/v2/batch/scrape"])

const isTooLarge = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"

/** Headers by which a proxy in front of a server on loopback identifies itself. */
const forwarding = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
] as const

/**
 * Whether the request asks for no other protocol, or may be answered as if it did (RFC 9110 section 7.8): Java's HTTP
 * client asks for HTTP/2 (`h2c`) by itself, and goes on without.
 */
const isOrdinary = ({ upgrade }: Headers.Headers): boolean =>
  upgrade === undefined || upgrade.trim().toLowerCase() === "h2c"

/** Node loses what a client sends directly after a request with `Upgrade`, so its connection is closed. */
const closeAfterUpgrade = (response: HttpServerResponse): Effect.Effect<HttpServerResponse, never, HttpServerRequest> =>
  Effect.map(HttpServerRequest, ({ headers }) =>
    headers["upgrade"] === undefined ? response : setHeader(response, "connection", "close"),
  )

/** Paths that need no token. */
const needsNoToken = (url: string): boolean => ["/health", "/ready"].includes(pathOf(url))

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

type Refused =
  | HttpServerResponse
  | Effect.Error<ReturnType<Caller.FindCaller>>
  | HttpServerError.HttpServerError
  | Slots.Busy

const errorResponse = (error: Refused): HttpServerResponse => {
  if (isHttpServerResponse(error)) return error
  switch (error._tag) {
    case "Unauthorized":
      return Reply.refusal(401, error.message, {
        "www-authenticate": 'Bearer realm="porthole", Basic realm="porthole"',
      })
    case "AccessTokensError":
      return Reply.unreadableTokensRefusal
    case "Busy":
      return busyRefusal
    case "HttpServerError":
      return Reply.refusal(400, "The body can't be read.")
  }
}

const causeResponse = (cause: Cause.Cause<unknown>): Effect.Effect<HttpServerResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const error = Cause.squash(cause)
  if (HttpApiError.HttpApiSchemaError.is(error) && error.kind === "Query") return Effect.succeed(badQueryRefusal)
  return Effect.as(Effect.logError("A request failed because of a bug.", cause), bugResponse)
}
