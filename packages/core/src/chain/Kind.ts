/**
 * What searches and pages have of their own in a chain: which errors go on to the next link, and which answers are
 * none.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as WebError from "../domain/WebError.ts"
import { ProviderFault } from "../domain/WebError.ts"
import * as Deadline from "../domain/Deadline.ts"
import * as SearchAnswer from "../domain/SearchAnswer.ts"
import * as StoredPage from "../domain/StoredPage.ts"
import type { SettingsShape } from "../domain/Settings.ts"
import type { ExtractRequest, SearchRequest } from "../ports/WebBackend.ts"

/** The provider that a circuit breaker is of. */
export interface Subject {
  readonly provider: string
  /** Whether all tenants share its circuit breakers. */
  readonly keyless: boolean
}

/** `A` is asked, a backend answers `B`, and what is made of it is `C`. */
export interface Kind<A, B, C> {
  readonly half: "search" | "extract"
  /** How long a call may take that doesn't say. */
  readonly timeout: (settings: SettingsShape) => Duration.Duration
  /** Whether the next link is asked after this error. */
  readonly goesOn: (error: WebError.WebError) => boolean
  /** Whether this error counts against the provider. */
  readonly isOutage: (subject: Subject) => (error: WebError.WebError) => boolean
  /** Reads an answer; a bad one fails with `invalid_backend_response`. */
  readonly check: (answer: B, provider: string, request: A) => Effect.Effect<C, WebError.WebError>
  /** For a link that took too long. */
  readonly late: WebError.WebError
  /** What there is none of, in a sentence, where no link is configured. */
  readonly name: string
}

/**
 * A search's request goes on from all that a provider can do wrong, and from what it refuses of a query that is a good
 * one.
 */
export const search: Kind<SearchRequest, SearchAnswer.SearchAnswer | ReadonlyArray<unknown>, SearchAnswer.ReadAnswer> =
  {
    half: "search",
    timeout: ({ search_timeout }) => search_timeout,
    goesOn: ({ error }) => providerFaults.has(error) || error === "invalid_request",
    isOutage: () => isOutage,
    check: SearchAnswer.read,
    late: Deadline.lateSearch,
    name: "search provider",
  }

/**
 * A page's request goes on also from what another reader may do better or at all, and from a site that this one can't
 * reach.
 */
export const extract: Kind<ExtractRequest, unknown, unknown> = {
  half: "extract",
  timeout: ({ fetch_timeout }) => fetch_timeout,
  goesOn: ({ error, reason }) =>
    providerFaults.has(error) ||
    error === "extraction_failed" ||
    // A mode that this reader doesn't have.
    (error === "invalid_request" && reason === "extract") ||
    (error === "http_error" && reason === "target_unreachable"),
  // A page that hangs is one tenant's doing, and mustn't keep a provider from all the others.
  isOutage:
    ({ keyless }) =>
    (error) =>
      isOutage(error) && !(keyless && error.error === "timeout"),
  check: (answer, _, { validators }) =>
    validators !== undefined && StoredPage.isUnchanged(answer)
      ? Effect.succeed(answer)
      : Effect.flatMap(StoredPage.read(answer), (read) =>
          Option.isSome(read) ? Effect.succeed(read.value) : Effect.fail(badPage),
        ),
  late: Deadline.latePage,
  name: "provider of pages",
}

/** The fault of a `web_search_unavailable`; `undefined` of any other error. */
export const faultOf = ({ error, reason }: WebError.WebError): ProviderFault | undefined => {
  if (error !== "web_search_unavailable" || reason === undefined) return undefined
  const suffix = reason.slice(reason.indexOf("_") + 1)
  return ProviderFault.literals.find((fault) => fault === suffix)
}

/** What an attempt gives as its reason: the provider's fault, else the code of the error. */
export const reasonOf = (error: WebError.WebError): string => (faultOf(error) && error.reason) ?? error.error

/** How long a refusal that says "not now" keeps the provider from being asked; `undefined` where it is none. */
export const cooldownOf = (error: WebError.WebError): Duration.Duration | undefined => {
  const asked = error.wire.retry_after
  switch (faultOf(error)) {
    case "rate_limited":
      return Duration.seconds(asked ?? 30)
    case "quota_exceeded":
      return asked === undefined ? Duration.hours(1) : Duration.seconds(asked)
    case "challenged":
      return Duration.hours(1)
    case "unauthorized":
      return Duration.minutes(1)
    default:
      return undefined
  }
}

/** The longest cooldown, whatever a provider asks for. */
export const longestCooldown = Duration.hours(24)

/**
 * Whether the provider didn't answer: some of these in a row open its breaker. A bad answer to one query says nothing
 * of others.
 */
export const isOutage = (error: WebError.WebError): boolean =>
  !WebError.isIgnoredByBreaker(error) && (faultOf(error) === "unreachable" || error.error === "timeout")

/** In how many seconds a provider that failed so may be asked again; 0 is at once. */
export const waitOf = (error: WebError.WebError): number => {
  const cooldown = cooldownOf(error)
  return error.wire.retry_after ?? (cooldown === undefined ? 0 : Math.ceil(Duration.toSeconds(cooldown)))
}

/** Whether the provider was there and answered, though with a refusal: that breaks a row of outages. */
export const isWell = (error: WebError.WebError): boolean =>
  WebError.isIgnoredByBreaker(error) || cooldownOf(error) !== undefined

// --- private --------------------------------------------------------------------------

const providerFaults: ReadonlySet<WebError.ErrorCode> = new Set([
  "web_search_unavailable",
  "timeout",
  "invalid_backend_response",
])

const badPage = WebError.make({
  error: "invalid_backend_response",
  message: "The page reader returned no valid page. Try once more, or use another page.",
})
