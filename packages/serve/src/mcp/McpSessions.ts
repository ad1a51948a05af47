/**
 * Bounds on the sessions of MCP clients, which the library keeps until a client ends them. A tenant has at most {@link
 * maxSessions}: a new one ends the least recently used one, and every one that was idle for {@link idleTime}. A client
 * whose session has ended gets 404 and starts another (MCP 2025-11-25, "Session Management"). A session belongs to its
 * tenant.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { Bound, type BoundedMap, Conversation } from "@porthole/core"
import * as Reply from "../Reply.ts"

/** Maximum number of sessions per tenant. */
export const maxSessions = 256

/** How long a session may be idle before the next new session ends it. */
export const idleTime = Duration.hours(1)

/** Maximum bytes of a request without a session: the first request is kept as long as its session. */
export const maxFirstBytes = 256 * 1024

/** Adds the bounds to the routes to which it is provided. */
export const layer = HttpRouter.middleware(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const tenants = new Map<string, Sessions>()

    /** Ends a session like its client would. */
    const end = (path: string, session: string) => {
      const url = new URL(path, "http://localhost")
      const request = new Request(url, { method: "DELETE", headers: { [sessionHeader]: session } })
      return Effect.suspend(() => router.asHttpEffect()).pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request)),
        Effect.scoped,
        Effect.ignore,
      )
    }

    const begin = Effect.fnUntraced(function* (tenant: string, path: string, session: string) {
      const sessions = tenants.get(tenant) ?? noSessions()
      tenants.set(tenant, sessions)
      const now = yield* Clock.currentTimeMillis
      for (const [oldest, usedAt] of sessions.entries()) {
        if (sessions.size < maxSessions && now - usedAt < Duration.toMillis(idleTime)) break
        // Only a session that is known here can be ended.
        yield* end(path, oldest)
        sessions.remove(oldest)
      }
      sessions.set(session, now, 1)
    })

    return (route) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const caller = yield* Conversation.Conversation
        const { tenant } = caller
        const session = request.headers[sessionHeader]
        if (session === undefined) {
          if (yield* isLarge(request)) return tooLargeRefusal
          const response = yield* route
          yield* HttpEffect.appendPreResponseHandler((_, sent) => {
            const begun = sent.headers[sessionHeader]
            if (begun === undefined) return Effect.succeed(sent)
            // The handler runs without the guard's context, so it gets the caller, whose sessions it ends.
            const beginning = Effect.provideService(
              begin(tenant, request.url, begun),
              Conversation.Conversation,
              caller,
            )
            return Effect.as(beginning, sent)
          })
          return response
        }
        const sessions = tenants.get(tenant)
        const now = yield* Clock.currentTimeMillis
        if (sessions?.remove(session) !== true) return unknownSessionRefusal
        // The most recently used one is last. It stays while its request runs, because a client may send others
        // meanwhile.
        sessions.set(session, now, 1)
        const response = yield* route
        if (response.status === 204) sessions.remove(session)
        return response
      })
  }),
).layer

// --- private --------------------------------------------------------------------------

/** The last use of each session, in milliseconds since the epoch; the least recently used one first. */
type Sessions = BoundedMap.BoundedMap<number>

const noSessions = (): Sessions => Bound.memory("MCP sessions", { maxEntries: maxSessions, maxWeight: maxSessions })

const sessionHeader = "mcp-session-id"

const unknownSessionRefusal: HttpServerResponse = Reply.refusal(
  404,
  "This session doesn't exist. Initialize a new one.",
)
const tooLargeRefusal: HttpServerResponse = Reply.refusal(413, `The request is larger than ${maxFirstBytes} bytes.`)

const isLarge = ({ text }: HttpServerRequest.HttpServerRequest): Effect.Effect<boolean> =>
  Effect.map(
    Effect.orElseSucceed(text, () => ""),
    ({ length }) => length > maxFirstBytes,
  )
