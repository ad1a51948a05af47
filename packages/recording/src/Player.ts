/**
 * Replays: answers from the recording, and opens no socket. The policy has judged each request before, and judges the
 * addresses and redirects of the recording as it would those of the network.
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
import { addressKey, foreignKey, type Found, type Tape } from "./Tape.ts"
import * as WarcRecord from "./WarcRecord.ts"

/** The recorded addresses; a host of another maker's file has a public one that nobody dials. */
export const resolver = (tape: Tape): Network.Resolver["Service"] => ({
  resolve: (host) =>
    Effect.flatMap(find(tape, addressKey(host)), (found) => {
      if (found === undefined) return Effect.succeed([standIn])
      const content = contentOf(found)
      if (content.failure !== undefined) return Effect.fail(content.failure)
      return Effect.succeed(content.addresses ?? ["0.0.0.0"])
    }),
})

/** The recorded responses. A robots.txt that wasn't asked for is one that doesn't exist. */
export const dialer = (tape: Tape): Network.Dialer["Service"] => ({
  dial: ({ headers, hop }) => {
    if (!Hop.is(hop)) return Network.notAHop
    const url = URL.parse(hop.url)
    if (url !== null) url.hash = ""
    const keys = [Exchange.keyOf(hop.url, Exchange.varyOf(headers)), foreignKey(url?.href ?? hop.url)]
    return Effect.flatMap(find(tape, ...keys), (found) => {
      if (found !== undefined) return responseOf(found)
      return hop.target.path === "/robots.txt"
        ? Effect.succeed({ status: 404, headers: {}, body: Stream.empty })
        : Effect.fail(notRecorded(`The recording has no answer of ${hop.target.host} to this request.`))
    })
  },
})

/** The recorded answers of endpoints. */
export const httpClient = (tape: Tape): HttpClient.HttpClient =>
  HttpClient.make((request) => {
    const { target, vary } = Endpoint.clean(request)
    return find(tape, Exchange.keyOf(target, vary)).pipe(
      Effect.flatMap((found) =>
        found === undefined
          ? Effect.fail(notRecorded("The recording has no answer to this request.", "web_search_unavailable"))
          : responseOf(found),
      ),
      Effect.flatMap((response) =>
        Effect.map(Stream.runCollect(response.body), (chunks) => webResponse(request, response, Array.from(chunks))),
      ),
      Effect.mapError((cause) => new HttpClientError({ reason: new TransportError({ request, cause }) })),
    )
  })

// --- private --------------------------------------------------------------------------

/** A public address that no answer of a recording needs. */
const standIn = "2000::1"

const notRecorded = (message: string, error: "http_error" | "web_search_unavailable" = "http_error") =>
  WebError.make({ error, reason: "not_recorded", message })

const find = (tape: Tape, ...keys: ReadonlyArray<string>): Effect.Effect<Found | undefined, WebError.WebError> =>
  Effect.flatMap(Recorded.Collector, (collector) =>
    Effect.mapBoth(tape.next(...keys), {
      onFailure: ({ message }) => notRecorded(message),
      onSuccess: (found) => {
        if (found !== undefined) collector?.push({ ...found, target: keys[0]?.split("\n", 1)[0] ?? "" })
        return found
      },
    }),
  )

const Content = Schema.fromJsonString(
  Schema.Struct({
    addresses: Schema.optionalKey(Schema.Array(Schema.String)),
    failure: Schema.optionalKey(Schema.Union([WebError.Wire, Schema.Literal("ended")])),
  }),
)
const decodeContent = Schema.decodeUnknownOption(Content)
const decodeWire = Schema.decodeUnknownOption(Schema.fromJsonString(WebError.Wire))

/** What a metadata record says; one that can't be read says nothing, and then no address is public. */
const contentOf = ({ record }: Found) => {
  const { addresses, failure } = Option.getOrElse(
    decodeContent(new TextDecoder().decode(record.block)),
    (): typeof Content.Type => ({}),
  )
  const error =
    failure === undefined ? undefined : failure === "ended" ? Deadline.pageTimeoutError : WebError.make(failure)
  return { addresses, failure: error }
}

const responseOf = (found: Found): Effect.Effect<Network.DialResponse, WebError.WebError> => {
  const { record } = found
  if (WarcRecord.fieldOf(record, "WARC-Type") === "metadata") return Effect.fail(contentOf(found).failure ?? damaged)
  const http = WarcRecord.httpOf(record.block)
  const status = /^HTTP\/\d(?:\.\d)? ([2-5]\d\d)\b/.exec(http?.first ?? "")?.[1]
  if (http === undefined || status === undefined) return Effect.fail(damaged)
  const headers: Record<string, string> = {}
  for (const [name, value] of http.fields) {
    const key = name.toLowerCase()
    if (Exchange.responseHeaders.has(key)) headers[key] = key in headers ? `${headers[key]}, ${value}` : value
  }
  const isChunked = http.fields.some(([name, value]) => /^transfer-encoding$/i.test(name) && /chunked/i.test(value))
  const body = isChunked ? Exchange.dechunked(http.body) : http.body
  if (body === undefined) return Effect.fail(damaged)
  const failure = decodeWire(WarcRecord.fieldOf(record, "Porthole-Failure"))
  const bytes = body.length === 0 ? Stream.empty : Stream.succeed(body)
  const cookies = Number(WarcRecord.fieldOf(record, "Porthole-Cookies") ?? "0")
  return Effect.succeed({
    status: Number(status),
    headers,
    ...(cookies > 0 ? { setCookies: [`recorded=${found.id.replaceAll(/[^0-9a-f]/g, "")}`] } : {}),
    body: Option.isSome(failure) ? Stream.concat(bytes, Stream.fail(WebError.make(failure.value))) : bytes,
  })
}

const damaged = notRecorded("The recording's answer to this request can't be read.")

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
