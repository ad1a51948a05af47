/**
 * The HTTP server: Node's, with bounds on connections and on slow clients, the guard, and the routes.
 *
 * It upgrades no connection: without a listener Node reads a request with `Upgrade` like any other, with its timeouts,
 * and closes the connection of a `CONNECT`.
 *
 * At the end of its scope it accepts no more requests and lets running ones finish within {@link grace}.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as HttpServerError from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { Bound, type Site, type WebBackend } from "@porthole/core"
import { AccessTokens } from "@porthole/stores"
import { createServer, type Server } from "node:http"
import * as AccessLog from "./AccessLog.ts"
import * as Connections from "./Connections.ts"
import * as Firecrawl from "./dropin/Firecrawl.ts"
import * as Guard from "./Guard.ts"
import * as Listeners from "./Listeners.ts"
import * as OwnHosts from "./OwnHosts.ts"
import { pathOf } from "./RequestPath.ts"
import * as Routes from "./Routes.ts"
import * as McpRoute from "./mcp/McpRoute.ts"
import { ServerSettings } from "./settings/ServerSettings.ts"

/**
 * How long running requests may take after the server's shutdown began. With the ends of the two pools of readers and
 * of the export of spans, 2 s each at most, the process ends before its watchdog would end it after 10 s.
 */
export const grace = Duration.seconds(5)

/** How long a client may take to send a request, a third of it for the headers, and to take what was sent to it. */
export const defaultRequestTimeout = Duration.seconds(30)

/** How long a connection may stay open without a request. */
export const keepAlive = Duration.seconds(5)

/** The server would listen beyond loopback, and no token is stored. */
export class TokenNeeded extends Data.TaggedError("TokenNeeded")<{ readonly message: string }> {}

/** A server's options besides its settings. */
export interface Options {
  /** Whether to serve only `/mcp`. */
  readonly isMcpOnly?: boolean
  /** Default: {@link defaultRequestTimeout}. */
  readonly requestTimeout?: Duration.Input
  /** How long running requests may take after the server's shutdown began. Default: {@link grace}. */
  readonly endTimeout?: Duration.Input
  /** Documentation sites whose tools MCP clients also get. */
  readonly docsSites?: ReadonlyArray<Site.SiteOptions>
  /**
   * Indexed libraries, each a `name` or `name@version`, that MCP clients may search and read. All tenants share them;
   * nobody adds one. Needs `@porthole/docs-index`.
   */
  readonly docs?: ReadonlyArray<string>
}

/** The server at the setting `listen`, over the provided backend. `HttpServer` has its address. */
export const layer = ({
  docs = [],
  docsSites = [],
  endTimeout = grace,
  isMcpOnly = false,
  requestTimeout = defaultRequestTimeout,
}: Options = {}): Layer.Layer<
  HttpServer.HttpServer,
  TokenNeeded | AccessTokens.AccessTokensError | HttpServerError.ServeError | Routes.Failure,
  WebBackend.WebBackend
> => {
  return Layer.unwrap(
    Effect.gen(function* () {
      const { listen } = yield* ServerSettings
      const { list } = yield* AccessTokens.AccessTokens
      if (!OwnHosts.isLoopback(listen.host) && (yield* list).length === 0) return yield* tokenNeededError
      const connections = Connections.make()
      const guard = yield* Guard.make(McpRoute.withoutStaleRevision, (request) =>
        connections.turn(
          NodeHttpServerRequest.toIncomingMessage(request),
          NodeHttpServerRequest.toServerResponse(request),
        ),
      )
      const { answer, endpoints } = yield* Effect.provide(
        Routes.make({ docs, docsSites, isMcpOnly }),
        NodeHttpServer.layerHttpServices,
      )
      const timeout = Duration.fromInputUnsafe(requestTimeout)
      const server = nodeServer(Duration.toMillis(timeout)).on("connection", connections.open)
      const plan = yield* Listeners.plan(listen)
      const end = { onEnd: connections.finish, grace: endTimeout }
      return Layer.merge(withoutUpgrades(server), Listeners.layer(server, plan, end)).pipe(
        Layer.provideMerge(HttpServer.serve(AccessLog.record(inShapeOfClient(guard(answer)), endpoints))),
        Layer.provideMerge(closeConnections(connections, timeout)),
        Layer.provideMerge(
          NodeHttpServer.layerServer(() => server, { ...plan.options, gracefulShutdownTimeout: endTimeout }),
        ),
      )
    }),
  )
}

// --- private --------------------------------------------------------------------------

const tokenNeededError = new TokenNeeded({
  message: "A server that listens beyond loopback needs a token. Add one with `porthole tokens add <tenant>`.",
})

/** The guard's refusals in the shape that the client of a path reads. */
const inShapeOfClient = <E, R>(answer: Effect.Effect<HttpServerResponse, E, R>) =>
  Effect.flatMap(HttpServerRequest, ({ url }) =>
    Effect.map(answer, (response) => Firecrawl.refusalOf(pathOf(url), response)),
  )

/** How often timeouts are checked, in ms. */
const checkInterval = 2_000

/** Removes the library's handler of upgrades. */
const withoutUpgrades = (server: Server) =>
  Layer.effectDiscard(Effect.sync(() => void server.removeAllListeners("upgrade")))

/**
 * Closes connections whose clients don't take their answers. After the grace time, closes those that are still open,
 * because Node also waits for clients that never send a request.
 */
const closeConnections = (connections: Connections.Connections, timeout: Duration.Duration) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      yield* Effect.addFinalizer(() => Effect.sync(connections.closeAll))
      yield* Effect.forkScoped(
        Effect.repeat(connections.closeSlow(timeout), Schedule.spaced(Duration.millis(checkInterval))),
      )
    }),
  )

/** Node's server, which closes slow clients and idle connections. Milliseconds. */
const nodeServer = (requestTimeout: number) =>
  Bound.start("connections", () =>
    createServer({
      headersTimeout: Math.ceil(requestTimeout / 3),
      requestTimeout,
      keepAliveTimeout: Duration.toMillis(keepAlive),
      connectionsCheckingInterval: Math.min(checkInterval, requestTimeout),
    }),
  )
