/** What an error says about the provider that failed: its fault, and for how long it lasts. */
import * as Duration from "effect/Duration"
import { WebError } from "@porthole/core"

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
