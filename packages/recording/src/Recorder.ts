/** Records: the ports to the network as they are, and their answers in a file before they are given. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import { type Network, PublicAddress, Recorded, type WebError } from "@porthole/core"
import * as Endpoint from "./Endpoint.ts"
import * as Exchange from "./Exchange.ts"
import type { Draft, Tape } from "./Tape.ts"
import * as WarcRecord from "./WarcRecord.ts"

/** Public addresses are written; of a name that has others, only that it has. */
export const resolver =
  (tape: Tape) =>
  (base: Network.Resolver["Service"]): Network.Resolver["Service"] => ({
    resolve: (host) =>
      Effect.onExit(base.resolve(host), (exit) => {
        const target = `dns:${host}`
        if (Exit.isFailure(exit)) return append(tape, undefined, [failureOf(target, "", exit)])
        const isPublic = exit.value.every((address) => PublicAddress.PublicAddress.classify(address) !== undefined)
        return append(tape, undefined, [metadata(target, "", isPublic ? { addresses: exit.value } : { public: false })])
      }),
  })

/** Each exchange is written when it ends: its body as far as it was read. */
export const dialer =
  (tape: Tape) =>
  (base: Network.Dialer["Service"]): Network.Dialer["Service"] => ({
    ...base,
    dial: (request) =>
      Effect.gen(function* () {
        const target = request.hop.url
        const collector = yield* Recorded.Collector
        const vary = Exchange.varyOf(request.headers)
        const response = yield* Effect.onExit(base.dial(request), (exit) =>
          Exit.isFailure(exit) ? append(tape, undefined, [failureOf(target, vary, exit)]) : Effect.void,
        )
        const chunks: Array<Uint8Array> = []
        let ended: Exit.Exit<unknown, WebError.WebError> | undefined
        yield* Effect.addFinalizer(() =>
          append(tape, collector, exchangeOf(request, response, Buffer.concat(chunks), ended)),
        )
        const body = response.body.pipe(
          Stream.tap((chunk) => Effect.sync(() => void chunks.push(chunk))),
          Stream.onExit((exit) => Effect.sync(() => void (ended = exit))),
        )
        return { ...response, body }
      }),
  })

/** The client of endpoints: keys are removed from what is written ({@link Endpoint}). */
export const httpClient =
  (tape: Tape) =>
  (base: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.transformResponse(base, (sent) =>
      Effect.gen(function* () {
        const response = yield* sent
        const read = yield* Effect.exit(Endpoint.readBytes(response))
        if (Exit.isFailure(read)) return yield* Effect.failCause(read.cause)
        yield* append(tape, yield* Recorded.Collector, Endpoint.draftsOf(response.request, response, read.value))
        const hasNoBody = [204, 205, 304].includes(response.status)
        return HttpClientResponse.fromWeb(
          response.request,
          new Response(hasNoBody ? null : read.value, { status: response.status, headers: response.headers }),
        )
      }),
    )

// --- private --------------------------------------------------------------------------

const append = (
  tape: Tape,
  collector: Array<Recorded.Entry> | undefined,
  drafts: ReadonlyArray<Draft>,
): Effect.Effect<void> =>
  Effect.map(tape.append(drafts), (recorded) => {
    if (recorded !== undefined) collector?.push({ ...recorded, target: drafts[0]?.target ?? "" })
  })

const metadata = (target: string, vary: string, content: object): Draft => ({
  type: "metadata",
  target,
  contentType: "application/json",
  block: new TextEncoder().encode(JSON.stringify(content)),
  extra: [["Porthole-Vary", vary]],
})

/** A failure, or that the caller's time ended before an answer. */
const failureOf = (target: string, vary: string, exit: Exit.Exit<unknown, WebError.WebError>): Draft =>
  metadata(target, vary, { failure: wireOf(exit) ?? "ended" })

const wireOf = (exit: Exit.Exit<unknown, WebError.WebError>): WebError.Wire | undefined => {
  const reason = Exit.isFailure(exit) ? exit.cause.reasons.find((each) => each._tag === "Fail") : undefined
  return reason?._tag === "Fail" ? reason.error.wire : undefined
}

const exchangeOf = (
  { headers, hop }: Network.DialRequest,
  response: Network.DialResponse,
  body: Uint8Array,
  ended: Exit.Exit<unknown, WebError.WebError> | undefined,
): ReadonlyArray<Draft> => {
  const { host, path } = hop.target
  const isWhole = ended !== undefined && Exit.isSuccess(ended)
  const failure = ended === undefined ? undefined : wireOf(ended)
  const first = `HTTP/1.1 ${response.status} `
  return [
    {
      type: "response",
      target: hop.url,
      contentType: "application/http; msgtype=response",
      block: WarcRecord.httpBytes(first, Exchange.kept(response.headers, Exchange.responseHeaders), body),
      payload: body,
      extra: [
        ["WARC-IP-Address", hop.address.value],
        ["Porthole-Vary", Exchange.varyOf(headers)],
        ...(isWhole ? [] : [["WARC-Truncated", failure === undefined ? "length" : "disconnect"] as const]),
        ...(failure === undefined ? [] : [["Porthole-Failure", JSON.stringify(failure)] as const]),
        ...(response.setCookies === undefined
          ? []
          : [["Porthole-Cookies", String(response.setCookies.length)] as const]),
      ],
    },
    {
      type: "request",
      target: hop.url,
      contentType: "application/http; msgtype=request",
      block: WarcRecord.httpBytes(
        `GET ${path} HTTP/1.1`,
        [["host", host], ...Exchange.kept(headers, Exchange.requestHeaders)],
        new Uint8Array(),
      ),
    },
  ]
}
