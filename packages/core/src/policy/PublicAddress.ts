/**
 * The address policy: an allowlist of the public Internet.
 *
 * {@link PublicAddress.classify} is the only way to make a {@link PublicAddress}, so holding one proves that it may be
 * dialled; {@link PublicAddress.is} checks the proof at run time. The policy fails closed: IPv4 must be global unicast,
 * IPv6 must lie in 2000::/3, both outside every block of {@link specialIpv4} and {@link specialIpv6}. Of the forms that
 * embed an IPv4 address only NAT64 (64:ff9b::/96) is decoded and checked; mapped, compatible, translated, 6to4, Teredo,
 * ISATAP and 64:ff9b:1::/48 are blocked as a whole, so that no decoding can go wrong.
 *
 * {@link explain} decides nothing: for the operator, it explains a refusal afterwards, by the most specific block.
 */
import ipaddr from "ipaddr.js"

/** A block, its name (in IANA's registries, except Azure's block), and the document that reserves it. */
interface SpecialBlock {
  readonly block: string
  readonly name: string
  readonly source: string
}

/** IPv4 blocks that are never public. */
const specialIpv4: ReadonlyArray<SpecialBlock> = [
  { block: "0.0.0.0/8", name: "This network", source: "RFC 791" },
  { block: "10.0.0.0/8", name: "Private-Use", source: "RFC 1918" },
  { block: "100.64.0.0/10", name: "Shared Address Space", source: "RFC 6598" },
  { block: "127.0.0.0/8", name: "Loopback", source: "RFC 1122" },
  { block: "169.254.0.0/16", name: "Link Local", source: "RFC 3927" },
  { block: "172.16.0.0/12", name: "Private-Use", source: "RFC 1918" },
  { block: "192.0.0.0/24", name: "IETF Protocol Assignments", source: "RFC 6890" },
  { block: "192.0.2.0/24", name: "Documentation (TEST-NET-1)", source: "RFC 5737" },
  { block: "192.31.196.0/24", name: "AS112-v4", source: "RFC 7535" },
  { block: "192.52.193.0/24", name: "AMT", source: "RFC 7450" },
  { block: "192.88.99.0/24", name: "Deprecated (6to4 Relay Anycast)", source: "RFC 7526" },
  { block: "192.168.0.0/16", name: "Private-Use", source: "RFC 1918" },
  { block: "192.175.48.0/24", name: "Direct Delegation AS112 Service", source: "RFC 7534" },
  { block: "198.18.0.0/15", name: "Benchmarking", source: "RFC 2544" },
  { block: "198.51.100.0/24", name: "Documentation (TEST-NET-2)", source: "RFC 5737" },
  { block: "203.0.113.0/24", name: "Documentation (TEST-NET-3)", source: "RFC 5737" },
  { block: "224.0.0.0/4", name: "Multicast", source: "RFC 5771" },
  { block: "240.0.0.0/4", name: "Reserved", source: "RFC 1112" },
  {
    block: "168.63.129.16/32",
    name: "Azure's virtual public address",
    source: "Azure: what is IP address 168.63.129.16?",
  },
]

/** IPv6 blocks inside 2000::/3 that are never public; everything outside 2000::/3 is blocked anyway. */
const specialIpv6: ReadonlyArray<SpecialBlock> = [
  { block: "2001::/23", name: "IETF Protocol Assignments", source: "RFC 2928" },
  { block: "2001:db8::/32", name: "Documentation", source: "RFC 3849" },
  { block: "2002::/16", name: "6to4", source: "RFC 3056" },
  { block: "2620:4f:8000::/48", name: "Direct Delegation AS112 Service", source: "RFC 7534" },
  { block: "3fff::/20", name: "Documentation", source: "RFC 9637" },
]

/** Global unicast, the only IPv6 space from which public addresses are assigned (RFC 4291 section 2.4). */
const globalUnicastBlock = "2000::/3"

/** The only embedded form that is decoded: its last 32 bits are an IPv4 address (RFC 6052 section 2.1). */
const nat64Block = "64:ff9b::/96"

/**
 * Interface identifiers that contain an IPv4 address under any prefix: ISATAP (RFC 5214 section 6.1), with universal
 * and group bits in any state (RFC 4291 appendix A).
 */
const isatapIdentifiers: ReadonlyArray<readonly [number, number]> = [
  [0x0000, 0x5efe],
  [0x0100, 0x5efe],
  [0x0200, 0x5efe],
  [0x0300, 0x5efe],
]

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

/** Whether a host text is an IP literal as `URL.hostname` writes it (IPv6 without its brackets). */
export const isLiteral = (host: string): boolean => parse(host) !== undefined

/** Whether two spellings are the same address; an IPv4-mapped address equals its IPv4 address. */
export const sameAddress = (a: string, b: string): boolean => {
  const left = parse(a)
  const right = parse(b)
  return left !== undefined && right !== undefined && unmapped(left).toString() === unmapped(right).toString()
}

/**
 * Explains one address, written as {@link PublicAddress.classify} reads it; `undefined` exactly if that finds it
 * public. If an embedded IPv4 address decides, it is explained too.
 */
export const explain = (text: string): string | undefined => {
  if (PublicAddress.classify(text) !== undefined) return undefined
  const address = parse(text)
  if (address === undefined) return "no address in the spelling of RFC 1123 section 2.1 or RFC 4291 section 2.2"
  return address instanceof ipaddr.IPv4 ? explainV4(address) : explainV6(address)
}

// --- judging -----------------------------------------------------------------------

type Address = ipaddr.IPv4 | ipaddr.IPv6

const maxLength = 45
const spelling = /^[0-9a-f:.]+$/i
const fourParts = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/

const parse = (text: string): Address | undefined => {
  if (text.length > maxLength || !spelling.test(text)) return undefined
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

const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  isatapIdentifiers.some(([high, low]) => parts[4] === high && parts[5] === low)

// --- explaining --------------------------------------------------------------------

interface RegisteredBlock extends SpecialBlock {
  readonly registry?: string
}

const ipv4Registry = "IANA IPv4 Special-Purpose Address Registry"
const ipv6Registry = "IANA IPv6 Special-Purpose Address Registry"
const ipv6Space = "IANA Internet Protocol Version 6 Address Space"

/** The IPv4 blocks that aren't in the common registry. */
const otherRegistries: ReadonlyMap<string, Partial<RegisteredBlock>> = new Map([
  ["224.0.0.0/4", { registry: "IANA IPv4 Multicast Address Space Registry" }],
  ["168.63.129.16/32", {}],
])

const ipv4Block = (block: SpecialBlock): RegisteredBlock => ({
  ...block,
  ...(otherRegistries.get(block.block) ?? { registry: ipv4Registry }),
})

const ipv6Block = (block: SpecialBlock): RegisteredBlock => ({ ...block, registry: ipv6Registry })

const ipv4Blocks: ReadonlyArray<RegisteredBlock> = specialIpv4.map(ipv4Block)

/** From the most specific block to the least. */
const ipv6Blocks: ReadonlyArray<RegisteredBlock> = [
  { block: "::1/128", name: "Loopback Address", source: "RFC 4291", registry: ipv6Registry },
  { block: "::/128", name: "Unspecified Address", source: "RFC 4291", registry: ipv6Registry },
  { block: "::ffff:0:0/96", name: "IPv4-mapped Address", source: "RFC 4291", registry: ipv6Registry },
  { block: "::ffff:0:0:0/96", name: "IPv4-translated", source: "RFC 2765 section 2.1" },
  { block: "::/96", name: "IPv4-compatible (deprecated)", source: "RFC 4291 section 2.5.5.1" },
  { block: "100::/64", name: "Discard-Only Address Block", source: "RFC 6666", registry: ipv6Registry },
  { block: "100:0:0:1::/64", name: "Dummy IPv6 Prefix", source: "RFC 9780", registry: ipv6Registry },
  {
    block: "64:ff9b:1::/48",
    name: "IPv4-IPv6 Translation (local use)",
    source: "RFC 8215",
    registry: ipv6Registry,
  },
  { block: "2001::/32", name: "TEREDO", source: "RFC 4380", registry: ipv6Registry },
  ...specialIpv6.map(ipv6Block),
  { block: "5f00::/16", name: "Segment Routing (SRv6) SIDs", source: "RFC 9602", registry: ipv6Registry },
  { block: "fe80::/10", name: "Link-Local Unicast", source: "RFC 4291", registry: ipv6Registry },
  { block: "fec0::/10", name: "Site-Local Unicast (deprecated)", source: "RFC 3879", registry: ipv6Space },
  { block: "ff00::/8", name: "Multicast", source: "RFC 4291 section 2.7", registry: ipv6Space },
  { block: "fc00::/7", name: "Unique-Local", source: "RFC 4193", registry: ipv6Registry },
]

const explainV4 = (address: ipaddr.IPv4): string => {
  const found = ipv4Blocks.find(({ block }) => address.match(ipaddr.IPv4.parseCIDR(block)))
  return found === undefined ? byLibrary(address) : sentence(found)
}

const explainV6 = (address: ipaddr.IPv6): string => {
  if (address.match(ipaddr.IPv6.parseCIDR(nat64Block))) {
    const embedded = new ipaddr.IPv4(address.toByteArray().slice(12))
    return `${nat64Block}, IPv4-IPv6 Translation, RFC 6052, of ${embedded.toString()}: ${explainV4(embedded)}`
  }
  const found = ipv6Blocks.find(({ block }) => address.match(ipaddr.IPv6.parseCIDR(block)))
  if (found !== undefined) return sentence(found)
  if (!address.match(ipaddr.IPv6.parseCIDR(globalUnicastBlock))) {
    return `outside ${globalUnicastBlock}, Global Unicast, RFC 4291 section 2.4 (${ipv6Space})`
  }
  return isIsatap(address) ? "an ISATAP interface identifier, RFC 5214 section 6.1" : byLibrary(address)
}

const sentence = ({ block, name, registry, source }: RegisteredBlock): string =>
  `${block}, ${name}, ${source}${registry === undefined ? "" : ` (${registry})`}`

/** The library's list may know a block that ours doesn't. */
const byLibrary = (address: Address): string => `the range ${address.range()} of ipaddr.js`
