/**
 * Explains to an operator why an address isn't public: the block, its name, its source and its registry. It decides
 * nothing: it explains a refusal afterwards, by the most specific block.
 */
import ipaddr from "ipaddr.js"
import { type Address, parse } from "./IpAddress.ts"
import {
  globalUnicastBlock,
  isIsatap,
  nat64Block,
  type SpecialBlock,
  specialIpv4,
  specialIpv6,
} from "./SpecialBlocks.ts"
import { PublicAddress } from "./PublicAddress.ts"

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

/**
 * Whether an address is one of those with which a proxy in TUN mode answers for every name ("fake IP"; the defaults of
 * mihomo, sing-box and Surge). It stands for the name within that proxy only, so it is refused like its whole block.
 */
export const isFakeIp = (text: string): boolean => {
  const address = parse(text)
  return address instanceof ipaddr.IPv4
    ? address.match(ipaddr.IPv4.parseCIDR(fakeIpv4Block))
    : address?.match(ipaddr.IPv6.parseCIDR(fakeIpv6Block)) === true
}

// --- private --------------------------------------------------------------------------

const fakeIpv4Block = "198.18.0.0/15"
const fakeIpv6Block = "fc00::/18"

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
