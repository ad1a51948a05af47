/**
 * One request to a provider under its deadline: its reply as JSON, or the error that the reply means in the kernel's
 * words. The sentences are ours alone: nothing of what the provider said, of its address or of the key goes into them.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Deadline from "../domain/Deadline.ts"
import * as WebError from "../domain/WebError.ts"
import * as EndpointClient from "../endpoint/EndpointClient.ts"
import type { EndpointError, EndpointResponse } from "../endpoint/EndpointClient.ts"
import { type Identity, urlVariable } from "./Identity.ts"
import * as Json from "./Json.ts"

/** How a request is sent. */
export interface Sending {
  /** The longest that a call may take where its deadline isn't sooner. */
  readonly timeout: Duration.Duration
  /** What a call that took longer fails with. */
  readonly late: WebError.WebError
  readonly fault?: ReadFault | undefined
  /** Whether a reply is an answer whatever its status says; nobody looks for a fault in it then. */
  readonly isAnswer?: ((reply: Reply) => boolean) | undefined
  /** Sent once only, where a second try makes things worse. */
  readonly once?: boolean | undefined
}

/** Sends the request and gives a reply of success, or fails as the provider's reply means. */
export const ask = Effect.fnUntraced(function* (
  identity: Identity,
  request: HttpClientRequest.HttpClientRequest,
  { fault, isAnswer, late, once, timeout }: Sending,
): Effect.fn.Return<Reply, WebError.WebError, HttpClient.HttpClient> {
  const started = yield* Clock.currentTimeMillis
  const endsAt = yield* Deadline.endsWithin(timeout)
  const left = Duration.millis(Math.max(1, endsAt - started))
  const response = yield* Effect.mapError(
    EndpointClient.execute(request, { deadline: left, notAfter: refusals, ...(once === undefined ? {} : { once }) }),
    (error) => ofEndpoint(identity, error, late),
  )
  const reply: Reply = { ...response, json: Option.getOrUndefined(Json.parse(response.text)) }
  if (isAnswer?.(reply) === true) return reply
  const error = ofReply(identity, reply, yield* Clock.currentTimeMillis, fault)
  return error === undefined ? reply : yield* Effect.fail(error)
})

/** An answer as a mapping looks at it; `json` is `undefined` where the text is no JSON. */
export interface Reply extends EndpointResponse {
  readonly json: unknown
}

/** A refusal. */
export interface Refused {
  readonly fault: WebError.ProviderFault
  /** In how many seconds it may be over, a day at most, where the provider says so beside its Retry-After. */
  readonly retry_after?: number | undefined
  /** What an operator can do about it, where the kit's own sentence doesn't say. */
  readonly message?: string
}

/** A fault that a reply tells, if it tells any; consulted before {@link ofStatus}, also for a success. */
export type ReadFault = (reply: Reply) => WebError.ProviderFault | Refused | WebError.WebError | undefined

/** The error for an answer that never came whole. */
export const ofEndpoint = (identity: Identity, error: EndpointError, late: WebError.WebError): WebError.WebError => {
  switch (error.reason) {
    case "timeout":
      return WebError.make(late.wire, error)
    case "too_large":
      return unreachable(identity, `${identity.title}'s answer is too large. Try a narrower query.`, error)
    case "malformed":
      return unreachable(identity, `${identity.title}'s answer can't be decoded. Try again later.`, error)
    case "unreachable":
      return unreachable(
        identity,
        identity.url === undefined
          ? `${identity.title} at ${urlVariable(identity)} doesn't answer. Run \`porthole doctor\` to see why.`
          : `${identity.title} can't be reached. Try again later.`,
        error,
      )
  }
}

/** The error of a reply; `undefined` when it is a success. `now` is in ms since the epoch. */
export const ofReply = (
  identity: Identity,
  reply: Reply,
  now: number,
  read: ReadFault = () => undefined,
): WebError.WebError | undefined => {
  const told = read(reply)
  if (told instanceof WebError.WebError) return ofMapping(told)
  const refusal = typeof told === "string" ? { fault: told } : (told ?? ofStatus(reply.status))
  if (refusal === undefined && reply.status >= 200 && reply.status < 300) return undefined
  const error =
    refusal === undefined
      ? unreachable(identity, sentenceOf(identity, reply.status))
      : refused(identity, { ...refusal, retry_after: refusal.retry_after ?? retryAfter(reply, now) })
  const isUnreachable = refusal === undefined || refusal.fault === "unreachable"
  return isUnreachable && aboutTheRequest.has(reply.status) ? WebError.ignoredByBreaker(error) : error
}

/** An error that a mapping made of a reply: who tells that a site took too long hasn't taken too long itself. */
export const ofMapping = (error: WebError.WebError): WebError.WebError =>
  error.error === "timeout" ? WebError.ignoredByBreaker(error) : error

/** `<provider>_unreachable`. */
export const unreachable = ({ name }: Identity, message: string, cause?: unknown): WebError.WebError =>
  WebError.unavailable(name, "unreachable", message, cause)

/** The error for a success that is no answer of this provider. */
export const notItself = (identity: Identity): WebError.WebError =>
  unreachable(identity, `The server isn't ${identity.title}. Set ${urlVariable(identity)} to the address of its API.`)

/** What most APIs mean by a status (RFC 9110 section 15; 402 and 429 by common use). */
export const ofStatus = (status: number): Refused | undefined => {
  if (status === 401 || status === 403) return { fault: "unauthorized" }
  if (status === 402) return { fault: "quota_exceeded" }
  return status === 429 ? { fault: "rate_limited" } : undefined
}

/** The seconds of a Retry-After (RFC 9110 section 10.2.3: seconds or a date), a day at most. */
export const retryAfter = ({ headers }: EndpointResponse, now: number): number | undefined => {
  const text = headers["retry-after"]?.trim() ?? ""
  if (/^\d{1,9}$/.test(text)) return Math.min(longestRest, Number(text))
  if (!/^[A-Za-z]{3,9}, .* GMT$/.test(text)) return undefined
  return Option.match(DateTime.make(text), {
    onNone: () => undefined,
    onSome: (date) => Math.min(longestRest, Math.max(0, Math.ceil((DateTime.toEpochMillis(date) - now) / 1_000))),
  })
}

// --- private --------------------------------------------------------------------------

/** "Not now" and "too slow": how long that lasts is told, and the next provider of a chain needn't wait for it. */
const refusals: ReadonlyArray<number> = [408, 429]

/**
 * What a server that is well says of one request: malformed, too slow or too long (RFC 9110 section 15.5, RFC 6585
 * section 5).
 */
const aboutTheRequest: ReadonlySet<number> = new Set([400, 408, 413, 414, 422, 431])

/** In seconds. */
const longestRest = 86_400

const refused = (identity: Identity, { fault, message, retry_after }: Refused): WebError.WebError => {
  const error = WebError.unavailable(identity.name, fault, message ?? sentences[fault](identity))
  return retry_after === undefined
    ? error
    : WebError.make({ ...error.wire, retry_after: Math.min(longestRest, Math.max(1, Math.ceil(retry_after))) })
}

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
  return `${title} answered with an error. Try again later.`
}
