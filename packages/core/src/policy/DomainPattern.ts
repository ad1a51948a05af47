/**
 * The operator's domain rules: which hosts may be fetched at all, on the first URL, on every hop and
 * among the hits.
 *
 * A pattern is `example.com` (itself and everything below it), `*.example.com` (only what is below
 * it) or an address such as `203.0.113.9`. Patterns and hosts are compared in canonical form. With
 * `allow_domains` whatever isn't listed is denied; `deny_domains` beats it.
 */
import * as HostName from "./HostName.ts"
import { unbracketed } from "./HostName.ts"

/** Patterns in canonical form, as {@link read} gives them. An empty list rules nothing. */
export interface DomainLists {
  readonly allow_domains: ReadonlyArray<string>
  readonly deny_domains: ReadonlyArray<string>
}

/** The canonical form of one pattern; `undefined` for what is none. */
export const read = (text: string): string | undefined => {
  const trimmed = text.trim()
  const isBelow = trimmed.startsWith("*.")
  const name = HostName.fromText(isBelow ? trimmed.slice(2) : trimmed)
  if (name !== undefined) return isBelow ? `*.${name}` : name
  return isBelow ? undefined : literalOf(trimmed)
}

/** Whether a canonical host, a name or an address without brackets, meets a pattern. */
export const matches = (pattern: string, host: string): boolean =>
  pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : HostName.isWithin(host, pattern)

/** Which rule keeps a host out, in a line for the operator; `undefined` when none does. */
export const whyDenied = ({ allow_domains, deny_domains }: DomainLists, host: string): string | undefined => {
  const denied = deny_domains.find((pattern) => matches(pattern, host))
  if (denied !== undefined) return `the setting deny_domains: ${denied}`
  if (allow_domains.length === 0 || allow_domains.some((pattern) => matches(pattern, host))) return undefined
  return "the setting allow_domains doesn't list it"
}

// --- private --------------------------------------------------------------------------

/** An address as `URL.hostname` writes it, without brackets. */
const literalOf = (text: string): string | undefined => {
  if (!/^[0-9a-f:.[\]]{2,64}$/i.test(text)) return undefined
  const url = URL.parse(`http://${text.includes(":") && !text.startsWith("[") ? `[${text}]` : text}/`)
  if (url === null || url.port !== "") return undefined
  return unbracketed(url.hostname)
}
