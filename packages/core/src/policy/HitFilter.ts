/**
 * What the kernel holds every hit to, whatever the provider made of the query: the domains that were asked
 * for and those that were not to be, the operator's lists, and the dates that the provider couldn't express.
 */
import * as Result from "effect/Result"
import * as DateWindow from "../domain/DateWindow.ts"
import type { SearchQuery } from "../domain/SearchQuery.ts"
import type * as DomainPattern from "./DomainPattern.ts"
import * as DomainRules from "./DomainRules.ts"
import * as WebUrl from "./WebUrl.ts"

/** What hits have to keep to. */
export interface HitFilter {
  readonly domains: DomainRules.DomainRules
  readonly excluded: DomainRules.DomainRules
  readonly lists: DomainPattern.DomainLists
  readonly window: DateWindow.DateWindow
}

/**
 * Why a hit is left out: it can't be fetched (a private host, or credentials in its URL), it is not in the domains, in an
 * excluded one, not allowed by the operator, or of another date.
 */
export type Fault = "private" | "elsewhere" | "excluded" | "denied" | "misdated"

/** What is wrong with a hit, the first of the faults in their order. A hit whose date nobody knows is of any date. */
export const faultOf = (
  { domains, excluded, lists, window }: HitFilter,
  url: string,
  publishedAt: string | undefined,
): Fault | undefined => {
  if (isPrivate(url)) return "private"
  if (!DomainRules.admits(domains, url)) return "elsewhere"
  if (DomainRules.covers(excluded, url)) return "excluded"
  if (!DomainRules.permits(lists, url)) return "denied"
  return publishedAt === undefined || DateWindow.contains(window, publishedAt) ? undefined : "misdated"
}

/**
 * The fields that a provider ignored as far as the answer tells of it: not what the kernel has seen to, nor
 * what makes no difference. Dates were seen to where every hit that is shown has one.
 */
export const stillIgnored = (
  ignored: ReadonlyArray<string>,
  query: SearchQuery,
  isAllDated: boolean,
): ReadonlyArray<string> => {
  const dates = DateWindow.fields.filter((field) => isAllDated || query[field] === undefined)
  const seenTo = new Set<string>([...always, ...dates, ...((query.page ?? 1) === 1 ? ["page"] : [])])
  return Array.from(new Set(ignored)).filter((field) => !seenTo.has(field))
}

// --- private --------------------------------------------------------------------------

/** Judged by the URL policy without the operator's rules; other faults are told when the hit is fetched. */
const isPrivate = (url: string): boolean => {
  const judged = WebUrl.parse(url, { ports: [] })
  const reason = Result.isFailure(judged) ? judged.failure.reason : undefined
  return reason === "private_or_metadata_target" || (reason === "invalid_target" && hasCredentials(url))
}

const hasCredentials = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.username + parsed.password !== ""
}

/** The kernel filters, trims and adds what is known by itself. */
const always = ["domains", "exclude_domains", "max_results", "include_metadata"]
