/**
 * The address blocks that are not the public Internet, as data.
 *
 * {@link PublicAddress} admits an address only when `ipaddr.js` calls it `unicast` **and** no block
 * here holds it, so each list covers for the other. Blocks with a special purpose count as not
 * public even where the registry calls them globally reachable (anycast relays, AS112, AMT).
 *
 * Sources: the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, IPv6 as of
 * 2025-10-09), RFC 4291 section 2.5 (embedded IPv4), RFC 5771 and RFC 1112 (224/4, 240/4), and the
 * documentation of the one cloud whose metadata address is otherwise public.
 */

/** A block, what its registry calls it, and the document that sets it apart. */
export interface SpecialBlock {
  readonly block: string
  readonly name: string
  readonly source: string
}

/** IPv4 blocks that are never public. */
export const ipv4: ReadonlyArray<SpecialBlock> = [
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

/** IPv6 blocks inside 2000::/3 that are never public; whatever lies outside 2000::/3 is refused anyway. */
export const ipv6: ReadonlyArray<SpecialBlock> = [
  { block: "2001::/23", name: "IETF Protocol Assignments", source: "RFC 2928" },
  { block: "2001:db8::/32", name: "Documentation", source: "RFC 3849" },
  { block: "2002::/16", name: "6to4", source: "RFC 3056" },
  { block: "2620:4f:8000::/48", name: "Direct Delegation AS112 Service", source: "RFC 7534" },
  { block: "3fff::/20", name: "Documentation", source: "RFC 9637" },
]

/** Global unicast, the only IPv6 space from which public addresses are assigned (RFC 4291 section 2.4). */
export const globalUnicast = "2000::/3"

/** The one embedded form that is decoded: its last 32 bits are an IPv4 address (RFC 6052 section 2.1). */
export const nat64 = "64:ff9b::/96"

/**
 * Interface identifiers that carry an IPv4 address under any prefix: ISATAP (RFC 5214 section 6.1),
 * whichever way their universal and group bits are set (RFC 4291 appendix A).
 */
export const isatapIdentifiers: ReadonlyArray<readonly [number, number]> = [
  [0x0000, 0x5efe],
  [0x0100, 0x5efe],
  [0x0200, 0x5efe],
  [0x0300, 0x5efe],
]
