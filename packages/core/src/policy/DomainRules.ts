/**
 * Which hosts a call wants: `example.com` means itself and everything below it, never
 * `notexample.com`. Rules and hosts are compared in canonical form, so IDN, case and a trailing
 * dot make no difference.
 */
import * as Result from "effect/Result"
import { invalid } from "../domain/Arguments.ts"
import type { WebError } from "../domain/WebError.ts"
import * as DomainPattern from "./DomainPattern.ts"
import * as HostName from "./HostName.ts"
import { hostOf } from "./UrlParts.ts"

/** Host names in canonical form. */
export type DomainRules = ReadonlyArray<HostName.HostName>

/** Reads the `domains` of a request, or its `exclude_domains`, each a host name and nothing but one, or fails naming the parameter. */
export const read = (
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

/** Whether the operator's lists let a hit of this URL be shown. */
export const permits = (lists: DomainPattern.DomainLists, url: string): boolean => {
  if (lists.allow_domains.length === 0 && lists.deny_domains.length === 0) return true
  const parsed = URL.parse(url)
  return parsed !== null && DomainPattern.whyDenied(lists, hostOf(parsed)) === undefined
}

/**
 * What a search that names no domains is narrowed to: the operator's `allow_domains`, as far as they are
 * names and few enough to be asked for. What the provider answers beside them is left out later.
 */
export const allowed = ({ allow_domains }: DomainPattern.DomainLists): DomainRules => {
  if (allow_domains.length > mostAskedFor) return []
  const names = allow_domains.map((pattern) => HostName.fromText(pattern.replace(/^\*\./, "")))
  return names.every((name) => name !== undefined) ? Array.from(new Set(names)) : []
}

// --- private --------------------------------------------------------------------------

/** Providers take a handful of domains in one query. */
const mostAskedFor = 10

const notHostNames = (parameter: string): WebError =>
  invalid(parameter, `${parameter}: expected host names such as example.com, without scheme, path or port.`)
