/**
 * What the kernel holds every hit to, whatever the provider made of the query: the domains that were asked
 * for and those that were not to be, the operator's lists, and the dates that the provider couldn't express.
 */
import * as DateWindow from "../domain/DateWindow.ts"
import type { SearchQuery } from "../domain/SearchQuery.ts"
import type * as DomainPattern from "./DomainPattern.ts"
import * as DomainRules from "./DomainRules.ts"

/** What hits have to keep to. */
export interface HitFilter {
  readonly domains: DomainRules.DomainRules
  readonly excluded: DomainRules.DomainRules
  readonly lists: DomainPattern.DomainLists
  readonly window: DateWindow.DateWindow
}

/** Why a hit is left out: not in the domains, in an excluded one, not allowed by the operator, of another date. */
export type Fault = "elsewhere" | "excluded" | "denied" | "misdated"

/** What is wrong with a hit, the first of the faults in their order. A hit whose date nobody knows is of any date. */
export const faultOf = (
  { domains, excluded, lists, window }: HitFilter,
  url: string,
  publishedAt: string | undefined,
): Fault | undefined => {
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

/** The kernel filters, trims and adds what is known by itself. */
const always = ["domains", "exclude_domains", "max_results", "include_metadata"]
