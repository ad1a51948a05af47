/**
 * `/mcp`: the Streamable HTTP transport of the Model Context Protocol, in every revision that Porthole speaks over
 * stdio.
 *
 * Each session is a conversation. Revision 2026-07-28 has no sessions: there the conversation is the caller's. Clients
 * get progress on the response's stream; a client that closes it cancels the call.
 */
import * as McpServer from "effect/ai/McpServer"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import type * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Conversation, type Settings, type Site, type WebBackend } from "@porthole/core"
import { DocsSite, Documentation, LibraryTools, McpTools, WebTools } from "@porthole/tools"
import type * as Guard from "../Guard.ts"
import * as McpSessions from "./McpSessions.ts"
import * as McpStatus from "./McpStatus.ts"

/** The path of the endpoint. */
export const path = "/mcp"

/** The endpoint, with the tools of documentation sites, or of these indexed libraries and of sites beside them. */
export const layer = (
  sites: ReadonlyArray<Site.SiteOptions>,
  libraries: ReadonlyArray<string>,
): Layer.Layer<
  never,
  Settings.SettingsError | Documentation.Unavailable,
  HttpRouter.HttpRouter | WebBackend.WebBackend
> =>
  libraries.length === 0
    ? Layer.provide(endpoint(McpTools.registrationsWith(sites, conversation)), [
        DocsSite.layer(...sites),
        WebTools.layer,
      ])
    : Layer.provide(endpoint(McpTools.registrationsWithLibraries(sites, conversation)), [
        Layer.provide(LibraryTools.layer(sites), Documentation.layerOf(libraries)),
        WebTools.layer,
      ])

/**
 * A session keeps the revision of its first request. Some clients send another revision later; the header is ignored if
 * it names one that has sessions.
 */
export const withoutStaleRevision: Guard.Rewrite = (headers) => {
  const revision = headers["mcp-protocol-version"]
  const isStale =
    headers["mcp-session-id"] !== undefined && revision !== undefined && revisionsWithSessions.has(revision)
  return isStale ? Headers.remove(headers, "mcp-protocol-version") : headers
}

// --- private --------------------------------------------------------------------------

const endpoint = <R>(registrations: Layer.Layer<never, never, R>) =>
  McpServer.layerHttp({
    ...McpTools.identity,
    path,
    registrations,
    allowSessionTermination: true,
    // The tools of a server never change while it runs.
    allowSubscriptions: false,
    cacheHints: { discover: hint, tools: hint },
  }).pipe(Layer.provide([McpSessions.layer, McpStatus.layer]), Layer.orDie)

const revisionsWithSessions: ReadonlySet<string> = new Set(
  McpTools.protocols.map(({ protocolVersion }) => protocolVersion).filter((revision) => revision !== "2026-07-28"),
)

const hint = { ttl: "5 minutes", cacheScope: "private" } as const

/** The id begins with the caller, so that knowing another tenant's session is useless. */
const conversation: McpTools.ConversationOf = Effect.gen(function* () {
  const caller = yield* Conversation.Conversation
  const request = yield* Effect.serviceOption(HttpServerRequest)
  const session = Option.isSome(request) ? request.value.headers["mcp-session-id"] : undefined
  return session === undefined ? caller : { ...caller, id: `${caller.id}/session/${session}` }
})
