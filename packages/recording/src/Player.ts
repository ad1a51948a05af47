/**
 * Replays: answers from the recording, and opens no socket unless a request that isn't recorded may go to the network.
 * The policy has judged each request before, and judges the addresses and redirects of the recording as it would those
 * of the network.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Deadline, Hop, Network, Recorded, WebError } from "@porthole/core"
import * as Endpoint from "./Endpoint.ts"
import * as Exchange from "./Exchange.ts"
import type { Tape } from "./Tape.ts"
import { addressKey, foreignKey, type Found } from "./TapeIndex.ts"
import * as WarcRecord from "./WarcRecord.ts"

/**
 * The recorded addresses; a host of another maker's file has a public one that nobody dials. Without `live`, any other
 * host has it, too, so that the miss is reported by its URL.
 */
export const resolver = (tape: Tape, live?: Network.Resolver["Service"]): Network.Resolver["Service"] => ({
  resolve: (host) =>
    Effect.flatMap(find(tape, addressKey(host)), (found) => {
      if (found === undefined) return live === undefined ? Effect.succeed([standIn]) : resolveLive(tape, live, host)
      const content = contentOf(found)
      if (content.failure !== undefined) return Effect.fail(content.failure)
      return Effect.succeed(content.addresses ?? ["0.0.0.0"])
    }),
})

/** The recorded responses. Without `live`, a robots.txt that wasn't asked for is one that doesn't exist. */
export const dialer = (tape: Tape, live?: Network.Dialer["Service"]): Network.Dialer["Service"] => ({
  ...live,
  dial: (request) => {
    const { headers, hop } = request
    if (!Hop.is(hop)) return Network.notAHop
    const url = URL.parse(hop.url)
    if (url !== null) url.hash = ""
    const keys = [Exchange.keyOf(hop.url, Exchange.varyOf(headers)), foreignKey(url?.href ?? hop.url)]
    return Effect.flatMap(find(tape, ...keys), (found) => {
      if (found !== undefined) return responseOf(found)
      if (live !== undefined) return live.dial(request)
      return hop.target.path === "/robots.txt"
        ? Effect.succeed({ status: 404, headers: {}, body: Stream.empty })
        : Effect.fail(notRecorded(`The recording has no answer of ${hop.target.host} to this request.`))
    })
  },
})

/** The recorded answers of endpoints. */
export const httpClient = (tape: Tape, live?: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.make((request) => {
    const { target, vary } = Endpoint.clean(request)
    return find(tape, Exchange.keyOf(target, vary)).pipe(
      Effect.mapError((cause) => transportError(request, cause)),
      Effect.flatMap((found) => {
        if (found !== undefined) return answerOf(request, found)
        return live === undefined
          ? Effect.fail(transportError(request, notRecorded(noAnswer, "web_search_unavailable")))
          : live.execute(request)
      }),
    )
  })

/** The next exchange of a request; the call's collector hears of it. */
export const find = (tape: Tape, ...keys: ReadonlyArray<string>): Effect.Effect<Found | undefined, WebError.WebError> =>
  Effect.flatMap(Recorded.Collector, (collector) =>
    Effect.mapBoth(tape.next(...keys), {
      onFailure: ({ message }) => notRecorded(message),
      onSuccess: (found) => {
        if (found !== undefined) collector?.push({ kept: found.kept, target: keys[0]?.split("\n", 1)[0] ?? "" })
        return found
      },
    }),
  )

/** The failure of a request that has no recorded answer. */
export const notRecorded = (
  message: string,
  error: "compression_failed" | "http_error" | "web_search_unavailable" = "http_error",
) => WebError.make({ error, reason: "not_recorded", message })

/** How a failure is written: its error, or the end of the caller's time, or that an endpoint gave no answer. */
export const Failure = Schema.Union([WebError.Wire, Schema.Literals(["ended", "unreachable"])])

/** A recorded failure. One of an endpoint has no words of its own: its provider's name makes them. */
export const errorOf = (failure: typeof Failure.Type): WebError.WebError => {
  if (failure === "ended") return Deadline.pageTimeoutError
  return failure === "unreachable" ? WebError.unreachable() : WebError.make(failure)
}

// --- private --------------------------------------------------------------------------

/** A public address that no answer of a recording needs. */
const standIn = "2000::1"

const noAnswer = "The recording has no answer to this request."

/** The addresses of the network; for a host whose pages are in another maker's file, none are needed. */
const resolveLive = (tape: Tape, live: Network.Resolver["Service"], host: string) =>
  Effect.catch(live.resolve(host), (error) =>
    Effect.flatMap(
      Effect.orElseSucceed(tape.contents, () => undefined),
      (contents) => (contents?.hasForeign(host) === true ? Effect.succeed([standIn]) : Effect.fail(error)),
    ),
  )

const Content = Schema.fromJsonString(
  Schema.Struct({
    addresses: Schema.optionalKey(Schema.Array(Schema.String)),
    failure: Schema.optionalKey(Failure),
  }),
)
const decodeContent = Schema.decodeUnknownOption(Content)
const decodeFailure = Schema.decodeUnknownOption(
  Schema.Union([Schema.Literal("ended"), Schema.fromJsonString(WebError.Wire)]),
)

/** What a metadata record says; one that can't be read says nothing, and then no address is public. */
const contentOf = ({ record }: Found) => {
  const { addresses, failure } = Option.getOrElse(
    decodeContent(new TextDecoder().decode(record.block)),
    (): typeof Content.Type => ({}),
  )
  return { addresses, failure: failure === undefined ? undefined : errorOf(failure) }
}

const isMetadata = ({ record }: Found): boolean => WarcRecord.fieldOf(record, "WARC-Type") === "metadata"

const responseOf = (found: Found): Effect.Effect<Network.DialResponse, WebError.WebError> => {
  const { record } = found
  if (isMetadata(found)) return Effect.fail(contentOf(found).failure ?? damaged)
  const http = WarcRecord.httpOf(record.block)
  const status = /^HTTP\/\d(?:\.\d)? ([2-5]\d\d)\b/.exec(http?.first ?? "")?.[1]
  if (http === undefined || status === undefined) return Effect.fail(damaged)
  const headers: Record<string, string> = {}
  for (const [name, value] of http.fields) {
    const key = name.toLowerCase()
    if (Exchange.responseHeaders.has(key)) headers[key] = key in headers ? `${headers[key]}, ${value}` : value
  }
  const body = Exchange.isChunked(http.fields) ? Exchange.dechunked(http.body) : http.body
  if (body === undefined) return Effect.fail(damaged)
  const bytes = body.length === 0 ? Stream.empty : Stream.succeed(body)
  const end = endOf(record)
  const cookies = Number(WarcRecord.fieldOf(record, "Porthole-Cookies") ?? "0")
  return Effect.succeed({
    status: Number(status),
    headers,
    ...(cookies > 0 ? { setCookies: [`recorded=${found.kept.id.replaceAll(/[^0-9a-f]/g, "")}`] } : {}),
    body: end === undefined ? bytes : Stream.concat(bytes, Stream.fail(end)),
  })
}

/** What follows the bytes of a body that isn't whole: its failure, or that the file doesn't have more. */
const endOf = (record: WarcRecord.WarcRecord): WebError.WebError | undefined => {
  const failure = decodeFailure(WarcRecord.fieldOf(record, "Porthole-Failure"))
  if (Option.isSome(failure)) return errorOf(failure.value)
  return WarcRecord.fieldOf(record, "WARC-Truncated") === undefined
    ? undefined
    : notRecorded("The recording has only the beginning of this answer.")
}

const damaged = notRecorded("The recording's answer to this request can't be read.")

/** The answer of an endpoint. Its failure is told by the cause: a timeout, or no answer. */
const answerOf = (request: HttpClientRequest.HttpClientRequest, found: Found) => {
  const { failure } = isMetadata(found) ? contentOf(found) : { failure: undefined }
  if (failure !== undefined) return Effect.fail(transportError(request, failure.error === "timeout" ? failure : "none"))
  return responseOf(found).pipe(
    Effect.flatMap((response) =>
      Effect.flatMap(Stream.runCollect(response.body), (chunks) =>
        // A file may hold fields that are none of HTTP.
        Effect.try({ try: () => webResponse(request, response, chunks), catch: () => damaged }),
      ),
    ),
    Effect.mapError((cause) => transportError(request, cause)),
  )
}

const transportError = (request: HttpClientRequest.HttpClientRequest, cause: unknown): HttpClientError =>
  new HttpClientError({ reason: new TransportError({ request, cause }) })

const webResponse = (
  request: HttpClientRequest.HttpClientRequest,
  { headers, status }: Network.DialResponse,
  chunks: ReadonlyArray<Uint8Array>,
): HttpClientResponse.HttpClientResponse =>
  HttpClientResponse.fromWeb(
    request,
    new Response([204, 205, 304].includes(status) ? null : Buffer.concat(chunks), {
      status,
      headers: Object.entries(headers).filter((entry) => Predicate.isString(entry[1])),
    }),
  )
