/** What a person sets where no way leads to a site: for `porthole doctor`, and for a fetch that failed. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import { LogText, WebError } from "@porthole/core"
import { detailOf } from "../node/FetchTrace.ts"
import { ToolSettings } from "../settings/ToolSettings.ts"

/** The settings that decide on advice. */
export interface Way {
  readonly hasProxy: boolean
  readonly isSystem: boolean
  /** The variable of the environment that names a proxy which isn't used. */
  readonly ignored: string | undefined
}

/** Why there is no way, and the setting to change. */
export interface Problem {
  readonly detail: string
  readonly advice?: string
}

/** The way of these settings. */
export const way: Effect.Effect<Way> = Effect.gen(function* () {
  const { egress_proxy, resolver } = yield* ToolSettings
  const ignored = egress_proxy === undefined ? yield* ignoredVariable : undefined
  return { hasProxy: egress_proxy !== undefined, isSystem: resolver === "system", ignored }
})

/** The sentences about a fetch that failed; none if it failed for another reason than the network. */
export const ofFailure = (error: WebError.WebError): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(way, (way) => {
    if (!networkReasons.has(error.reason)) return []
    const { advice, detail } = noWay(error, way)
    const isOfSite = error.reason === "target_unreachable" && way.ignored === undefined && !detail.includes(noRoute)
    return [
      ...(detail === error.message ? [] : withResolver(error, detail).map(asSentence).map(inVariables)),
      // A host that doesn't exist is no reason for a proxy.
      ...(advice === undefined || isOfSite ? [] : [advice]),
    ]
  })

/** What to do where no name was resolved. */
export const noAnswer = (error: WebError.WebError, way: Way): Problem =>
  error.reason === "proxy_unavailable"
    ? noWay(error, way)
    : {
        detail: withResolver(error, detailOf(error) ?? error.message)
          .map((words) => asSentence(words).replace(checkResolver, ""))
          .join(" "),
        advice: resolverAdvice(way),
      }

/** What to do where a name was resolved, and no connection made. */
export const noWay = (error: WebError.WebError, way: Way): Problem => {
  const detail = detailOf(error) ?? error.message
  switch (error.reason) {
    case "proxy_unavailable":
      return {
        detail: detail.replace(" Check egress_proxy.", ""),
        advice: "Check PORTHOLE_EGRESS_PROXY and PORTHOLE_EGRESS_PROXY_CREDENTIALS.",
      }
    case "tls_failed":
      // Node, or the message about a proxy, may have said so; and no authority mends a site's wrong certificate.
      return detail.includes(authorities) || faultsOfSites.some((code) => detail.includes(code))
        ? { detail }
        : { detail, advice: `If TLS is inspected on this network, set ${authorities} to its authority's file.` }
    default:
      return { detail, ...wayOut(way) }
  }
}

/** What to set where connections need a proxy. */
export const wayOut = (way: Way): { readonly advice?: string } => (way.hasProxy ? {} : { advice: proxyAdvice(way) })

/** What to set where the name server's answers can't be used. */
export const useDoh = "Set PORTHOLE_RESOLVER to a DNS-over-HTTPS endpoint."

// --- private --------------------------------------------------------------------------

const networkReasons: ReadonlySet<string | undefined> = new Set([
  "target_unreachable",
  "proxy_unavailable",
  "tls_failed",
])

/** The end of the message that no server of the setting answers; its cause has the system's words. */
const checkResolver = " Check resolver."

/** A detail, after the sentence that no server of `resolver` answers if there is one: then it says why. */
const withResolver = (error: WebError.WebError, detail: string): ReadonlyArray<string> => {
  const chain = WebError.chainOf(WebError.causeOf(error)).map(({ message }) => LogText.textForLog(message))
  const fault = chain.find((message) => message.endsWith(checkResolver))
  if (fault === undefined) return [detail]
  return Array.from(new Set([fault, detail === fault ? (chain.at(-1) ?? detail) : detail]))
}

const asSentence = (words: string): string => (words.endsWith(".") ? words : `${words}.`)

/** Node's code where no route leads out. */
const noRoute = "ENETUNREACH"

/** The variables in the place of the settings that our errors name. */
const inVariables = (detail: string): string =>
  detail.replace(
    /([ (])(egress_proxy_credentials|egress_proxy|resolver)([.)])/g,
    (_, before: string, name: string, after: string) => `${before}PORTHOLE_${name.toUpperCase()}${after}`,
  )

const useProxy = "If only a proxy leads to the Internet, set PORTHOLE_EGRESS_PROXY."

/** The advice about a proxy comes first if the environment names one: then there is hardly another way. */
const proxyAdvice = ({ ignored }: Way): string =>
  ignored === undefined
    ? useProxy
    : `${ignored} is set, but Porthole ignores the environment's variables for proxies: set PORTHOLE_EGRESS_PROXY to ` +
      "that proxy."

const resolverAdvice = (way: Way): string => {
  const resolver = way.isSystem ? useDoh : "Check PORTHOLE_RESOLVER."
  if (way.hasProxy) return resolver
  return (way.ignored === undefined ? [resolver, useProxy] : [proxyAdvice(way), resolver]).join(" ")
}

/** The names that programs read, in the order in which most do. Their values may hold a password: none is shown. */
const proxyVariables = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "HTTP_PROXY", "http_proxy"]

const ignoredVariable: Effect.Effect<string | undefined> = Effect.map(
  Effect.filter(proxyVariables, (name) =>
    Effect.match(Config.NonEmptyString(name), { onFailure: () => false, onSuccess: () => true }),
  ),
  ([first]) => first,
)

const authorities = "NODE_EXTRA_CA_CERTS"

/** Node's codes for a certificate of another name, and for one out of its time. */
const faultsOfSites = ["ERR_TLS_CERT_ALTNAME_INVALID", "CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]
