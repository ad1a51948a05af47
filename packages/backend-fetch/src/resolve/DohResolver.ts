/**
 * A `Resolver` over DNS-over-HTTPS servers (RFC 8484), for networks whose own name server lies or answers nothing.
 *
 * The servers are configured endpoints, so `EndpointClient` sends the requests. Their answers are judged like the
 * system's: a server that lies can name any public address, as any name server can, and no private one. Both types of
 * addresses are requested at once, and A comes first, because an IPv4 address is reachable from most networks. A server
 * that fails, or has no answer within {@link timeoutOf}, is followed by the next one of the list.
 *
 * A {@link LookupQueue} bounds the requests at a time, and shares them between tenants.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { HostName, Network, Settings, WebError } from "@porthole/core"
import { EndpointClient } from "@porthole/provider-kit"
import * as ConnectionError from "../dial/ConnectionError.ts"
import { ProxyUnavailable } from "../dial/ProxyError.ts"
import * as DnsMessage from "./DnsMessage.ts"
import * as LookupQueue from "./LookupQueue.ts"

/** How long one server may take at least. */
export const serverTimeout = Duration.seconds(2)

/** How long one server may take: a tenth of a fetch, so that there is time for others and for the site. */
export const timeoutOf = ({ fetch_timeout }: Pick<Settings.SettingsShape, "fetch_timeout">): Duration.Duration =>
  Duration.max(serverTimeout, Duration.times(fetch_timeout, 1 / 10))

/** Maximum number of concurrent look-ups, each of two requests. */
export const maxLookups = 32

/** A server gave no DNS answer: another status than 200, or a body of another type. */
export class NoDnsAnswer extends Error {
  readonly _tag = "NoDnsAnswer"

  constructor(status: number) {
    super(`The server's answer (status ${status}) isn't application/dns-message.`)
  }
}

/** No server of the list answered; the cause is the last one's failure. */
export class NoServerAnswers extends Error {
  constructor(server: string, cause: Error) {
    super(`No DNS-over-HTTPS server answers, ${server} the last of them. Check resolver.`, { cause })
  }
}

/** Resolves by the servers of a list, in this order. */
export const layer = (servers: ReadonlyArray<string>): Layer.Layer<Network.Resolver, never, HttpClient.HttpClient> =>
  Layer.effect(
    Network.Resolver,
    Effect.gen(function* () {
      const run = Effect.runForkWith(yield* Effect.context<HttpClient.HttpClient>())
      const list: List = { servers, timeout: timeoutOf(yield* Settings.Settings) }
      return Network.Resolver.of({
        resolve: LookupQueue.make(maxLookups, (host, onAnswer) => run(lookUp(list, host)).addObserver(onAnswer)),
      })
    }),
  )

// --- private --------------------------------------------------------------------------

interface List {
  readonly servers: ReadonlyArray<string>
  readonly timeout: Duration.Duration
}

type ServerError = EndpointClient.EndpointError | DnsMessage.AnswerError | NoDnsAnswer

const lookUp = (
  list: List,
  host: string,
): Effect.Effect<LookupQueue.Addresses, WebError.WebError, HttpClient.HttpClient> => {
  const name = HostName.fromText(host)
  return name === undefined
    ? Effect.fail(WebError.unreachable())
    : Effect.filterOrFail(askInTurn(list, name), hasSome, () => WebError.unreachable())
}

const hasSome = (addresses: LookupQueue.Addresses): boolean => addresses.length > 0

const askInTurn = (
  { servers: [server = "", ...others], timeout }: List,
  name: HostName.HostName,
): Effect.Effect<LookupQueue.Addresses, WebError.WebError, HttpClient.HttpClient> =>
  Effect.catch(ask(server, name, timeout), (cause) =>
    others.length > 0 ? askInTurn({ servers: others, timeout }, name) : Effect.fail(lastError(server, cause)),
  )

const lastError = (server: string, cause: ServerError): WebError.WebError => {
  const proxyError = WebError.chainOf(cause).find((error) => error instanceof ProxyUnavailable)
  if (proxyError !== undefined) return ConnectionError.toWebError(proxyError)
  const operatorError = new NoServerAnswers(server, cause)
  return cause._tag === "EndpointError" && cause.reason === "timeout"
    ? WebError.make(LookupQueue.tooLong.wire, operatorError)
    : WebError.unreachable(operatorError)
}

/** The addresses of both types. A failure of one type counts only if the other one has no address. */
const ask = Effect.fnUntraced(function* (
  server: string,
  name: HostName.HostName,
  timeout: Duration.Duration,
): Effect.fn.Return<LookupQueue.Addresses, ServerError, HttpClient.HttpClient> {
  const answers = yield* Effect.forEach(
    DnsMessage.addressTypes,
    (type) => Effect.result(addressesOf(server, name, type, timeout)),
    { concurrency: "unbounded" },
  )
  const addresses = answers.flatMap((answer) => (Result.isSuccess(answer) ? answer.success : []))
  const failed = answers.find(Result.isFailure)
  return addresses.length > 0 || failed === undefined ? addresses : yield* Effect.fail(failed.failure)
})

const addressesOf = Effect.fnUntraced(function* (
  server: string,
  name: HostName.HostName,
  type: DnsMessage.AddressType,
  timeout: Duration.Duration,
): Effect.fn.Return<LookupQueue.Addresses, ServerError, HttpClient.HttpClient> {
  const request = HttpClientRequest.post(server, { accept: mediaType }).pipe(
    HttpClientRequest.bodyUint8Array(DnsMessage.question(name, type), mediaType),
  )
  const { bytes, headers, status } = yield* EndpointClient.execute(request, { deadline: timeout, once: true })
  const [answered = ""] = (headers["content-type"] ?? "").split(";")
  if (status !== 200 || answered.trim().toLowerCase() !== mediaType) {
    return yield* Effect.fail(new NoDnsAnswer(status))
  }
  return yield* Effect.fromResult(DnsMessage.addressesIn(bytes, name, type))
})

const mediaType = "application/dns-message"
