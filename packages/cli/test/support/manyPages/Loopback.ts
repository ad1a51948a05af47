/** The network of a job on loopback: every name has a public address, and the dialer connects to a port instead. */
import { Hop, Network, WebError } from "@porthole/core"
import { Effect, Layer, Stream } from "effect"
import { Agent, request as httpRequest } from "node:http"

/** The ports to a web that listens on a port of loopback. */
export const layer = (port: number): Layer.Layer<Network.Resolver | Network.Dialer> =>
  Layer.merge(
    Layer.succeed(Network.Resolver, Network.Resolver.of({ resolve: () => Effect.succeed(["93.184.216.34"]) })),
    Layer.succeed(
      Network.Dialer,
      Network.Dialer.of({
        dial: (request) => Effect.acquireRelease(dial(port, request), () => Effect.void, { interruptible: true }),
      }),
    ),
  )

// --- private --------------------------------------------------------------------------

const agent = new Agent({ keepAlive: true })

const dial = (port: number, { headers, hop, sendBefore = Infinity }: Network.DialRequest) =>
  Effect.callback<Network.DialResponse, WebError.WebError>((resume) => {
    if (!Hop.is(hop)) return resume(Network.notAHop)
    const { host, path } = hop.target
    const unreachable = () => resume(WebError.fail({ error: "http_error", reason: "target_unreachable" }))
    // clock: as a lease that has ended forbids it
    if (Date.now() >= sendBefore) return unreachable()
    const request = httpRequest({ agent, port, path, headers: { ...headers, host } }, (response) => {
      const fields = Object.entries(response.headers).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value] as const] : [],
      )
      resume(
        Effect.succeed({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(fields),
          body: Stream.fromAsyncIterable<Uint8Array, WebError.WebError>(response, () =>
            WebError.make({ error: "http_error", reason: "target_unreachable" }),
          ),
        }),
      )
    })
    request.on("error", unreachable).end()
    return Effect.sync(() => void request.destroy())
  })
