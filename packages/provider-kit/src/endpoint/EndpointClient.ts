/**
 * Requests to configured endpoints: the only way in which adapters call services that an operator named (a SearXNG, a
 * provider's API). Untrusted URLs never come here; they go through the `Dialer`.
 *
 * It adds our policy to the provided `HttpClient`: our User-Agent, no tracing headers, no redirects (a key must not
 * travel), a cap on the decoded body, one deadline, and at most one retry for a transient failure, 408, 429 or 5xx.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { RetryAfter, Settings } from "@porthole/core"

/** Maximum decoded body of an endpoint's answer. */
export const maxResponseBytes = 4 * 1024 * 1024

/** An answer with any status; the body is decompressed and decoded as UTF-8. */
export interface EndpointResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/**
 * No answer came: no connection, a broken connection, a body that is too large or can't be decoded, or the deadline.
 * Adapters translate it; a model never sees it.
 */
export class EndpointError extends Schema.TaggedError<EndpointError>()("EndpointError", {
  reason: Schema.Literals(["unreachable", "too_large", "malformed", "timeout"]),
  cause: Schema.optionalKey(Schema.Defect()),
}) {
  override get message(): string {
    return `The endpoint gave no answer: ${this.reason}`
  }
}

/** How to send a request. */
export interface RequestOptions {
  readonly deadline: Duration.Duration
  /** Send only once, because a second try makes things worse. */
  readonly once?: boolean
  /** Statuses after which the request isn't repeated, so that the caller can try another server at once. */
  readonly noRetryStatuses?: ReadonlyArray<number>
}

/** Sends a request, once or twice, and reads the whole answer within the deadline. */
export const execute = Effect.fnUntraced(function* (
  request: HttpClientRequest.HttpClientRequest,
  options: RequestOptions,
): Effect.fn.Return<EndpointResponse, EndpointError, HttpClient.HttpClient> {
  const settings = yield* Settings.Settings
  const client = yield* HttpClient.HttpClient
  const started = yield* Clock.currentTimeMillis
  const endsAt = started + Duration.toMillis(options.deadline)
  const prepared = request.pipe(
    HttpClientRequest.setHeader("user-agent", Settings.userAgent(settings)),
    HttpClientRequest.setHeader("accept-encoding", "gzip, deflate"),
  )
  const once = Effect.scoped(
    Effect.flatMap(Effect.mapError(client.execute(prepared), unreachableError), readAnswer),
  ).pipe(
    Effect.flatMap((response) => (isTransient(response.status) ? Effect.fail(response) : Effect.succeed(response))),
  )
  return yield* once.pipe(
    Effect.retry({
      schedule: secondTry,
      while: (failure) =>
        Effect.map(Clock.currentTimeMillis, (now) => mayRepeat(failure, options) && isWorthIt(failure, now, endsAt)),
    }),
    Effect.catch((failure) => (isResponse(failure) ? Effect.succeed(failure) : Effect.fail(failure))),
    Effect.timeoutOrElse({
      duration: options.deadline,
      orElse: () => Effect.fail(new EndpointError({ reason: "timeout" })),
    }),
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
  )
})

// --- the second try -----------------------------------------------------------------------

type Failure = EndpointResponse | EndpointError

const isResponse = (failure: Failure): failure is EndpointResponse => "status" in failure

const isTransient = (status: number): boolean => status === 408 || status === 429 || (status >= 500 && status < 600)

const pause = Duration.millis(250)

/** The pause that the server demands by Retry-After, else {@link pause}. */
const pauseBefore = (failure: Failure, now: number): Duration.Duration =>
  (isResponse(failure) ? RetryAfter.read(failure.headers["retry-after"], now) : undefined) ?? pause

const mayRepeat = (failure: Failure, { noRetryStatuses = [], once = false }: RequestOptions): boolean =>
  !once && !(isResponse(failure) && noRetryStatuses.includes(failure.status))

const isWorthIt = (failure: Failure, now: number, endsAt: number): boolean =>
  (isResponse(failure) || failure.reason === "unreachable") &&
  Duration.toMillis(pauseBefore(failure, now)) < endsAt - now

const secondTry = Schedule.recurs(1).pipe(
  Schedule.setInputType<Failure>(),
  Schedule.modifyDelay(({ input }) => Effect.map(Clock.currentTimeMillis, (now) => pauseBefore(input, now))),
)

// --- reading ------------------------------------------------------------------------------

/** The cause without the request, whose headers may contain a key. */
const unreachableError = (error: HttpClientError): EndpointError =>
  new EndpointError({ reason: "unreachable", cause: "cause" in error.reason ? error.reason.cause : error.reason._tag })

const readAnswer = Effect.fnUntraced(function* (response: HttpClientResponse) {
  const received = yield* collect(Stream.catch(response.stream, orNothing))
  const bytes = yield* decompress(received, response.headers["content-encoding"])
  return {
    status: response.status,
    headers: response.headers,
    text: new TextDecoder().decode(bytes),
  } satisfies EndpointResponse
})

/** A web client reports an answer without a body (204, most redirects) as an error. */
const orNothing = (error: HttpClientError): Stream.Stream<never, EndpointError> =>
  Predicate.isTagged(error.reason, "EmptyBodyError") ? Stream.empty : Stream.fail(unreachableError(error))

const collect = <E>(stream: Stream.Stream<Uint8Array, E>): Effect.Effect<Uint8Array<ArrayBuffer>, E | EndpointError> =>
  Effect.map(
    Stream.runFoldEffect(
      stream,
      () => ({ chunks: new Array<Uint8Array>(), size: 0 }),
      (state, chunk) => {
        const size = state.size + chunk.length
        state.chunks.push(chunk)
        return size > maxResponseBytes
          ? Effect.fail(new EndpointError({ reason: "too_large" }))
          : Effect.succeed({ chunks: state.chunks, size })
      },
    ),
    ({ chunks, size }) => {
      const all = new Uint8Array(size)
      let at = 0
      for (const chunk of chunks) {
        all.set(chunk, at)
        at += chunk.length
      }
      return all
    },
  )

const decompress = (
  bytes: Uint8Array<ArrayBuffer>,
  encoding: string | undefined,
): Effect.Effect<Uint8Array, EndpointError> => {
  const name = encoding === undefined ? "" : encoding.trim().toLowerCase()
  if (name === "" || name === "identity") return Effect.succeed(bytes)
  const format = name === "x-gzip" ? "gzip" : name
  if (format !== "gzip" && format !== "deflate") return Effect.fail(new EndpointError({ reason: "malformed" }))
  // `fetch` decompresses on its own and keeps the header, and a body may be empty whatever its header says.
  if (!isCompressed[format](bytes)) return Effect.succeed(bytes)
  return collect(
    Stream.fromReadableStream({
      evaluate: () => new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)),
      onError: (cause) => new EndpointError({ reason: "malformed", cause }),
    }),
  )
}

/** The magic numbers of RFC 1952 (2.3.1) and RFC 1950 (2.2). */
const isCompressed: Record<"gzip" | "deflate", (bytes: Uint8Array) => boolean> = {
  gzip: ([first, second]) => first === 0x1f && second === 0x8b,
  deflate: ([first = 0, second = 0]) => (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0,
}
