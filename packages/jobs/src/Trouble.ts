/** Which failures of a page may pass, and by whom. */
import type { WebError } from "@porthole/core"
import type { Trouble } from "./HostState.ts"

/**
 * The trouble of a failure that may pass; nothing for one that stays. A connection that fails to a host that has
 * answered before counts for its page, which may be the only one that the host resets.
 */
export const troubleOf = (
  { error, reason, retry_after, status_code }: WebError.Wire,
  { answered }: { readonly answered: boolean },
): Trouble | undefined => {
  const retryAfter = retry_after === undefined ? undefined : retry_after * 1_000
  if (error === "rate_limited" || status_code === 429) return { kind: "refused", retryAfter }
  if (error === "timeout" || reason === "overloaded") return { kind: "failing" }
  // Its robots.txt can't be read; a rule that disallows the page stays.
  if (error === "robots_disallowed" && retryAfter !== undefined) return { kind: "down", retryAfter }
  if (error !== "http_error") return undefined
  if (reason === "target_unreachable") return { kind: answered ? "failing" : "down" }
  if (reason === "proxy_unavailable") return { kind: "down" }
  if (status_code === 503 && retryAfter !== undefined) return { kind: "refused", retryAfter }
  if (status_code === 502 || status_code === 503 || status_code === 504) return { kind: "down", retryAfter }
  return status_code === 408 || (status_code !== undefined && status_code >= 500)
    ? { kind: "failing", retryAfter }
    : undefined
}
