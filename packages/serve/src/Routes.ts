/**
 * All routes of a server, and the rules that hold for each of them, whichever library adds it:
 *
 * - A route runs in the conversation of its request, which the guard sets. Libraries run handlers in the context in
 *   which their layer was built (`HttpApiBuilder` even prefers it), so routes are built in one without a conversation.
 * - A request's path equals the route's, character by character, except for a job's id. The library's router also
 *   accepts other spellings (`/METRICS`, `/metrics/`, `/metrics;x`, `//metrics`, `/%6detrics`), for which a proxy's
 *   rules needn't hold.
 * - Another method of its path gets 405 with the methods that it has (RFC 9110 section 15.5.6).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Etag from "effect/http/Etag"
import type * as HttpPlatform from "effect/http/HttpPlatform"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerError } from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import type * as Scope from "effect/Scope"
import { Conversation, type Settings, type Site, type WebBackend } from "@porthole/core"
import type { Documentation } from "@porthole/tools"
import * as Calls from "./Calls.ts"
import * as Endpoints from "./Endpoints.ts"
import * as JobCalls from "./JobCalls.ts"
import * as Reply from "./Reply.ts"
import { pathOf } from "./RequestPath.ts"
import * as Status from "./Status.ts"
import * as api from "./api/apiRoutes.ts"
import * as dropin from "./dropin/routes.ts"
import * as McpRoute from "./mcp/McpRoute.ts"

/** Which routes a server has. */
export interface Options {
  /** Whether to serve only `/mcp`. */
  readonly isMcpOnly: boolean
  /** Documentation sites whose tools MCP clients also get. */
  readonly docsSites: ReadonlyArray<Site.SiteOptions>
  /** Indexed libraries that MCP clients may search. */
  readonly docs?: ReadonlyArray<string>
}

/** The backend of the calls, and the services of the platform that the library's routes need. */
export type Needed =
  | WebBackend.WebBackend
  | FileSystem.FileSystem
  | Path.Path
  | HttpPlatform.HttpPlatform
  | Etag.Generator

/** Why routes can't be built. */
export type Failure = Settings.SettingsError | Documentation.Unavailable

/** The routes as one effect, which answers a request, and their endpoints. */
export interface Served {
  readonly answer: Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    HttpServerError,
    HttpServerRequest | Scope.Scope
  >
  readonly endpoints: Endpoints.Endpoints
}

/** The routes. */
export const layer = ({
  docs = [],
  docsSites,
  isMcpOnly,
}: Options): Layer.Layer<never, Failure, HttpRouter.HttpRouter | Needed> => {
  const mcp = McpRoute.layer(docsSites, docs)
  const routes = isMcpOnly ? mcp : Layer.mergeAll(mcp, api.layer, dropin.layer, Status.layer, home)
  return Layer.provide(routes, [Calls.layer, JobCalls.layer])
}

/** Builds the routes. */
export const make = (options: Options): Effect.Effect<Served, Failure, Services> =>
  Effect.suspend(() => {
    const endpoints = new Map<string, Set<string>>()
    return HttpRouter.toHttpEffect(Layer.provide(layer(options), Endpoints.noting(endpoints))).pipe(
      Effect.updateContext((context: Context.Context<Services>) => Context.omit(Conversation.Conversation)(context)),
      Effect.map((routed) => ({
        endpoints,
        answer: Effect.flatMap(HttpServerRequest, ({ method, url }) => {
          const { methods } = Endpoints.find(endpoints, pathOf(url)) ?? {}
          if (methods === undefined) return Effect.succeed(Reply.noRouteRefusal)
          return methods.has(method) ? routed : Effect.succeed(Reply.methodRefusal(methods))
        }),
      })),
    )
  })

// --- private --------------------------------------------------------------------------

type Services = Needed | Scope.Scope

/** A person's browser comes here first. The location is relative, for a proxy that serves this below a path. */
const home = HttpRouter.add("GET", "/", HttpServerResponse.redirect("docs"))
