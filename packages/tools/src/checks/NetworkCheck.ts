/**
 * Checks the way to sites: a name is resolved, its addresses are judged, and one is dialled, by the same ports as a
 * fetch. For `porthole doctor`.
 *
 * The name is `example.com`, which IANA runs for such uses (RFC 2606). The site gets one request, and through a proxy a
 * second one over http, because many proxies refuse port 80.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { AddressExplanation, Hop, Network, Settings, type WebError, WebUrl } from "@porthole/core"
import * as Node from "../node/node.ts"
import * as NetworkAdvice from "./NetworkAdvice.ts"

/** The finding about the way to sites. */
export interface NetworkFinding {
  readonly part: "network"
  readonly place: "direct" | "proxy"
  readonly works: boolean
  readonly detail?: string
  /** The setting to change, in a sentence. */
  readonly advice?: string
}

/** The site that is requested. */
export const probeHost = "example.com"

/** Requests the site. */
export const examine: Effect.Effect<NetworkFinding> = Effect.gen(function* () {
  const way = yield* NetworkAdvice.way
  const place = { part: "network", place: way.hasProxy ? "proxy" : "direct" } as const
  const secure = yield* Effect.result(request("https", way))
  if (Result.isFailure(secure)) return { ...place, works: false, ...secure.failure }
  if (!way.hasProxy) return { ...place, works: true }
  const plain = yield* Effect.result(request("http", way))
  return { ...place, works: true, ...(Result.isFailure(plain) ? { detail: `Over http: ${plain.failure.detail}` } : {}) }
}).pipe(Effect.provide(Layer.merge(Node.resolver, Node.dialer)))

// --- private --------------------------------------------------------------------------

/** One request, until its head arrives. */
const request = (
  scheme: "http" | "https",
  way: NetworkAdvice.Way,
): Effect.Effect<void, NetworkAdvice.Problem, Network.Resolver | Network.Dialer> =>
  Effect.gen(function* () {
    const target = yield* Effect.orDie(
      Effect.fromResult(WebUrl.judge(`${scheme}://${probeHost}/`, { ports: [80, 443] })),
    )
    const answers = yield* Network.Resolver.use(({ resolve }) =>
      Effect.mapError(resolve(target.host), (error) => NetworkAdvice.noAnswer(error, way)),
    )
    const hops = yield* Effect.fromResult(Result.mapError(Hop.vet(target, answers), () => notPublic(answers)))
    yield* Effect.mapError(dialInTurn(hops), (error) => NetworkAdvice.noWay(error, way))
  }).pipe(
    Effect.timeoutOrElse({
      duration: "15 seconds",
      orElse: () => Effect.fail({ detail: "No answer came.", ...NetworkAdvice.wayOut(way) }),
    }),
  )

const dialInTurn = ([hop, ...others]: ReadonlyArray<Hop>): Effect.Effect<void, WebError.WebError, Network.Dialer> => {
  if (hop === undefined) return Effect.void
  const dialled = Effect.gen(function* () {
    const headers = { "user-agent": Settings.userAgent(yield* Settings.Settings) }
    yield* Effect.scoped(Network.Dialer.use(({ dial }) => dial({ hop, headers, connectTimeout })))
  })
  return others.length === 0 ? dialled : Effect.catch(dialled, () => dialInTurn(others))
}

const connectTimeout = Duration.seconds(4)

const notPublic = (answers: ReadonlyArray<string>): NetworkAdvice.Problem => {
  const fake = answers.find(AddressExplanation.isFakeIp)
  const detail =
    fake === undefined
      ? `${probeHost} has an address here that isn't public.`
      : `The name server answers with ${fake}, a fake address of a proxy on this network.`
  return { detail, advice: NetworkAdvice.useDoh }
}
