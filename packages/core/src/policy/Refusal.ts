/**
 * A policy's refusal, for the operator: the rule, its source, and the URL, host and addresses in question.
 *
 * It is the cause of the {@link WebError}, which no model sees; {@link of} reads it. It is only made when something is
 * refused. {@link observe} logs it at debug level, and counts it by reason. Each use-case that takes a URL applies
 * {@link observe} once, so that every front end reports a refusal once.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { Conversation } from "../domain/Conversation.ts"
import { causeOf, type WebError } from "../domain/WebError.ts"

/** The rules: a closed list; releases add rules and rename none. */
export const rules = [
  "shape",
  "length",
  "scheme",
  "credentials",
  "control_character",
  "host",
  "literal",
  "name",
  "domain",
  "site",
  "unseen",
  "port",
  "address",
  "downgrade",
  "loop",
  "redirect_limit",
  "redirect_refused",
] as const
export type Rule = (typeof rules)[number]

/** The refused input. `url`, `host` and addresses may be as the model, a site or a name server wrote them. */
export interface RefusedInput {
  readonly rule: Rule
  /** The document, registry entry or setting behind the rule, as text. */
  readonly source: string
  readonly url: string
  /** The host as the policy read it, without brackets; absent if the URL has no readable host. */
  readonly host?: string
  /** The refused address. */
  readonly address?: string
  /** Every address of the host's name, including the refused one. */
  readonly answers?: ReadonlyArray<string>
  /** The URL that redirected here; absent for the caller's own URL. */
  readonly from?: string
}

/** A {@link RefusedInput} made safe for a log: no credentials, no control characters, bounded length. */
export class Refusal implements RefusedInput {
  readonly rule: Rule
  readonly source: string
  readonly url: string
  declare readonly host?: string
  declare readonly address?: string
  declare readonly answers?: ReadonlyArray<string>
  declare readonly from?: string

  constructor(input: RefusedInput) {
    this.rule = input.rule
    this.source = input.source
    this.url = urlForLog(input.url)
    if (input.host !== undefined) this.host = textForLog(input.host)
    if (input.address !== undefined) this.address = textForLog(input.address)
    if (input.answers !== undefined) this.answers = input.answers.slice(0, maxAnswers).map(textForLog)
    if (input.from !== undefined) this.from = urlForLog(input.from)
    Object.freeze(this)
  }

  /** The same refusal on a later hop, to which `from` redirected. */
  cameFrom(from: string): Refusal {
    return new Refusal({ ...this, from })
  }
}

/** The refusal behind an error; `undefined` if none of our policies made it. */
export const of = (error: WebError): Refusal | undefined => {
  const cause = causeOf(error)
  return cause instanceof Refusal ? cause : undefined
}

/**
 * Whether an error reports that a policy, or the limit of redirects, blocked a URL; other backends may also report it.
 */
export const isRefusal = (error: WebError): boolean =>
  error.error === "blocked_url" || error.error === "unsupported_scheme" || error.reason === "too_many_redirects"

/**
 * The number of refused URLs; the attribute `reason` is the error's reason, or `unsupported_scheme`, which has none. It
 * counts at every log level.
 */
export const refusals: Metric.Counter<number> = Metric.counter("porthole_refusals", {
  description: "URLs refused by the policy, by reason",
  incremental: true,
})

/** Logs and counts an effect's refusal, if it fails with one; the failure itself stays unchanged. */
export const observe = <A, R>(effect: Effect.Effect<A, WebError, R>): Effect.Effect<A, WebError, R> =>
  Effect.tapError(effect, (error) => (isRefusal(error) ? report(error) : Effect.void))

/**
 * A foreign text made safe for a log: characters that could steer a terminal or reorder a line become U+FFFD, and after
 * 2,048 characters it ends in an ellipsis.
 */
export const textForLog = (text: string): string => {
  const printable = text.replace(unprintable, "\ufffd")
  return printable.length > maxLength ? `${printable.slice(0, maxLength)}…` : printable
}

/**
 * A URL, or an attempt at one, made safe for a log: {@link textForLog} of it without credentials. Credentials of a URL
 * inside another are also removed, generously: an `@` after the host, also as `%40`, removes everything between the
 * host and itself, replaced by `/…@`. A text without an `@` stays unchanged.
 */
export const urlForLog = (url: string): string =>
  // Cut last: a cut before the `@` would leave half a password.
  textForLog(withoutCredentials(url))

// --- private --------------------------------------------------------------------------

/** The log event's message; its details are annotations. */
const eventMessage = "A URL was refused."

const report = Effect.fnUntraced(function* (error: WebError) {
  yield* Metric.update(Metric.withAttributes(refusals, { reason: error.reason ?? error.error }), 1)
  const { id, tenant } = yield* Conversation
  const refusal = of(error)
  const cause = causeOf(error)
  // Another backend may have left a cause of another kind.
  const event =
    refusal === undefined && cause !== undefined ? Effect.logDebug(eventMessage, cause) : Effect.logDebug(eventMessage)
  yield* Effect.annotateLogs(event, {
    error: error.error,
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    ...refusal,
    conversation: id,
    tenant,
  })
})

const maxLength = 2_048
const maxAnswers = 256

// oxlint-disable-next-line no-control-regex -- the pattern removes control characters
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** An `@`, possibly encoded more than once in a URL inside another. */
const at = /@|%(?:25)*40/

const afterLastAt = (text: string): string => text.split(at).at(-1) ?? ""

/** Patterns are anchored or match in only one way, so that their work is linear in any input. */
const withoutCredentials = (text: string): string => {
  const bare = withoutDropped(text)
  if (!at.test(bare)) return text
  const url = afterLastAt(authority.exec(bare)?.[1] ?? "").length > maxHostLength ? null : URL.parse(bare)
  // Without a readable host it is unknown how far a password reaches.
  return url === null || url.host === ""
    ? `${schemeAndSlashes.exec(bare)?.[0] ?? ""}${afterLastAt(bare)}`
    : `${url.protocol}//${afterLastAt(url.host)}${pathWithoutCredentials(url.pathname + url.search + url.hash)}`
}

/**
 * A parser's work on a host outside ASCII grows with the square of its length. A name has at most 253 characters (RFC
 * 1035 section 2.3.4), or four times that with escapes.
 */
const maxHostLength = 1_024
const authority = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i

/** Without characters that the WHATWG parser drops, in which a scheme or an `@` could hide. */
const withoutDropped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- the pattern removes control characters
  text.replace(/^[\u0000-\u0020]+/, "").replace(/[\t\n\r]/g, "")

/** No other schemes: they could be a user's name. */
const schemeAndSlashes = /^(?:(?:https?|wss?|ftp):)?[/\\]*/i

const pathWithoutCredentials = (path: string): string => {
  const parts = path.split(at)
  const isKept = parts.length === 1 || (parts.length === 2 && parts[0] === "/")
  return isKept ? path : `/…@${parts.at(-1) ?? ""}`
}
