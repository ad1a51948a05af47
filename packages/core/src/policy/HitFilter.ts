/**
 * The kernel's filter for every hit, whatever the provider did: the requested and excluded domains, the operator's
 * lists, and the dates that the provider couldn't express.
 *
 * A domain `example.com` means itself and its subdomains, never `notexample.com`. Rules and hosts are compared in
 * canonical form, so IDN, case and a trailing dot make no difference.
 */
import * as Result from "effect/Result"
import { invalid } from "../domain/call/Arguments.ts"
import { dateFields, type DateWindow, isInWindow } from "../domain/search/DateWindow.ts"
import type { SearchQuery } from "../domain/search/SearchQuery.ts"
import type { WebError } from "../domain/WebError.ts"
import * as HostName from "../domain/url/HostName.ts"
import * as DomainPattern from "../domain/url/DomainPattern.ts"
import { hostOf } from "../domain/url/HostName.ts"
import * as WebUrl from "./WebUrl.ts"

/** Host names in canonical form. */
export type DomainRules = ReadonlyArray<HostName.HostName>

/** Reads the `domains` or `exclude_domains` of a request, each a plain host name, or fails naming the parameter. */
export const readDomains = (
  domains: ReadonlyArray<string>,
  parameter: "domains" | "exclude_domains" = "domains",
): Result.Result<DomainRules, WebError> => {
  const names = new Set<HostName.HostName>()
  for (const domain of domains) {
    const name = HostName.fromText(domain)
    if (name === undefined) return Result.fail(notHostNames(parameter))
    names.add(name)
  }
  return Result.succeed(Array.from(names))
}

/** Whether the host of an absolute URL lies within one of the domains; without domains every URL does. */
export const admits = (domains: DomainRules, url: string): boolean => domains.length === 0 || covers(domains, url)

/** Whether the host of an absolute URL lies within one of the domains; without domains no URL does. */
export const covers = (domains: DomainRules, url: string): boolean => {
  if (domains.length === 0) return false
  const host = HostName.fromText(URL.parse(url)?.hostname ?? "")
  return host !== undefined && domains.some((domain) => HostName.isWithin(host, domain))
}

/** Whether the operator's lists permit a hit with this URL. */
export const permits = (lists: DomainPattern.DomainLists, url: string): boolean => {
  if (lists.allow_domains.length === 0 && lists.deny_domains.length === 0) return true
  const parsed = URL.parse(url)
  return parsed !== null && DomainPattern.whyDenied(lists, hostOf(parsed)) === undefined
}

/**
 * The domains for a search that names none: the operator's `allow_domains`, if they are names and few enough for a
 * query. Other hits of the provider are left out later.
 */
export const allowedDomains = ({ allow_domains }: DomainPattern.DomainLists): DomainRules => {
  if (allow_domains.length > maxDomains) return []
  const names = allow_domains.map((pattern) => HostName.fromText(pattern.replace(/^\*\./, "")))
  return names.every((name) => name !== undefined) ? Array.from(new Set(names)) : []
}

/** The rules that hits must follow. */
export interface HitFilter {
  readonly domains: DomainRules
  readonly excluded: DomainRules
  readonly lists: DomainPattern.DomainLists
  readonly window: DateWindow
}

/**
 * Why a hit is left out: it can't be fetched (a private host, or credentials in its URL), it isn't in the domains, it
 * is in an excluded one, the operator doesn't allow it, or it has another date.
 */
export type Fault = "unfetchable" | "elsewhere" | "excluded" | "denied" | "misdated"

/** The first fault of a hit, in their order. A hit with an unknown date passes every date filter. */
export const faultOf = (
  { domains, excluded, lists, window }: HitFilter,
  url: string,
  publishedAt: string | undefined,
): Fault | undefined => {
  if (isUnfetchable(url)) return "unfetchable"
  if (!admits(domains, url)) return "elsewhere"
  if (covers(excluded, url)) return "excluded"
  if (!permits(lists, url)) return "denied"
  return publishedAt === undefined || isInWindow(window, publishedAt) ? undefined : "misdated"
}

/**
 * The ignored fields of a provider's answer that still matter: not those that the kernel applied itself, nor those that
 * make no difference. Dates were applied if every shown hit has one.
 */
export const stillIgnored = (
  ignored: ReadonlyArray<string>,
  query: SearchQuery,
  isAllDated: boolean,
): ReadonlyArray<string> => {
  const dates = dateFields.filter((field) => isAllDated || query[field] === undefined)
  const applied = new Set<string>([...always, ...dates, ...((query.page ?? 1) === 1 ? ["page"] : [])])
  return Array.from(new Set(ignored)).filter((field) => !applied.has(field))
}

// --- private --------------------------------------------------------------------------

/** Providers accept a handful of domains in one query. */
const maxDomains = 10

const notHostNames = (parameter: string): WebError =>
  invalid(parameter, `${parameter}: expected host names such as example.com, without scheme, path or port.`)

/** Checked by the URL policy without the operator's rules; a fetch of the hit reports other faults. */
const isUnfetchable = (url: string): boolean => {
  const judged = WebUrl.parse(url, { ports: [] })
  const reason = Result.isFailure(judged) ? judged.failure.reason : undefined
  return reason === "private_or_metadata_target" || (reason === "invalid_target" && hasCredentials(url))
}

const hasCredentials = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.username + parsed.password !== ""
}

/** The kernel filters, trims and adds metadata itself. */
const always = ["domains", "exclude_domains", "max_results", "include_metadata"]
