/**
 * The command over a web on loopback: `node child.ts PORT ARGUMENT…`. Every name has a public address, and the dialer
 * connects to the port instead.
 */
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import { Hop, Network, WebError } from "@porthole/core"
import { Effect, Layer, Stream } from "effect"
import { Agent, request as httpRequest } from "node:http"
import { layerProcess } from "../../../src/Output.ts"
import { run } from "../../../src/porthole.ts"
import * as Quit from "../../../src/Quit.ts"
import * as UnusedServices from "../../../src/UnusedServices.ts"

const [port, ...args] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })

const dial = ({ headers, hop }: Network.DialRequest) =>
  Effect.callback<Network.DialResponse, WebError.WebError>((resume) => {
    if (!Hop.is(hop)) return resume(Network.notAHop)
    const { host, path } = hop.target
    const unreachable = () => resume(WebError.fail({ error: "http_error", reason: "target_unreachable" }))
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

const web = Layer.merge(
  Layer.succeed(Network.Resolver, Network.Resolver.of({ resolve: () => Effect.succeed(["93.184.216.34"]) })),
  Layer.succeed(
    Network.Dialer,
    Network.Dialer.of({
      dial: (request) => Effect.acquireRelease(dial(request), () => Effect.void, { interruptible: true }),
    }),
  ),
)

run(args).pipe(
  Effect.provide(
    Layer.mergeAll(
      layerProcess({ colours: false, progress: false, pager: undefined }),
      NodePath.layer,
      NodeStdio.layer,
      NodeTerminal.layer,
      UnusedServices.layer,
      web,
    ),
  ),
  Quit.main,
)
