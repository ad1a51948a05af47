/**
 * What Brave's refusals mean where the status alone doesn't tell: a bad key is a 422 like a bad parameter, and a
 * 429 is either the second or the month. Rate headers are lists, one entry a window in that order.
 */
import * as Provider from "@porthole/core/provider"

/** The fault that a reply tells, if its status isn't enough. */
export const of: (identity: Provider.Identity, reply: Provider.Reply) => ReturnType<Provider.ReadFault> = (
  identity,
  reply,
) => {
  if (reply.status === 422) return ofParameters(identity, reply.json)
  return reply.status === 429 ? ofLimit(reply) : undefined
}

// --- private --------------------------------------------------------------------------

const ofParameters = (identity: Provider.Identity, json: unknown): ReturnType<Provider.ReadFault> => {
  if (Provider.Json.text(json, "error.code") === "SUBSCRIPTION_TOKEN_INVALID") return "unauthorized"
  const errors = Provider.Json.list(json, "error.meta.errors") ?? []
  const parameters = new Set(errors.map((error) => Provider.Json.text(error, "loc.1")?.toLowerCase()))
  if (parameters.has("x-subscription-token")) return "unauthorized"
  return parameters.has("q") ? Provider.refusedQuery(identity) : undefined
}

const ofLimit = ({ headers, json }: Provider.Reply): Provider.Refused => {
  const [second, month] = numbers(headers["x-ratelimit-reset"])
  const quota = Provider.Json.number(json, "error.meta.quota_limit") ?? 0
  const isSpent =
    // A plan without a limit for the month says 0 of 0.
    (numbers(headers["x-ratelimit-remaining"])[1] === 0 && (numbers(headers["x-ratelimit-limit"])[1] ?? 0) > 0) ||
    (quota > 0 && (Provider.Json.number(json, "error.meta.quota_current") ?? 0) >= quota)
  return isSpent
    ? { fault: "quota_exceeded", retry_after: month }
    : { fault: "rate_limited", retry_after: headers["retry-after"] === undefined ? second : undefined }
}

const numbers = (list: string | undefined): ReadonlyArray<number | undefined> =>
  (list ?? "").split(",").map((text) => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined))
