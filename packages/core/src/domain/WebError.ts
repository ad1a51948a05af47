/**
 * The one error of the kernel, and the only one that a model ever sees.
 *
 * Inside, an effect fails with a {@link WebError}; on the wire it is the plain object `{ error, reason?, message?,
 * status_code?, retry_after?, attempts? }` without unset keys ({@link Wire}). A reason names a class, never an
 * instance: it contains no address, internal host, header, body or redirect chain. Details for an operator are in its
 * cause, which no codec, `JSON.stringify` or inspection shows.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/**
 * One provider that was called for an answer or an error. The only words in it that aren't ours are the names of
 * engines, which a provider sends.
 */
export const Attempt = Schema.Struct({
  /** Name of the provider; an engine behind a SearXNG is `searxng:<engine>`. */
  provider: Schema.String,
  /** Whether it answered, failed, or wasn't called. */
  outcome: Schema.Literals(["answered", "failed", "skipped"]),
  /** Why it failed or was skipped: an error's reason or code. */
  reason: Schema.optionalKey(Schema.String),
})
export type Attempt = typeof Attempt.Type

/** The codes of errors: a closed list; releases add codes and rename none. */
export const ErrorCode = Schema.Literals([
  "blocked_url",
  "unsupported_scheme",
  "unsupported_content_type",
  "response_too_large",
  "timeout",
  "http_error",
  "extraction_failed",
  "web_search_unavailable",
  "invalid_request",
  "invalid_backend_response",
  "rate_limited",
  "budget_exceeded",
  "robots_disallowed",
  "compression_failed",
])
export type ErrorCode = typeof ErrorCode.Type

/** The fixed reasons; {@link isErrorReason} adds the provider and parameter forms. */
export const reasons = [
  "private_or_metadata_target",
  "redirect_to_blocked_target",
  "invalid_target",
  "port_not_allowed",
  "domain_not_allowed",
  "url_not_seen",
  "outside_site",
  "target_unreachable",
  "tls_failed",
  "malformed_response",
  "too_many_redirects",
  "payment_required",
  "challenge",
  "proxy_unavailable",
  "overloaded",
  "not_recorded",
] as const

/** The faults in `<provider>_<fault>` reasons. */
export const ProviderFault = Schema.Literals([
  "not_configured",
  "unreachable",
  "unauthorized",
  "quota_exceeded",
  "rate_limited",
  "challenged",
])
export type ProviderFault = typeof ProviderFault.Type

/** Every parameter of the tools: reasons of `invalid_request`. Front ends have others of their own. */
export const parameterNames = [
  "query",
  "max_results",
  "category",
  "language",
  "country",
  "time_range",
  "start_date",
  "end_date",
  "freshness_days",
  "domains",
  "exclude_domains",
  "safesearch",
  "page",
  "include_metadata",
  "url",
  "urls",
  "extract",
  "start_index",
  "max_length",
  "section",
  "links",
  "focus",
  "max_bytes",
  "max_pages",
  "max_depth",
  "max_time",
  "cache",
  "render",
  "slug_or_url",
] as const

const parameters: ReadonlySet<string> = new Set(parameterNames)
const fixedReasons: ReadonlySet<string> = new Set(reasons)
const providerReason = new RegExp(`^[a-z][a-z0-9]{0,31}_(?:${ProviderFault.literals.join("|")})$`)

/** Whether a text has the form of the name of a parameter of any front end. */
export const isParameterForm = (text: string): boolean => /^[a-z][a-z_]{0,31}$/.test(text)

/** Whether a text is the name of a parameter of the tools. */
export const isParameterName = (text: string): boolean => parameters.has(text)

/** Whether a text is a fixed reason, `<provider>_<fault>`, or the name of a parameter of the tools. */
export const isErrorReason = (text: string): boolean =>
  fixedReasons.has(text) || providerReason.test(text) || parameters.has(text)

/** A reason: fixed, `<provider>_<fault>`, or the name of a parameter. */
export type ErrorReason = string

/** Whether a reason belongs to an error: `invalid_request` may name a parameter of any front end. */
export const isReasonOf = ({ error, reason }: { readonly error: ErrorCode; readonly reason?: string }): boolean =>
  reason === undefined || isErrorReason(reason) || (error === "invalid_request" && isParameterForm(reason))

/**
 * The error object that every front end returns or turns into text. `status_code` is a status that the fetched site
 * really sent (never a provider's), `retry_after` is in whole seconds. `attempts` names the providers that a search or
 * fetch called in vain.
 */
export const Wire = Schema.Struct({
  /** The class of the failure, from a closed list. */
  error: ErrorCode,
  /** Its kind, from a closed list; absent if there is none. */
  reason: Schema.optionalKey(Schema.String),
  /** What happened, and what to do; for a model and a person. */
  message: Schema.optionalKey(Schema.String),
  /** HTTP status that the fetched site sent; never a provider's. */
  status_code: Schema.optionalKey(Schema.Int),
  /** Whole seconds until another try makes sense. */
  retry_after: Schema.optionalKey(Schema.Natural),
  /** Providers that were called in vain, in order. */
  attempts: Schema.optionalKey(Schema.Array(Attempt)),
})
  .check(Schema.makeFilter(isReasonOf, { expected: "one of the documented error reasons" }))
  .annotate({ identifier: "WebErrorWire" })
export type Wire = typeof Wire.Type

const causes = new WeakMap<WebError, unknown>()

/** The failure of every port and use-case: a {@link Wire} object as an error. */
export class WebError extends Schema.Error<WebError>("WebError")({
  _tag: Schema.tag("WebError"),
  wire: Wire,
}) {
  override get message(): string {
    return this.wire.message ?? this.wire.reason ?? this.wire.error
  }

  get error(): ErrorCode {
    return this.wire.error
  }

  get reason(): ErrorReason | undefined {
    return this.wire.reason
  }

  get status_code(): number | undefined {
    return this.wire.status_code
  }

  override toJSON(): Wire {
    return this.wire
  }
}

/** Makes an error; `cause` is for operators only, and {@link causeOf} reads it. */
export const make = (wire: Wire, cause?: unknown): WebError => {
  const error = new WebError({ wire })
  if (cause !== undefined) causes.set(error, cause)
  return error
}

/** Fails with {@link make}'s error. */
export const fail = (wire: Wire, cause?: unknown): Effect.Effect<never, WebError> => Effect.fail(make(wire, cause))

/** The cause of an error, for logs and spans at debug level; never for a model. */
export const causeOf = (error: WebError): unknown => causes.get(error)

/** The host of a URL can't be reached: it has no address, or none that answers. */
export const unreachable = (cause?: unknown): WebError =>
  make(
    {
      error: "http_error",
      reason: "target_unreachable",
      message: "The host can't be reached. Check the URL or use another page.",
    },
    cause,
  )

/** An error and the causes beneath it, the innermost last; a longer chain is cut. */
export const chainOf = (cause: unknown): ReadonlyArray<Error> => {
  const chain: Array<Error> = []
  for (let at = cause; at instanceof Error && chain.length < maxChain; at = at.cause) chain.push(at)
  return chain
}

/** `web_search_unavailable` / `<provider>_<fault>`. */
export const unavailable = (provider: string, fault: ProviderFault, message: string, cause?: unknown): WebError =>
  make({ error: "web_search_unavailable", reason: `${provider}_${fault}`, message }, cause)

/** The codec between {@link WebError} and its {@link Wire} object. */
export const Failure = Wire.pipe(
  Schema.decodeTo(
    Schema.toType(WebError),
    SchemaTransformation.transform({
      decode: (wire: Wire) => make(wire),
      encode: (error: WebError) => error.wire,
    }),
  ),
)

/**
 * Marks a failure that says nothing about a provider's health: the provider answered that it can't do this one thing,
 * so no circuit breaker counts it. The mark is the error's cause, with the earlier cause beneath; no codec and no model
 * sees it.
 */
export const ignoredByBreaker = (error: WebError): WebError => make(error.wire, new Mark(causeOf(error)))

/** Whether an error has the mark of {@link ignoredByBreaker}. */
export const isIgnoredByBreaker = (error: WebError): boolean => causeOf(error) instanceof Mark

// --- private --------------------------------------------------------------------------

/** Maximum errors of {@link chainOf}; a chain may be a circle. */
const maxChain = 8

class Mark {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}
