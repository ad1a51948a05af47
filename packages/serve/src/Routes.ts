/**
 * All routes of a server, and the two rules that hold for each of them, whichever library adds it:
 *
 * - A route runs in the conversation of its request, which the guard sets. Libraries run handlers in the context in
 *   which their layer was built (`HttpApiBuilder` even prefers it), so routes are built in one without a conversation.
 * - A request's path equals the route's, character by character. The library's router also accepts other spellings
 *   (`/METRICS`, `/metrics/`, `/metrics;x`, `//metrics`, `/%6detrics`), for which a proxy's rules needn't hold.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Etag from "effect/http/Etag"
import type * as HttpPlatform from "effect/http/HttpPlatform"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerError } from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import type * as Scope from "effect/Scope"
import { Conversation, type Settings, type Site, type WebBackend } from "@porthole/core"
import * as Calls from "./Calls.ts"
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
}

/** The backend of the calls, and the services of the platform that the library's routes need. */
export type Needed =
  | WebBackend.WebBackend
  | FileSystem.FileSystem
  | Path.Path
  | HttpPlatform.HttpPlatform
  | Etag.Generator

/** Answers a request; fails if no route serves it. */
export type Answer = Effect.Effect<HttpServerResponse, HttpServerError, HttpServerRequest | Scope.Scope>

/** The routes. */
export const layer = ({
  docsSites,
  isMcpOnly,
}: Options): Layer.Layer<never, Settings.SettingsError, HttpRouter.HttpRouter | Needed> => {
  const mcp = McpRoute.layer(docsSites)
  const routes = isMcpOnly ? mcp : Layer.mergeAll(mcp, api.layer, dropin.layer, Status.layer)
  return routes.pipe(Layer.provide(exactPath), Layer.provide(Calls.layer))
}

/** Builds the routes, and returns the effect that answers a request. */
export const make = (options: Options): Effect.Effect<Answer, Settings.SettingsError, Services> =>
  HttpRouter.toHttpEffect(layer(options)).pipe(
    Effect.updateContext((context: Context.Context<Services>) => Context.omit(Conversation.Conversation)(context)),
  )

// --- private --------------------------------------------------------------------------

type Services = Needed | Scope.Scope

const exactPath = HttpRouter.middleware((route) =>
  Effect.gen(function* () {
    const { url } = yield* HttpServerRequest
    const matched = yield* HttpRouter.RouteContext
    return pathOf(url) === matched.route.path ? yield* route : Reply.noRouteRefusal
  }),
).layer
