/**
 * The HTTP server: Node's, with bounds on connections and on slow clients, the guard, and the routes.
 *
 * At the end of its scope it accepts no more requests and lets running ones finish within {@link grace}.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import type * as HttpServerError from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { AccessTokens, Settings, type Site, type WebBackend } from "@porthole/core"
import { createServer, type Server } from "node:http"
import * as Guard from "./Guard.ts"
import * as OwnHosts from "./OwnHosts.ts"
import * as Routes from "./Routes.ts"
import * as McpRoute from "./mcp/McpRoute.ts"

/** How long running requests may take after the server's shutdown began. */
export const grace = Duration.seconds(10)

/** Maximum number of open connections; further ones are closed immediately. */
export const maxConnections = 1_000

/** The server would listen beyond loopback, and no token is stored. */
export class TokenNeeded extends Data.TaggedError("TokenNeeded")<{ readonly message: string }> {}

/** A server's options besides its settings. */
export interface Options {
  /** Whether to serve only `/mcp`. */
  readonly isMcpOnly?: boolean
  /** How long a client may take to send a request; its headers within a third of that. Default: 30 s. */
  readonly requestTimeout?: Duration.Input
  /** How long running requests may take after the server's shutdown began. Default: {@link grace}. */
  readonly endTimeout?: Duration.Input
  /** Documentation sites whose tools MCP clients also get. */
  readonly docsSites?: ReadonlyArray<Site.SiteOptions>
}

/** The server at the setting `listen`, over the provided backend. `HttpServer` has its address. */
export const layer = ({
  docsSites = [],
  endTimeout = grace,
  isMcpOnly = false,
  requestTimeout = "30 seconds",
}: Options = {}): Layer.Layer<
  HttpServer.HttpServer,
  TokenNeeded | AccessTokens.AccessTokensError | HttpServerError.ServeError | Settings.SettingsError,
  WebBackend.WebBackend
> => {
  return Layer.unwrap(
    Effect.gen(function* () {
      const { listen } = yield* Settings.Settings
      const { list } = yield* AccessTokens.AccessTokens
      if (!OwnHosts.isLoopback(listen.host) && (yield* list).length === 0) return yield* tokenNeededError
      const guard = yield* Guard.make(McpRoute.withoutStaleRevision)
      const answer = yield* Routes.make({ docsSites, isMcpOnly })
      const server = nodeServer(Duration.toMillis(requestTimeout))
      return HttpServer.serve(guard(answer)).pipe(
        Layer.provideMerge(closeConnectionsAtEnd(server)),
        Layer.provideMerge(
          NodeHttpServer.layerServer(() => server, {
            ...listen,
            backlog: maxConnections,
            gracefulShutdownTimeout: endTimeout,
          }),
        ),
      )
    }),
  )
}

/** Open connections of this process's server. */
export const connections: Metric.Gauge<number> = Metric.gauge("porthole_connections", {
  description: "Open connections",
})

// --- private --------------------------------------------------------------------------

const tokenNeededError = new TokenNeeded({
  message: "A server that listens beyond loopback needs a token. Add one with `porthole tokens add <tenant>`.",
})

/**
 * Closes the connections that are still open after the grace time, because Node also waits for clients that never send
 * a request.
 */
const closeConnectionsAtEnd = (server: Server) =>
  Layer.effectDiscard(Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections())))

/** Node's server. It closes slow clients, idle connections and those beyond the bound. Milliseconds. */
const nodeServer = (requestTimeout: number) => {
  const server = createServer({
    headersTimeout: requestTimeout / 3,
    requestTimeout,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: Math.min(2_000, requestTimeout),
  })
  server.maxConnections = maxConnections
  let open = 0
  const count = (change: number) => connections.updateUnsafe((open += change), Context.empty())
  server.on("connection", (socket) => {
    count(1)
    socket.once("close", () => count(-1))
  })
  // Closes a connection whose client doesn't read its answer. Every call ends, or sends progress, sooner.
  server.timeout = 300_000
  return server
}
