/** One request to a provider under its deadline, and its reply as JSON or the error that it means. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Deadline from "../domain/Deadline.ts"
import type * as WebError from "../domain/WebError.ts"
import * as EndpointClient from "../endpoint/EndpointClient.ts"
import * as Fault from "./Fault.ts"
import type { Identity } from "./Identity.ts"
import * as Json from "./Json.ts"

/** How a request is sent. */
export interface Sending {
  /** The longest that a call may take where its deadline isn't sooner. */
  readonly timeout: Duration.Duration
  /** What a call that took longer fails with. */
  readonly late: WebError.WebError
  readonly fault?: Fault.ReadFault | undefined
  /** Whether a reply is an answer whatever its status says; nobody looks for a fault in it then. */
  readonly isAnswer?: ((reply: Fault.Reply) => boolean) | undefined
  /** Sent once only, where a second try makes things worse. */
  readonly once?: boolean | undefined
}

/** Sends the request and gives a reply of success, or fails as the provider's reply means. */
export const ask = Effect.fnUntraced(function* (
  identity: Identity,
  request: HttpClientRequest.HttpClientRequest,
  { fault, isAnswer, late, once, timeout }: Sending,
): Effect.fn.Return<Fault.Reply, WebError.WebError, HttpClient.HttpClient> {
  const started = yield* Clock.currentTimeMillis
  const endsAt = yield* Deadline.endsWithin(timeout)
  const left = Duration.millis(Math.max(1, endsAt - started))
  const response = yield* Effect.mapError(
    EndpointClient.execute(request, { deadline: left, notAfter: refusals, ...(once === undefined ? {} : { once }) }),
    (error) => Fault.ofEndpoint(identity, error, late),
  )
  const reply: Fault.Reply = { ...response, json: Option.getOrUndefined(Json.parse(response.text)) }
  if (isAnswer?.(reply) === true) return reply
  const error = Fault.ofReply(identity, reply, yield* Clock.currentTimeMillis, fault)
  return error === undefined ? reply : yield* Effect.fail(error)
})

// --- private --------------------------------------------------------------------------

/** "Not now" and "too slow": how long that lasts is told, and the next provider of a chain needn't wait for it. */
const refusals: ReadonlyArray<number> = [408, 429]
