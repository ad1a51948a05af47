/** What Jina's refusals mean, and what it warns of. */
import type { WebError } from "@porthole/core"
import * as Provider from "@porthole/core/provider"
import { identity } from "./JinaIdentity.ts"

/** Who asks too often is told when to come back in the body. */
export const ofSearch: Provider.ReadFault = ({ json, status }) =>
  status === 429 ? { fault: "rate_limited", retry_after: Provider.Json.number(json, "retryAfter") } : undefined

/** A page that is refused, can't be reached or has nothing in it is no fault of Jina's. */
export const ofPage: Provider.ReadFault = (reply) =>
  unreadable.has(reply.status) ? Provider.unread(identity) : ofSearch(reply)

/** Whether a reply says that nothing was found, which Jina does as a failure. */
export const isEmpty = ({ json, status }: Provider.Reply): boolean =>
  status === 422 && /no search results/i.test(Provider.Json.text(json, "message") ?? "")

/**
 * What a warning beside a page means; `undefined` where the page is as good as without. There may be several, a line
 * each; most say how more could have been read of a page that was read (hidden frames, a snapshot out of a cache).
 */
export const ofWarning = (warning: string): WebError.WebError | undefined => {
  const status = Number(/\berror (\d{3})\b/i.exec(warning)?.[1] ?? 0)
  if (status >= 400) return Provider.refusedBySite(status)
  return status > 0 || /\bcaptcha\b/i.test(warning) ? Provider.unread(identity) : undefined
}

// --- private --------------------------------------------------------------------------

/** Bad or blocked, over the budget, nothing to read, refused by law. */
const unreadable: ReadonlySet<number> = new Set([400, 409, 422, 451])
