/** What a failed call says about the provider that was asked: whether it has to rest, how long, and how that is named. */
import * as Duration from "effect/Duration"
import * as Blameless from "../domain/Blameless.ts"
import { ProviderFault, type WebError } from "../domain/WebError.ts"

/** The fault of a `web_search_unavailable`; `undefined` of any other error. */
export const faultOf = ({ error, reason }: WebError): ProviderFault | undefined => {
  if (error !== "web_search_unavailable" || reason === undefined) return undefined
  const suffix = reason.slice(reason.indexOf("_") + 1)
  return ProviderFault.literals.find((fault) => fault === suffix)
}

/** What an attempt gives as its reason: the provider's fault, else the code of the error. */
export const reasonOf = (error: WebError): string => (faultOf(error) && error.reason) ?? error.error

/** How long a refusal that says "not now" keeps the provider from being asked; `undefined` where it is none. */
export const cooldownOf = (error: WebError): Duration.Duration | undefined => {
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

/** Whether the provider didn't answer: some of these in a row open its breaker. A bad answer to one query says nothing of others. */
export const isOutage = (error: WebError): boolean =>
  !Blameless.is(error) && (faultOf(error) === "unreachable" || error.error === "timeout")

/** In how many seconds a provider that failed so may be asked again; 0 is at once. */
export const waitOf = (error: WebError): number => {
  const cooldown = cooldownOf(error)
  return error.wire.retry_after ?? (cooldown === undefined ? 0 : Math.ceil(Duration.toSeconds(cooldown)))
}

/** Whether the provider was there and answered, though with a refusal: that breaks a row of outages. */
export const isWell = (error: WebError): boolean => Blameless.is(error) || cooldownOf(error) !== undefined
