/** IPv6 forms that embed an IPv4: refused whole, except NAT64 of a public one. */
import { groups, nat64LocalUse, teredo } from "./spellings.ts"
import { addresses, publicV4, type VectorClass } from "./VectorClass.ts"

/** IPv4 addresses to embed. The last two are public: these forms are refused whatever they carry. */
const carried = [
  "127.0.0.1",
  "10.0.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "192.168.1.1",
  "100.100.100.200",
  "168.63.129.16",
  "8.8.8.8",
  publicV4,
]

const embeddings: ReadonlyArray<readonly [name: string, source: string, form: (address: string) => string]> = [
  [
    "ipv4-mapped",
    "RFC 4291 2.5.5.2, hex; microsoft/vscode issues 335122, 335127, 335131",
    (address) => `::ffff:${groups(address)}`,
  ],
  ["ipv4-mapped", "RFC 4291 2.5.5.2, dotted; node-ip CVE-2024-29415", (address) => `::ffff:${address}`],
  [
    "ipv4-mapped",
    "RFC 4291 2.5.5.2, upper case and uncompressed",
    (address) => `0:0:0:0:0:FFFF:${groups(address).toUpperCase()}`,
  ],
  ["ipv4-compatible", "RFC 4291 2.5.5.1, hex; microsoft/AntiSSRF issue 23", (address) => `::${groups(address)}`],
  ["ipv4-compatible", "RFC 4291 2.5.5.1, dotted; microsoft/AntiSSRF issue 23", (address) => `::${address}`],
  ["ipv4-translated", "RFC 2765 2.1, hex", (address) => `::ffff:0:${groups(address)}`],
  ["ipv4-translated", "RFC 2765 2.1, dotted", (address) => `::ffff:0:${address}`],
  ["nat64-local-use", "RFC 8215 64:ff9b:1::/48, /96 layout", (address) => `64:ff9b:1::${groups(address)}`],
  ["nat64-local-use", "RFC 8215 64:ff9b:1::/48, /96 layout, dotted", (address) => `64:ff9b:1:fffe::${address}`],
  ["nat64-local-use", "RFC 8215 64:ff9b:1::/48, RFC 6052 /48 layout", nat64LocalUse],
  ["6to4", "RFC 3056 2002::/16", (address) => `2002:${groups(address)}::1`],
  ["teredo", "RFC 4380 2001::/32, client", (address) => teredo("65.54.227.120", address)],
  ["teredo", "RFC 4380 2001::/32, server", (address) => teredo(address, "8.8.4.4")],
  ["isatap", "RFC 5214 under a global prefix, 0000:5efe", (address) => `2606:4700:0:1:0:5efe:${groups(address)}`],
  [
    "isatap",
    "RFC 5214 under a global prefix, 0200:5efe",
    (address) => `2a00:1450:4001:81b:200:5efe:${groups(address)}`,
  ],
  [
    "isatap",
    "RFC 5214 with the group bit of RFC 4291 appendix A, 0100:5efe",
    (address) => `2606:4700:0:1:100:5efe:${groups(address)}`,
  ],
  [
    "isatap",
    "RFC 5214 with both bits of RFC 4291 appendix A, 0300:5efe",
    (address) => `2a00:1450:4001:81b:300:5efe:${groups(address)}`,
  ],
]

/** Not public, so a NAT64 of them isn't either (RFC 6052 3.1). */
const notPublic = [
  "0.0.0.0",
  "10.0.0.1",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "168.63.129.16",
  "169.254.169.254",
  "172.31.255.255",
  "192.0.0.9",
  "192.0.0.192",
  "192.0.2.1",
  "192.31.196.1",
  "192.52.193.1",
  "192.88.99.1",
  "192.168.1.1",
  "192.175.48.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
]

export const embedded: ReadonlyArray<VectorClass> = [
  ...embeddings.map(([name, source, form]) => addresses(name, "private", source, carried.map(form))),
  addresses("ipv4-mapped", "private", "RFC 4291 2.5.5.2: both ends of ::ffff:0:0/96", [
    "::ffff:0:0",
    "::ffff:0.0.0.0",
    "::ffff:ffff:ffff",
  ]),
  addresses("6to4", "private", "RFC 3056: both ends of 2002::/16", [
    "2002::",
    "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  ]),
  addresses("teredo", "private", "RFC 4380: both ends of 2001::/32", [
    "2001::",
    "2001::1",
    "2001:0:ffff:ffff:ffff:ffff:ffff:ffff",
  ]),
  addresses("nat64-local-use", "private", "RFC 8215: both ends of 64:ff9b:1::/48", [
    "64:ff9b:1::",
    "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
  ]),
  addresses("isatap", "private", "RFC 5214 under a link-local prefix", [
    "fe80::5efe:7f00:1",
    "fe80::200:5efe:c0a8:101",
  ]),
  addresses("isatap", "private", "RFC 5214 under global prefixes, other spellings", [
    "2001:470:1f0b:1::5efe:10.0.0.1",
    "2600::5EFE:A00:1",
    "2606:4700:0:1:0000:5efe:0a00:0001",
    "2a00:1450:4001:81b:0200:5EFE:127.0.0.1",
  ]),
  addresses(
    "nat64",
    "private",
    "RFC 6052 3.1: the well-known prefix over a non-public IPv4, hex",
    notPublic.map((address) => `64:ff9b::${groups(address)}`),
  ),
  addresses(
    "nat64",
    "private",
    "RFC 6052 2.4: the well-known prefix over a non-public IPv4, dotted",
    notPublic.map((address) => `64:ff9b::${address}`),
  ),
  addresses("public-ipv6", "allowed", "RFC 5214: 5efe elsewhere or beside makes no ISATAP", [
    "2606:4700:0:5efe::1",
    "2606:4700:0:1:0:5efd:a00:1",
    "2606:4700:0:1:0:5eff:a00:1",
    "2606:4700:0:1:5efe:0:a00:1",
    "2606:4700:0:1:1000:5efe:a00:1",
    "2606:4700:0:1:400:5efe:a00:1",
    "2606:4700:0:1::5efe:1",
    "2606:4700:5efe:a00:1::1",
  ]),
  addresses(
    "public-nat64",
    "allowed",
    "RFC 6052: the well-known prefix over a public IPv4; rommapp/romm pull 3675",
    [publicV4, "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "172.32.0.0", "192.0.66.2", "223.255.255.255"].map(
      (address) => `64:ff9b::${groups(address)}`,
    ),
  ),
  addresses("public-nat64", "allowed", "RFC 6052 2.4: dotted, uncompressed and upper-case spellings", [
    `64:ff9b::${publicV4}`,
    "64:ff9b::8.8.8.8",
    "64:FF9B::808:808",
    "0064:ff9b:0000:0000:0000:0000:0808:0808",
    "64:ff9b:0:0:0:0:8.8.8.8",
  ]),
]
