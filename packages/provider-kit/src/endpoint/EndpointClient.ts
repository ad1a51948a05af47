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
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { Settings } from "@porthole/core"
import { isResponse, isTransient, isWorthIt, mayRepeat, secondTry, type TryOptions } from "./SecondTry.ts"
import { EndpointError, type EndpointResponse, readAnswer, unreachableError } from "./EndpointResponse.ts"

export { EndpointError, type EndpointResponse, MaxBytes, maxResponseBytes } from "./EndpointResponse.ts"

/** How to send a request. */
export interface RequestOptions extends TryOptions {
  readonly deadline: Duration.Duration
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
