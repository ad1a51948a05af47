/**
 * Checks the way to sites: a name is resolved, its addresses are judged, and one is dialled, by the same ports as a
 * fetch. For `porthole doctor`.
 *
 * The name is `example.com`, which IANA runs for such uses (RFC 2606). The site gets one request, and through a proxy a
 * second one over http, because many proxies refuse port 80.
 */
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { AddressExplanation, Hop, Network, Settings, type WebError, WebUrl } from "@porthole/core"
import { ToolSettings } from "../settings/ToolSettings.ts"
import { detailOf } from "../node/FetchTrace.ts"
import * as Node from "../node/node.ts"

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
  const { egress_proxy, resolver } = yield* ToolSettings
  const ignored = egress_proxy === undefined ? yield* ignoredVariable : undefined
  const way: Way = { hasProxy: egress_proxy !== undefined, isSystem: resolver === "system", ignored }
  const place = { part: "network", place: way.hasProxy ? "proxy" : "direct" } as const
  const secure = yield* Effect.result(request("https", way))
  if (Result.isFailure(secure)) return { ...place, works: false, ...secure.failure }
  if (!way.hasProxy) return { ...place, works: true }
  const plain = yield* Effect.result(request("http", way))
  return { ...place, works: true, ...(Result.isFailure(plain) ? { detail: `Over http: ${plain.failure.detail}` } : {}) }
}).pipe(Effect.provide(Layer.merge(Node.resolver, Node.dialer)))

// --- private --------------------------------------------------------------------------

/** The settings that decide on advice. */
interface Way {
  readonly hasProxy: boolean
  readonly isSystem: boolean
  /** The variable of the environment that names a proxy which isn't used. */
  readonly ignored: string | undefined
}

interface Problem {
  readonly detail: string
  readonly advice?: string
}

/** One request, until its head arrives. */
const request = (scheme: "http" | "https", way: Way): Effect.Effect<void, Problem, Network.Resolver | Network.Dialer> =>
  Effect.gen(function* () {
    const target = yield* Effect.orDie(
      Effect.fromResult(WebUrl.judge(`${scheme}://${probeHost}/`, { ports: [80, 443] })),
    )
    const answers = yield* Network.Resolver.use(({ resolve }) =>
      Effect.mapError(resolve(target.host), (error) => noAnswer(error, way)),
    )
    const hops = yield* Effect.fromResult(Result.mapError(Hop.vet(target, answers), () => notPublic(answers)))
    yield* Effect.mapError(dialInTurn(hops), (error) => noWay(error, way))
  }).pipe(
    Effect.timeoutOrElse({
      duration: "15 seconds",
      orElse: () => Effect.fail({ detail: "No answer came.", ...wayOut(way) }),
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

const useDoh = "Set PORTHOLE_RESOLVER to a DNS-over-HTTPS endpoint."
const useProxy = "If only a proxy leads to the Internet, set PORTHOLE_EGRESS_PROXY."

/** The advice about a proxy comes first if the environment names one: then there is hardly another way. */
const proxyAdvice = ({ ignored }: Way): string =>
  ignored === undefined
    ? useProxy
    : `${ignored} is set, but Porthole ignores the environment's variables for proxies: set PORTHOLE_EGRESS_PROXY to ` +
      "that proxy."

const wayOut = (way: Way): { readonly advice?: string } => (way.hasProxy ? {} : { advice: proxyAdvice(way) })

/** The names that programs read, in the order in which most do. Their values may hold a password: none is shown. */
const proxyVariables = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "HTTP_PROXY", "http_proxy"]

const ignoredVariable: Effect.Effect<string | undefined> = Effect.map(
  Effect.filter(proxyVariables, (name) =>
    Effect.match(Config.NonEmptyString(name), { onFailure: () => false, onSuccess: () => true }),
  ),
  ([first]) => first,
)

const noAnswer = (error: WebError.WebError, way: Way): Problem =>
  error.reason === "proxy_unavailable"
    ? noWay(error, way)
    : {
        detail: detailOf(error) ?? error.message,
        advice: resolverAdvice(way),
      }

const resolverAdvice = (way: Way): string => {
  const resolver = way.isSystem ? useDoh : "Check PORTHOLE_RESOLVER."
  if (way.hasProxy) return resolver
  return (way.ignored === undefined ? [resolver, useProxy] : [proxyAdvice(way), resolver]).join(" ")
}

const notPublic = (answers: ReadonlyArray<string>): Problem => {
  const fake = answers.find(AddressExplanation.isFakeIp)
  const detail =
    fake === undefined
      ? `${probeHost} has an address here that isn't public.`
      : `The name server answers with ${fake}, a fake address of a proxy on this network.`
  return { detail, advice: useDoh }
}

const authorities = "NODE_EXTRA_CA_CERTS"

const noWay = (error: WebError.WebError, way: Way): Problem => {
  const detail = detailOf(error) ?? error.message
  switch (error.reason) {
    case "proxy_unavailable":
      return {
        detail: detail.replace(" Check egress_proxy.", ""),
        advice: "Check PORTHOLE_EGRESS_PROXY and PORTHOLE_EGRESS_PROXY_CREDENTIALS.",
      }
    case "tls_failed":
      // Node, or the message about a proxy, may have said so.
      return detail.includes(authorities)
        ? { detail }
        : { detail, advice: `If TLS is inspected on this network, set ${authorities} to its authority's file.` }
    default:
      return { detail, ...wayOut(way) }
  }
}
