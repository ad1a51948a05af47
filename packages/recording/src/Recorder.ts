/** Records: the ports to the network as they are, and their answers in a file before they are given. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import { type Network, PublicAddress, Recorded, WebError } from "@porthole/core"
import * as Endpoint from "./Endpoint.ts"
import * as Exchange from "./Exchange.ts"
import type { Tape } from "./Tape.ts"
import type { Draft } from "./TapeWriter.ts"
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
        yield* tape.hold
        const target = request.hop.url
        const collector = yield* Recorded.Collector
        const vary = Exchange.varyOf(request.headers)
        const response = yield* Effect.onExit(base.dial(request), (exit) =>
          Exit.isFailure(exit) ? append(tape, undefined, [failureOf(target, vary, exit)]) : Effect.void,
        )
        const chunks: Array<Uint8Array> = []
        let ended: Exit.Exit<unknown, WebError.WebError> | undefined
        let isWhole = false
        yield* Effect.addFinalizer((closed) =>
          append(
            tape,
            collector,
            exchangeOf(request, response, Buffer.concat(chunks), { isWhole, exits: [ended, closed] }),
          ),
        )
        const body = response.body.pipe(
          Stream.tap((chunk) => Effect.sync(() => void chunks.push(chunk))),
          Stream.onEnd(Effect.sync(() => void (isWhole = true))),
          Stream.onExit((exit) => Effect.sync(() => void (ended = exit))),
        )
        return { ...response, body }
      }),
  })

/** The secrets of the requests of a search, which its hits may echo. */
export const Secrets: Context.Reference<Array<string> | undefined> = Context.Reference<Array<string> | undefined>(
  "@porthole/recording/Secrets",
  { defaultValue: () => undefined },
)

/** The client of endpoints: keys are removed from what is written ({@link Endpoint}). */
export const httpClient =
  (tape: Tape) =>
  (base: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.make((request) =>
      Effect.gen(function* () {
        yield* tape.hold
        const cleaned = Endpoint.clean(request)
        const seen = yield* Secrets
        seen?.push(...cleaned.secrets)
        const { bytes, response } = yield* Effect.onExit(readAnswer(base, request), (exit) =>
          Exit.isFailure(exit)
            ? append(tape, undefined, [
                metadata(cleaned.target, cleaned.vary, { failure: Exit.hasInterrupts(exit) ? "ended" : "unreachable" }),
              ])
            : Effect.void,
        )
        yield* append(tape, yield* Recorded.Collector, Endpoint.draftsOf(request, cleaned, response, bytes))
        const hasNoBody = [204, 205, 304].includes(response.status)
        return HttpClientResponse.fromWeb(
          request,
          new Response(hasNoBody ? null : bytes, { status: response.status, headers: response.headers }),
        )
      }).pipe(Effect.scoped),
    )

/** Writes records, and tells the call's collector whether they are in the file. */
export const append = (
  tape: Tape,
  collector: Array<Recorded.Entry> | undefined,
  drafts: ReadonlyArray<Draft>,
): Effect.Effect<void> =>
  Effect.map(tape.append(drafts), (kept) => void collector?.push({ kept, target: drafts[0]?.target ?? "" }))

/** A record of what isn't HTTP. */
export const metadata = (target: string, vary: string | undefined, content: object): Draft => ({
  type: "metadata",
  target,
  contentType: "application/json",
  block: new TextEncoder().encode(JSON.stringify(content)),
  extra: vary === undefined ? [] : [["Porthole-Vary", vary]],
})

/** A failure, or that the caller's time ended before an answer. */
export const failureOf = (target: string, vary: string, exit: Exit.Exit<unknown, WebError.WebError>): Draft =>
  metadata(target, vary, { failure: wireOf(exit) ?? "ended" })

// --- private --------------------------------------------------------------------------

const readAnswer = Effect.fnUntraced(function* (
  base: HttpClient.HttpClient,
  request: Parameters<HttpClient.HttpClient["execute"]>[0],
) {
  const response = yield* base.execute(request)
  return { response, bytes: yield* Endpoint.readBytes(response) }
})

const wireOf = (exit: Exit.Exit<unknown, unknown>): WebError.Wire | undefined => {
  const reason = Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isFailReason) : undefined
  return reason?.error instanceof WebError.WebError ? reason.error.wire : undefined
}

/** How an exchange ended: whether its body did, and how its reading and its scope were left. */
interface End {
  readonly isWhole: boolean
  readonly exits: ReadonlyArray<Exit.Exit<unknown, unknown> | undefined>
}

/**
 * What a body lacks, by WARC's names, and how a replay must end it: by its failure, by the caller's time, or by telling
 * that the recording has no more.
 */
const lackOf = ({ exits: [ended, closed] }: End): ReadonlyArray<readonly [string, string]> => {
  const failure = ended === undefined ? undefined : wireOf(ended)
  if (failure !== undefined) {
    return [
      ["WARC-Truncated", "disconnect"],
      ["Porthole-Failure", JSON.stringify(failure)],
    ]
  }
  const isCut = [ended, closed].some((exit) => exit !== undefined && Exit.hasInterrupts(exit))
  return isCut
    ? [
        ["WARC-Truncated", "time"],
        ["Porthole-Failure", "ended"],
      ]
    : [["WARC-Truncated", "length"]]
}

const exchangeOf = (
  { headers, hop }: Network.DialRequest,
  response: Network.DialResponse,
  body: Uint8Array,
  end: End,
): ReadonlyArray<Draft> => {
  const { host, path } = hop.target
  const first = `HTTP/1.1 ${response.status} `
  const isWhole = end.isWhole || response.headers["content-length"] === String(body.length)
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
        ...(isWhole ? [] : lackOf(end)),
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
