/**
 * Effect's `HttpClient` for configured endpoints.
 *
 * Effect's own client for Node isn't used: its package depends on Redis's client, and `node -e` can't load it. This
 * client speaks HTTP/1.1 over its own connections, with the pinned transport's limit on wire bytes. It ignores a proxy
 * that the environment names; {@link layerThrough} uses the operator's.
 */
import { Bound } from "@porthole/core"
import * as Effect from "effect/Effect"
import type * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Agent, buildConnector, type Dispatcher } from "undici"
import { EndpointClient } from "@porthole/provider-kit"
import * as ProxyConnector from "./dial/ProxyConnector.ts"
import * as WireLimit from "./dial/WireLimit.ts"

/** A dispatcher for answers of at most so many bytes, over connections that all of them share. */
type DispatcherFor = (maxBytes: number) => Dispatcher

/** Makes a dispatcher; its scope's end closes its connections. */
const makeDispatcher = (proxy: ProxyConnector.Proxy | undefined): Effect.Effect<DispatcherFor, never, Scope.Scope> =>
  Effect.gen(function* () {
    const wire = WireLimit.make()
    const direct = buildConnector({ allowH2: false })
    const connector = proxy === undefined ? direct : ProxyConnector.named(proxy, direct, yield* Effect.abortSignal)
    const connect = WireLimit.over(connector, wire)
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => Bound.start("connections to endpoints", () => new Agent({ allowH2: false, connect }))),
      (agent) => Effect.promise(() => agent.destroy()),
    )
    return (maxBytes) =>
      agent.compose((dispatch) => (options, handler) => dispatch(options, counted(handler, wire, maxBytes)))
  })

/** Sends requests with no body or one in memory, and follows no redirect. Every failure is a `TransportError`. */
export const layer: Layer.Layer<HttpClient.HttpClient> = Layer.effect(
  HttpClient.HttpClient,
  Effect.suspend(() => Effect.map(makeDispatcher(undefined), clientOver)),
)

/** The same through a proxy, but for endpoints that are private by their form ({@link ProxyConnector.named}). */
export const layerThrough = (proxy: ProxyConnector.Proxy): Layer.Layer<HttpClient.HttpClient> =>
  Layer.effect(HttpClient.HttpClient, Effect.map(makeDispatcher(proxy), clientOver))

// --- private --------------------------------------------------------------------------

const clientOver = (dispatcherFor: DispatcherFor): HttpClient.HttpClient =>
  HttpClient.make((request, { origin, pathname, search }, signal) =>
    Effect.flatMap(EndpointClient.MaxBytes, (maxBytes) =>
      Effect.tryPromise(() =>
        dispatcherFor(maxBytes).request({
          origin,
          path: pathname + search,
          method: request.method,
          headers: request.headers,
          body: bytesOf(request.body),
          signal,
          // The caller keeps the deadline.
          headersTimeout: 0,
          bodyTimeout: 0,
        }),
      ),
    ).pipe(
      Effect.flatMap((answer) => Effect.tryPromise(() => toResponse(answer))),
      Effect.mapBoth({
        onFailure: ({ cause }) => new HttpClientError({ reason: new TransportError({ request, cause }) }),
        onSuccess: (response) => HttpClientResponse.fromWeb(request, response),
      }),
    ),
  )

const bytesOf = (body: HttpBody.HttpBody): Uint8Array | null => {
  if (body._tag === "Empty") return null
  if (body._tag === "Uint8Array") return body.body
  throw new TypeError(`A body of the kind ${body._tag} can't be sent.`)
}

/** Statuses whose response has no body (Fetch standard, "null body status"). */
const nullBodyStatuses: ReadonlySet<number> = new Set([204, 205, 304])

const toResponse = ({ body, headers, statusCode }: Dispatcher.ResponseData): Promise<Response> => {
  const fields = new Headers()
  for (const [name, values = []] of Object.entries(headers)) {
    for (const value of [values].flat()) fields.append(name, value)
  }
  const bytes = Stream.fromAsyncIterable<Uint8Array<ArrayBuffer>, unknown>(body, (cause) => cause)
  const init = { status: statusCode, headers: fields }
  return nullBodyStatuses.has(statusCode)
    ? body.dump().then(() => new Response(null, init))
    : Promise.resolve(new Response(Stream.toReadableStream(bytes), init))
}

const counted = (
  handler: Dispatcher.DispatchHandler,
  wire: WireLimit.WireLimit,
  maxBytes: number,
): Dispatcher.DispatchHandler => {
  const count = wire.count(WireLimit.maxBytesFor(maxBytes))
  return {
    onRequestStart: (controller, context) => {
      count.begin()
      handler.onRequestStart?.(controller, context)
    },
    onResponseStart: (controller, status, headers, message) => {
      if (status >= 200) count.answered()
      handler.onResponseStart?.(controller, status, headers, message)
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
  }
}
