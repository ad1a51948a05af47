/**
 * The address policy: an allowlist of the public Internet.
 *
 * {@link PublicAddress.classify} is the only way to make a {@link PublicAddress}, so holding one proves that it may be
 * dialled; {@link PublicAddress.is} checks the proof at run time. The policy fails closed: IPv4 must be global unicast,
 * IPv6 must lie in 2000::/3, both outside every block of {@link specialIpv4} and {@link specialIpv6}. Of the forms that
 * embed an IPv4 address only NAT64 (64:ff9b::/96) is decoded and checked; mapped, compatible, translated, 6to4, Teredo,
 * ISATAP and 64:ff9b:1::/48 are blocked as a whole, so that no decoding can go wrong.
 */
import ipaddr from "ipaddr.js"
import { globalUnicastBlock, isIsatap, nat64Block, specialIpv4, specialIpv6 } from "./SpecialBlocks.ts"
import { parse } from "./IpAddress.ts"

/** Private to this module, so that untyped code can't call the constructor, either. */
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

  /** Whether a value comes from {@link PublicAddress.classify}; a look-alike or a clone doesn't. */
  static is(u: unknown): u is PublicAddress {
    return typeof u === "object" && u !== null && #vetted in u && u.#vetted
  }

  /**
   * Checks one address as a resolver or a URL writes it. IPv4 is four decimal parts without leading zeros; IPv6 may be
   * uncompressed but has no zone, bracket or space. `undefined` if it isn't public or can't be read.
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
 * Admitted addresses, by their spelling. The result depends only on the text, so it stays valid while the process runs.
 * Blocked addresses aren't stored, so that an attacker can't fill the map with them.
 */
const admitted = new Map<string, PublicAddress>()
const maxAdmitted = 1_024

// --- private --------------------------------------------------------------------------

const v4Blocks = specialIpv4.map(({ block }) => ipaddr.IPv4.parseCIDR(block))
const v6Blocks = specialIpv6.map(({ block }) => ipaddr.IPv6.parseCIDR(block))
const globalUnicast = ipaddr.IPv6.parseCIDR(globalUnicastBlock)
const nat64 = ipaddr.IPv6.parseCIDR(nat64Block)

const isPublicV4 = (address: ipaddr.IPv4): boolean =>
  address.range() === "unicast" && !v4Blocks.some((block) => address.match(block))

const isPublicV6 = (address: ipaddr.IPv6): boolean => {
  if (address.match(nat64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return (
    address.match(globalUnicast) &&
    address.range() === "unicast" &&
    !v6Blocks.some((block) => address.match(block)) &&
    !isIsatap(address)
  )
}
