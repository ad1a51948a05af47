/**
 * The differences between searches and pages in a chain: the errors after which the next provider is called, and the
 * answers that aren't valid.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Deadline, SearchResult, type Settings, StoredPage, type WebBackend, WebError } from "@porthole/core"

/** The provider that an error is about. */
export interface Subject {
  readonly provider: string
  /** Whether all tenants share the circuit breakers. */
  readonly sharedByTenants: boolean
}

/** `A` is the request, `B` a backend's answer, and `C` the validated answer. */
export interface Operation<A, B, C> {
  readonly name: "search" | "extract"
  /** The timeout of a call that has no deadline. */
  readonly timeout: (settings: Settings.SettingsShape) => Duration.Duration
  /** Whether the next provider is called after this error. */
  readonly triesNext: (error: WebError.WebError) => boolean
  /** Whether this error counts as an outage of the provider. */
  readonly isOutage: (subject: Subject) => (error: WebError.WebError) => boolean
  /** Reads an answer; a bad one fails with `invalid_backend_response`. */
  readonly check: (answer: B, provider: string, request: A) => Effect.Effect<C, WebError.WebError>
  /** The error of a provider that timed out. */
  readonly timeoutError: WebError.WebError
  /** The noun in the error message if no provider is configured. */
  readonly providerNoun: string
}

/** A search goes on to the next provider after every fault of a provider, and after a rejection of a valid query. */
export const search: Operation<
  WebBackend.SearchRequest,
  SearchResult.SearchAnswer | ReadonlyArray<unknown>,
  SearchResult.ReadAnswer
> = {
  name: "search",
  timeout: ({ search_timeout }) => search_timeout,
  triesNext: ({ error }) => providerFaults.has(error) || error === "invalid_request",
  isOutage: () => isOutage,
  check: SearchResult.read,
  timeoutError: Deadline.searchTimeoutError,
  providerNoun: "search provider",
}

/** A fetch also goes on after errors that another reader may avoid, and after a site that this reader can't reach. */
export const extract: Operation<WebBackend.ExtractRequest, unknown, unknown> = {
  name: "extract",
  timeout: ({ fetch_timeout }) => fetch_timeout,
  triesNext: ({ error, reason }) =>
    providerFaults.has(error) ||
    error === "extraction_failed" ||
    // This reader lacks the requested mode.
    (error === "invalid_request" && reason === "extract") ||
    (error === "http_error" && reason === "target_unreachable"),
  // A page that hangs concerns one tenant, and mustn't open a circuit for all others.
  isOutage:
    ({ sharedByTenants }) =>
    (error) =>
      isOutage(error) && !(sharedByTenants && error.error === "timeout"),
  check: (answer, _, { validators }) =>
    validators !== undefined && StoredPage.isUnchanged(answer)
      ? Effect.succeed(answer)
      : Effect.flatMap(StoredPage.read(answer), (read) =>
          Option.isSome(read) ? Effect.succeed(read.value) : Effect.fail(badPageError),
        ),
  timeoutError: Deadline.pageTimeoutError,
  providerNoun: "provider of pages",
}

/** The fault of a `web_search_unavailable`; `undefined` for any other error. */
export const faultOf = ({ error, reason }: WebError.WebError): WebError.ProviderFault | undefined => {
  if (error !== "web_search_unavailable" || reason === undefined) return undefined
  const suffix = reason.slice(reason.indexOf("_") + 1)
  return WebError.ProviderFault.literals.find((fault) => fault === suffix)
}

/** The reason of an attempt: the provider's fault, else the error's code. */
export const reasonOf = (error: WebError.WebError): string => (faultOf(error) && error.reason) ?? error.error

/** The cooldown after a refusal that says "not now"; `undefined` for other errors. */
export const cooldownOf = (error: WebError.WebError): Duration.Duration | undefined => {
  const retryAfter = error.wire.retry_after
  switch (faultOf(error)) {
    case "rate_limited":
      return Duration.seconds(retryAfter ?? 30)
    case "quota_exceeded":
      return retryAfter === undefined ? Duration.hours(1) : Duration.seconds(retryAfter)
    case "challenged":
      return Duration.hours(1)
    case "unauthorized":
      return Duration.minutes(1)
    default:
      return undefined
  }
}

/** The longest cooldown, whatever a provider demands. */
export const maxCooldown = Duration.hours(24)

/**
 * Whether the provider didn't answer. Three such errors in a row open its breaker. A bad answer to one query says
 * nothing about others.
 */
export const isOutage = (error: WebError.WebError): boolean =>
  !WebError.isIgnoredByBreaker(error) && (faultOf(error) === "unreachable" || error.error === "timeout")

/** The seconds until a provider that failed like this can be called again; 0 if it can be called now. */
export const waitOf = (error: WebError.WebError): number => {
  const cooldown = cooldownOf(error)
  return error.wire.retry_after ?? (cooldown === undefined ? 0 : Math.ceil(Duration.toSeconds(cooldown)))
}

/** Whether the provider answered, even with a refusal: that ends a row of outages. */
export const isReachable = (error: WebError.WebError): boolean =>
  WebError.isIgnoredByBreaker(error) || cooldownOf(error) !== undefined

// --- private --------------------------------------------------------------------------

const providerFaults: ReadonlySet<WebError.ErrorCode> = new Set([
  "web_search_unavailable",
  "timeout",
  "invalid_backend_response",
])

const badPageError = WebError.make({
  error: "invalid_backend_response",
  message: "The page reader returned no valid page. Try once more, or use another page.",
})
