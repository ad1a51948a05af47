/** An IP address in the spelling of RFC 1123 section 2.1 or RFC 4291 section 2.2, and comparison by value. */
import ipaddr from "ipaddr.js"

/** Whether a host text is an IP literal as `URL.hostname` writes it (IPv6 without its brackets). */
export const isLiteral = (host: string): boolean => parse(host) !== undefined

/** Whether two spellings are the same address; an IPv4-mapped address equals its IPv4 address. */
export const sameAddress = (a: string, b: string): boolean => {
  const left = parse(a)
  const right = parse(b)
  return left !== undefined && right !== undefined && unmapped(left).toString() === unmapped(right).toString()
}

/** The value of an address. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The value of a literal; `undefined` for any other text. */
export const parse = (text: string): Address | undefined => {
  if (text.length > maxLength || !spelling.test(text)) return undefined
  const lastColon = text.lastIndexOf(":")
  if (lastColon === -1) {
    return fourParts.test(text) && ipaddr.IPv4.isValid(text) ? ipaddr.IPv4.parse(text) : undefined
  }
  const tail = text.slice(lastColon + 1)
  if (tail.includes(".") && !fourParts.test(tail)) return undefined
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined
}

// --- private --------------------------------------------------------------------------

const maxLength = 45
const spelling = /^[0-9a-f:.]+$/i
const fourParts = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/

const unmapped = (address: Address): Address =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
