/** The patterns of the operator's lists of domains: a host name, `*.` and a host name, or an address. */
import { fromText, isWithin, unbracketed } from "./HostName.ts"

/** Patterns in canonical form, from {@link readPattern}. An empty list has no effect. */
export interface DomainLists {
  readonly allow_domains: ReadonlyArray<string>
  readonly deny_domains: ReadonlyArray<string>
}

/** The canonical form of one pattern; `undefined` for an invalid one. */
export const readPattern = (text: string): string | undefined => {
  const trimmed = text.trim()
  const isBelow = trimmed.startsWith("*.")
  const name = fromText(isBelow ? trimmed.slice(2) : trimmed)
  if (name !== undefined) return isBelow ? `*.${name}` : name
  return isBelow ? undefined : literalOf(trimmed)
}

/** Whether a canonical host, a name or an address without brackets, matches a pattern. */
export const matchesPattern = (pattern: string, host: string): boolean =>
  pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : isWithin(host, pattern)

/** The rule that denies a host, in one line for the operator; `undefined` if none does. */
export const whyDenied = ({ allow_domains, deny_domains }: DomainLists, host: string): string | undefined => {
  const denied = deny_domains.find((pattern) => matchesPattern(pattern, host))
  if (denied !== undefined) return `the setting deny_domains: ${denied}`
  if (allow_domains.length === 0 || allow_domains.some((pattern) => matchesPattern(pattern, host))) return undefined
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
