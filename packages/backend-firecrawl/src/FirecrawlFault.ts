/** What Firecrawl's refusals mean: a code tells more than its status, which isn't the same for each code. */
import * as Provider from "@porthole/core/provider"
import { identity } from "./FirecrawlIdentity.ts"

/** The refusals of a search. A search that ran out of time is a success without hits, and a warning. */
export const ofSearch: Provider.ReadFault = (reply) => refusalOf(reply) ?? (isSilent(reply) ? "unreachable" : undefined)

/** The refusals of a page: those that are about the page are no refusals of ours. */
export const ofPage: Provider.ReadFault = (reply) => {
  const code = codeOf(reply)
  if (code === "SCRAPE_TIMEOUT") return Provider.tookTooLong
  // 403 is a site that it reads for nobody; a key that it doesn't know is 401.
  return reply.status === 403 || code.startsWith("SCRAPE_") ? Provider.unread(identity) : refusalOf(reply)
}

// --- private --------------------------------------------------------------------------

const codeOf = ({ json }: Provider.Reply): string => Provider.Json.text(json, "code") ?? ""

const refusalOf = (reply: Provider.Reply): Provider.Refused | undefined => {
  const retry_after = Provider.Json.number(reply.json, "details.retryAfterSeconds")
  if (reply.status === 429 || codeOf(reply) === "CONCURRENCY_QUEUE_TIMEOUT")
    return { fault: "rate_limited", retry_after }
  return reply.status < 300 && Provider.Json.at(reply.json, "success") === false ? { fault: "unreachable" } : undefined
}

const isSilent = ({ json }: Provider.Reply): boolean =>
  Provider.Json.text(json, "warning") !== undefined &&
  ["data.web", "data.news"].every((path) => (Provider.Json.list(json, path) ?? []).length === 0)
