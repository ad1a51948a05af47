/**
 * One request to a provider under its deadline: its reply as JSON, or the kernel's error for the reply. The sentences
 * are ours: they contain no part of the provider's text, its address or the key.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import { Deadline, RetryAfter, WebError } from "@porthole/core"
import * as EndpointClient from "../endpoint/EndpointClient.ts"
import type { EndpointError, EndpointResponse } from "../endpoint/EndpointResponse.ts"
import { type Identity, urlVariable } from "./Identity.ts"
import * as Json from "./Json.ts"
import { OperatorCommands, type OperatorCommandsShape } from "./OperatorCommands.ts"

/** How to send a request. */
export interface SendOptions {
  /** Timeout of the call, if its deadline isn't sooner. */
  readonly timeout: Duration.Duration
  /** The error after the timeout. */
  readonly timeoutError: WebError.WebError
  readonly fault?: ReadFault | undefined
  /** Whether a reply is an answer whatever its status; it is then not checked for a fault. */
  readonly isAnswer?: ((reply: Reply) => boolean) | undefined
  /** Send only once, because a second try makes things worse. */
  readonly once?: boolean | undefined
}

/** Sends the request and returns a successful reply, or fails with the error for the provider's reply. */
export const send = Effect.fnUntraced(function* (
  identity: Identity,
  request: HttpClientRequest.HttpClientRequest,
  { fault, isAnswer, timeoutError, once, timeout }: SendOptions,
): Effect.fn.Return<Reply, WebError.WebError, HttpClient.HttpClient> {
  const commands = yield* OperatorCommands
  const left = Duration.millis(yield* Deadline.timeLeft(timeout))
  const response = yield* Effect.mapError(
    EndpointClient.execute(request, {
      deadline: left,
      noRetryStatuses: refusals,
      ...(once === undefined ? {} : { once }),
    }),
    (error) => ofEndpoint(identity, error, timeoutError, commands),
  )
  const reply: Reply = { ...response, json: Option.getOrUndefined(Json.parse(response.text)) }
  if (isAnswer?.(reply) === true) return reply
  const error = ofReply(identity, reply, yield* Clock.currentTimeMillis, fault)
  return error === undefined ? reply : yield* Effect.fail(error)
})

/** A reply for a mapping; `json` is `undefined` if the text isn't JSON. */
export interface Reply extends EndpointResponse {
  readonly json: unknown
}

/** A refusal. */
export interface Refused {
  readonly fault: WebError.ProviderFault
  /** Seconds until it may be over, a day at most, if the provider states them outside Retry-After. */
  readonly retry_after?: number | undefined
  /** Advice for the operator, if the default sentence isn't enough. */
  readonly message?: string
}

/** Finds the fault in a reply, even in a success; called before {@link ofStatus}. */
export type ReadFault = (reply: Reply) => WebError.ProviderFault | Refused | WebError.WebError | undefined

/** The error for an answer that never arrived completely. */
export const ofEndpoint = (
  identity: Identity,
  error: EndpointError,
  timeoutError: WebError.WebError,
  { diagnose }: OperatorCommandsShape,
): WebError.WebError => {
  switch (error.reason) {
    case "timeout":
      return WebError.make(timeoutError.wire, error)
    case "too_large":
      return unreachableError(identity, `${identity.title}'s answer is too large. Try a narrower query.`, error)
    case "malformed":
      return unreachableError(identity, `${identity.title}'s answer can't be decoded. Try again later.`, error)
    case "unreachable":
      // A recording that has no answer says so itself.
      if (error.cause instanceof WebError.WebError) return error.cause
      return unreachableError(
        identity,
        identity.url === undefined
          ? `${identity.title} at ${urlVariable(identity)} doesn't answer. ` +
              (diagnose === undefined ? "Check that it runs." : `Run \`${diagnose}\` to see why.`)
          : `${identity.title} can't be reached. Try again later.`,
        error,
      )
  }
}

/** The error of a reply; `undefined` for a success. `now` is in ms since the epoch. */
export const ofReply = (
  identity: Identity,
  reply: Reply,
  now: number,
  read: ReadFault = () => undefined,
): WebError.WebError | undefined => {
  const found = read(reply)
  if (found instanceof WebError.WebError) return ofMapping(found)
  const refusal = typeof found === "string" ? { fault: found } : (found ?? ofStatus(reply.status))
  if (refusal === undefined && reply.status >= 200 && reply.status < 300) return undefined
  const error =
    refusal === undefined
      ? unreachableError(identity, sentenceOf(identity, reply.status))
      : refusalError(identity, { ...refusal, retry_after: refusal.retry_after ?? retryAfter(reply, now) })
  const isUnreachable = refusal === undefined || refusal.fault === "unreachable"
  return isUnreachable && aboutTheRequest.has(reply.status) ? WebError.ignoredByBreaker(error) : error
}

/** An error that a mapping made of a reply: a provider that reports a site's timeout hasn't timed out itself. */
export const ofMapping = (error: WebError.WebError): WebError.WebError =>
  error.error === "timeout" ? WebError.ignoredByBreaker(error) : error

/** `<provider>_unreachable`. */
export const unreachableError = ({ name }: Identity, message: string, cause?: unknown): WebError.WebError =>
  WebError.unavailable(name, "unreachable", message, cause)

/** The error for a success that isn't an answer of this provider. */
export const unexpectedAnswerError = (identity: Identity): WebError.WebError =>
  unreachableError(
    identity,
    `The server isn't ${identity.title}. Set ${urlVariable(identity)} to the address of its API.`,
  )

/** The error of a refusal. */
export const refusalError = (identity: Identity, { fault, message, retry_after }: Refused): WebError.WebError => {
  const error = WebError.unavailable(identity.name, fault, message ?? sentences[fault](identity))
  return retry_after === undefined
    ? error
    : WebError.make({ ...error.wire, retry_after: Math.min(maxCooldown, Math.max(1, Math.ceil(retry_after))) })
}

/** The usual meaning of a status (RFC 9110 section 15; 402 and 429 by common use). */
export const ofStatus = (status: number): Refused | undefined => {
  if (status === 401 || status === 403) return { fault: "unauthorized" }
  if (status === 402) return { fault: "quota_exceeded" }
  return status === 429 ? { fault: "rate_limited" } : undefined
}

/** The seconds of a Retry-After (RFC 9110 section 10.2.3: seconds or a date), a day at most. */
export const retryAfter = ({ headers }: EndpointResponse, now: number): number | undefined => {
  const wait = RetryAfter.read(headers["retry-after"], now)
  return wait === undefined ? undefined : Math.ceil(Duration.toSeconds(wait))
}

// --- private --------------------------------------------------------------------------

/**
 * "Not now" and "too slow": the error reports how long that lasts, and the next provider of a chain needn't wait for
 * it.
 */
const refusals: ReadonlyArray<number> = [408, 429]

/**
 * The statuses with which a healthy server rejects one request: malformed, too slow or too long (RFC 9110 section 15.5,
 * RFC 6585 section 5).
 */
const aboutTheRequest: ReadonlySet<number> = new Set([400, 408, 413, 414, 422, 431])

/** In seconds. */
const maxCooldown = Duration.toSeconds(RetryAfter.maxWait)

const sentences: Record<WebError.ProviderFault, (identity: Identity) => string> = {
  not_configured: ({ title }) => `${title} isn't configured.`,
  unreachable: ({ title }) => `${title} answered with an error. Try again later.`,
  unauthorized: ({ key, title }) =>
    key === undefined ? `${title} refused the request.` : `${title} refused the key. Check ${key.variable}.`,
  quota_exceeded: ({ title }) => `The quota of the plan at ${title} is used up.`,
  rate_limited: ({ title }) => `${title} got too many requests.`,
  challenged: ({ title }) => `${title} demands a CAPTCHA. Try again later, or use another provider.`,
}

const sentenceOf = (identity: Identity, status: number): string => {
  const { title } = identity
  if (status === 400 || status === 422) return `${title} refused the request as malformed. Try a simpler query.`
  if (status === 404) return `${urlVariable(identity)} isn't the address of ${title}'s API. Correct it.`
  if (status >= 300 && status < 400) {
    const variable = urlVariable(identity)
    return `${title} redirected the request, and redirects aren't followed. Set ${variable} to the final address.`
  }
  return sentences.unreachable(identity)
}
