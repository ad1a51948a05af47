/**
 * Egress to configured endpoints: the one way in which adapters speak to the services that an
 * operator named (a SearXNG, a provider's API). Untrusted URLs never come here, they go through the
 * `Dialer`.
 *
 * It lays our policy over whichever `HttpClient` is provided: our User-Agent, no tracing headers, no
 * redirect followed (a key must not travel), a cap on the decoded body, one deadline, and at most
 * one retry for a transient failure, 408, 429 or 5xx.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Settings, userAgent } from "../domain/Settings.ts"

/** Largest decoded body of an endpoint's answer. */
export const maxResponseBytes = 4 * 1024 * 1024

/** An answer with whatever status; the body is decompressed and read as UTF-8. */
export interface EndpointResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/**
 * No answer came: no connection, a connection that broke, a body over the cap or one that can't be
 * decoded, or the deadline. For adapters to translate, never for a model.
 */
export class EndpointError extends Schema.TaggedError<EndpointError>()("EndpointError", {
  reason: Schema.Literals(["unreachable", "too_large", "malformed", "timeout"]),
  cause: Schema.optionalKey(Schema.Defect()),
}) {
  override get message(): string {
    return `The endpoint gave no answer: ${this.reason}`
  }
}

/** Sends a request, once or twice, and reads the whole answer within `deadline`. */
export const execute = Effect.fnUntraced(function* (
  request: HttpClientRequest.HttpClientRequest,
  options: { readonly deadline: Duration.Duration },
): Effect.fn.Return<EndpointResponse, EndpointError, HttpClient.HttpClient> {
  const settings = yield* Settings
  const client = yield* HttpClient.HttpClient
  const started = yield* Clock.currentTimeMillis
  const endsAt = started + Duration.toMillis(options.deadline)
  const prepared = request.pipe(
    HttpClientRequest.setHeader("user-agent", userAgent(settings)),
    HttpClientRequest.setHeader("accept-encoding", "gzip, deflate"),
  )
  const once = Effect.scoped(Effect.flatMap(toEndpointError(client.execute(prepared)), readAnswer)).pipe(
    Effect.flatMap((response) => (isTransient(response.status) ? Effect.fail(response) : Effect.succeed(response))),
  )
  return yield* once.pipe(
    Effect.retry({
      schedule: secondTry,
      while: (failure) => Effect.map(Clock.currentTimeMillis, (now) => isWorthIt(failure, endsAt - now)),
    }),
    Effect.catch((failure) => (isResponse(failure) ? Effect.succeed(failure) : Effect.fail(failure))),
    Effect.timeoutOrElse({
      duration: options.deadline,
      orElse: () => Effect.fail(new EndpointError({ reason: "timeout" })),
    }),
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
  )
})

// --- the second try -----------------------------------------------------------------------

type Failure = EndpointResponse | EndpointError

const isResponse = (failure: Failure): failure is EndpointResponse => "status" in failure

const isTransient = (status: number): boolean => status === 408 || status === 429 || status >= 500

const pause = Duration.millis(250)

const pauseBefore = (failure: Failure): Duration.Duration => {
  const after = isResponse(failure) ? failure.headers["retry-after"] : undefined
  return after !== undefined && /^\d{1,6}$/.test(after) ? Duration.seconds(Number(after)) : pause
}

const isWorthIt = (failure: Failure, millisLeft: number): boolean =>
  (isResponse(failure) || failure.reason === "unreachable") && Duration.toMillis(pauseBefore(failure)) < millisLeft

const secondTry = Schedule.recurs(1).pipe(
  Schedule.setInputType<Failure>(),
  Schedule.modifyDelay(({ input }) => Effect.succeed(pauseBefore(input))),
)

// --- reading ------------------------------------------------------------------------------

const toEndpointError = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, EndpointError, R> =>
  Effect.mapError(effect, (cause) => new EndpointError({ reason: "unreachable", cause }))

const readAnswer = Effect.fnUntraced(function* (response: HttpClientResponse) {
  const received = yield* collect(
    Stream.mapError(response.stream, (cause) => new EndpointError({ reason: "unreachable", cause })),
  )
  const bytes = yield* decompress(received, response.headers["content-encoding"])
  return {
    status: response.status,
    headers: response.headers,
    text: new TextDecoder().decode(bytes),
  } satisfies EndpointResponse
})

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
  const format = encoding === undefined ? "identity" : encoding.trim().toLowerCase()
  if (format === "identity" || format === "") return Effect.succeed(bytes)
  if (format !== "gzip" && format !== "deflate") return Effect.fail(new EndpointError({ reason: "malformed" }))
  return collect(
    Stream.fromReadableStream({
      evaluate: () => new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)),
      onError: (cause) => new EndpointError({ reason: "malformed", cause }),
    }),
  )
}
