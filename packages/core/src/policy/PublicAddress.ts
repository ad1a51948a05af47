/**
 * The address policy: an allowlist of the public Internet.
 *
 * {@link PublicAddress.classify} is the only way to make a {@link PublicAddress}, so code that holds
 * one has proof that it may be dialled; {@link PublicAddress.is} checks the proof at run time. The
 * policy fails closed: IPv4 must be global unicast, IPv6 must lie in 2000::/3, both outside every
 * block of {@link SpecialPurpose}. Of the forms that embed an IPv4 address only NAT64
 * (64:ff9b::/96) is decoded and judged; mapped, compatible, translated, 6to4, Teredo, ISATAP and
 * 64:ff9b:1::/48 are refused whole, so that there is no decoding to get wrong.
 */
import ipaddr from "ipaddr.js"
import * as SpecialPurpose from "./SpecialPurpose.ts"

/** Known to this module alone: it keeps the constructor private at run time, too, where types are gone. */
const vetting = Symbol("vetting")

/** An IP address of the public Internet, in canonical spelling (RFC 5952 for IPv6). */
export class PublicAddress {
  readonly #vetted = true
  readonly value: string
  readonly family: 4 | 6

  private constructor(by: typeof vetting, value: string, family: 4 | 6) {
    if (by !== vetting) throw new TypeError("A PublicAddress is made by PublicAddress.classify only.")
    this.value = value
    this.family = family
    Object.freeze(this)
  }

  /** Whether a value came out of {@link PublicAddress.classify}; a look-alike or a clone did not. */
  static is(u: unknown): u is PublicAddress {
    return typeof u === "object" && u !== null && #vetted in u && u.#vetted
  }

  /**
   * Judges one address as a resolver or a URL spells it. IPv4 is four decimal parts without leading
   * zeros; IPv6 may be uncompressed but carries no zone, bracket or space. `undefined` when it is
   * not public or can't be read.
   */
  static classify(text: string): PublicAddress | undefined {
    const known = admitted.get(text)
    if (known !== undefined) return known
    const address = PublicAddress.#judge(text)
    if (address !== undefined) {
      if (admitted.size >= maxAdmitted) admitted.clear()
      admitted.set(text, address)
    }
    return address
  }

  static #judge(text: string): PublicAddress | undefined {
    const address = parse(text)
    if (address === undefined) return undefined
    if (address instanceof ipaddr.IPv4) {
      return isPublicV4(address) ? new PublicAddress(vetting, address.toString(), 4) : undefined
    }
    return isPublicV6(address) ? new PublicAddress(vetting, address.toRFC5952String(), 6) : undefined
  }

  toJSON(): string {
    return this.value
  }
}

/**
 * Addresses that were admitted, by their spelling. The judgement depends on nothing but the text, so
 * it holds for as long as the process runs; only admitted ones are kept, so that whoever has many
 * private addresses refused fills nothing.
 */
const admitted = new Map<string, PublicAddress>()
const maxAdmitted = 1_024

/** Whether a host text is an IP literal as `URL.hostname` spells it (IPv6 without its brackets). */
export const isLiteral = (host: string): boolean => parse(host) !== undefined

/** Whether two spellings are the same address; an IPv4-mapped spelling equals the IPv4 it holds. */
export const sameAddress = (a: string, b: string): boolean => {
  const left = parse(a)
  const right = parse(b)
  return left !== undefined && right !== undefined && unmapped(left).toString() === unmapped(right).toString()
}

// --- judging -----------------------------------------------------------------------

type Address = ipaddr.IPv4 | ipaddr.IPv6

const longest = 45
const spelling = /^[0-9a-f:.]+$/i
const fourParts = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/

const parse = (text: string): Address | undefined => {
  if (text.length > longest || !spelling.test(text)) return undefined
  const lastColon = text.lastIndexOf(":")
  if (lastColon === -1) {
    return fourParts.test(text) && ipaddr.IPv4.isValid(text) ? ipaddr.IPv4.parse(text) : undefined
  }
  const tail = text.slice(lastColon + 1)
  if (tail.includes(".") && !fourParts.test(tail)) return undefined
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined
}

const unmapped = (address: Address): Address =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address

const v4Blocks = SpecialPurpose.ipv4.map(({ block }) => ipaddr.IPv4.parseCIDR(block))
const v6Blocks = SpecialPurpose.ipv6.map(({ block }) => ipaddr.IPv6.parseCIDR(block))
const globalUnicast = ipaddr.IPv6.parseCIDR(SpecialPurpose.globalUnicast)
const nat64 = ipaddr.IPv6.parseCIDR(SpecialPurpose.nat64)

const isPublicV4 = (address: ipaddr.IPv4): boolean =>
  address.range() === "unicast" && !v4Blocks.some((block) => address.match(block))

const isPublicV6 = (address: ipaddr.IPv6): boolean => {
  if (address.match(nat64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return (
    address.match(globalUnicast) &&
    address.range() === "unicast" &&
    !v6Blocks.some((block) => address.match(block)) &&
    !SpecialPurpose.isatapIdentifiers.some(([high, low]) => address.parts[4] === high && address.parts[5] === low)
  )
}
