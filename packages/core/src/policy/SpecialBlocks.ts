/** The special-purpose blocks of IPv4 and IPv6 addresses, by the registries of IANA. */
import type ipaddr from "ipaddr.js"

/** A block, its name (in IANA's registries, except Azure's block), and the document that reserves it. */
export interface SpecialBlock {
  readonly block: string
  readonly name: string
  readonly source: string
}

/** IPv4 blocks that are never public. */
export const specialIpv4: ReadonlyArray<SpecialBlock> = [
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
export const specialIpv6: ReadonlyArray<SpecialBlock> = [
  { block: "2001::/23", name: "IETF Protocol Assignments", source: "RFC 2928" },
  { block: "2001:db8::/32", name: "Documentation", source: "RFC 3849" },
  { block: "2002::/16", name: "6to4", source: "RFC 3056" },
  { block: "2620:4f:8000::/48", name: "Direct Delegation AS112 Service", source: "RFC 7534" },
  { block: "3fff::/20", name: "Documentation", source: "RFC 9637" },
]

/** Global unicast, the only IPv6 space from which public addresses are assigned (RFC 4291 section 2.4). */
export const globalUnicastBlock = "2000::/3"

/** The only embedded form that is decoded: its last 32 bits are an IPv4 address (RFC 6052 section 2.1). */
export const nat64Block = "64:ff9b::/96"

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

/** Whether an IPv6 address contains an IPv4 address by its interface identifier. */
export const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  isatapIdentifiers.some(([high, low]) => parts[4] === high && parts[5] === low)
