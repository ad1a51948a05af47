/** IPv4: every special-purpose block, the spellings of an address, and the public edges around. */
import { hosts } from "./spellings.ts"
import { addresses, urls, type VectorClass } from "./VectorClass.ts"

const registry = "IANA IPv4 Special-Purpose Address Registry"

const special: ReadonlyArray<readonly [source: string, list: ReadonlyArray<string>]> = [
  ["RFC 1122 this host", ["0.0.0.0"]],
  ["RFC 791 this network", ["0.0.0.1", "0.1.2.3", "0.128.0.0", "0.255.255.255"]],
  ["RFC 1918 private use", ["10.0.0.0", "10.0.0.1", "10.96.0.1", "10.128.0.0", "10.255.255.255"]],
  ["RFC 6598 shared address space; CVE-2026-42175", ["100.64.0.0", "100.64.0.1", "100.96.0.0", "100.127.255.255"]],
  ["RFC 1122 loopback", ["127.0.0.0", "127.0.0.1", "127.0.0.53", "127.1.2.3", "127.128.0.0", "127.255.255.255"]],
  ["RFC 3927 link-local", ["169.254.0.0", "169.254.1.1", "169.254.128.0", "169.254.169.253", "169.254.255.255"]],
  ["RFC 1918 private use", ["172.16.0.0", "172.16.0.1", "172.17.0.1", "172.24.0.0", "172.31.255.255"]],
  ["RFC 6890 IETF protocol assignments", ["192.0.0.11", "192.0.0.128", "192.0.0.255"]],
  ["RFC 7335 service continuity prefix", ["192.0.0.0", "192.0.0.1", "192.0.0.4", "192.0.0.7"]],
  ["RFC 7600 dummy address", ["192.0.0.8"]],
  ["RFC 7723 PCP anycast: special though globally reachable", ["192.0.0.9"]],
  ["RFC 8155 TURN anycast: special though globally reachable", ["192.0.0.10"]],
  ["RFC 7050 and RFC 8880 NAT64 discovery", ["192.0.0.170", "192.0.0.171"]],
  ["RFC 5737 TEST-NET-1", ["192.0.2.0", "192.0.2.1", "192.0.2.128", "192.0.2.255"]],
  ["RFC 7535 AS112-v4: special though globally reachable", ["192.31.196.0", "192.31.196.1", "192.31.196.255"]],
  ["RFC 7450 AMT: special though globally reachable", ["192.52.193.0", "192.52.193.1", "192.52.193.255"]],
  ["RFC 7526 deprecated 6to4 relay anycast", ["192.88.99.0", "192.88.99.1", "192.88.99.128", "192.88.99.255"]],
  ["RFC 6751 6a44 relay anycast", ["192.88.99.2"]],
  ["RFC 1918 private use", ["192.168.0.0", "192.168.0.1", "192.168.1.1", "192.168.128.0", "192.168.255.255"]],
  [
    "RFC 7534 AS112 direct delegation: special though globally reachable",
    ["192.175.48.0", "192.175.48.1", "192.175.48.255"],
  ],
  [
    "RFC 2544 benchmarking; the fake-IP range of openclaw issue 59395",
    ["198.18.0.0", "198.18.0.1", "198.18.255.255", "198.19.0.0", "198.19.255.255"],
  ],
  ["RFC 5737 TEST-NET-2", ["198.51.100.0", "198.51.100.1", "198.51.100.255"]],
  ["RFC 5737 TEST-NET-3", ["203.0.113.0", "203.0.113.1", "203.0.113.255"]],
  ["RFC 5771 multicast", ["224.0.0.0", "224.0.0.1", "224.0.0.251", "232.1.2.3", "239.255.255.250", "239.255.255.255"]],
  [
    "RFC 1112 reserved; private-ip CVE-2020-28360",
    ["240.0.0.0", "240.0.0.1", "247.255.255.255", "248.0.0.0", "255.255.255.254"],
  ],
  ["RFC 919 and RFC 8190 limited broadcast", ["255.255.255.255"]],
]

const spelled: ReadonlyArray<readonly [address: string, source: string]> = [
  ["127.0.0.1", "node-ip CVE-2023-42282 and CVE-2024-29415"],
  ["10.0.0.1", "RFC 1918"],
  ["172.16.0.1", "RFC 1918"],
  ["192.168.0.1", "RFC 1918"],
  ["169.254.169.254", "metadata in encoded forms: pydantic-ai CVE-2026-25580, CVE-2026-46678"],
  ["100.100.100.200", "RFC 6598; Alibaba Cloud docs, instance metadata"],
  ["168.63.129.16", "Azure docs, virtual public IP 168.63.129.16"],
  ["0.0.0.0", "RFC 1122; axios GHSA-f4gw-2p7v-4548"],
  ["192.0.0.192", "RFC 6890; Oracle metadata address"],
]

/** On both sides of each special block, the nearest addresses that are ordinary. */
const edges: ReadonlyArray<readonly [block: string, list: ReadonlyArray<string>]> = [
  ["0.0.0.0/8", ["1.0.0.0"]],
  ["10.0.0.0/8", ["9.255.255.255", "11.0.0.0"]],
  ["100.64.0.0/10", ["100.63.255.255", "100.128.0.0"]],
  ["127.0.0.0/8", ["126.255.255.255", "128.0.0.0"]],
  ["168.63.129.16/32", ["168.63.129.15", "168.63.129.17"]],
  ["169.254.0.0/16", ["169.253.255.255", "169.255.0.0"]],
  ["172.16.0.0/12", ["172.15.255.255", "172.32.0.0"]],
  ["192.0.0.0/24", ["191.255.255.255", "192.0.1.0"]],
  ["192.0.2.0/24", ["192.0.1.255", "192.0.3.0"]],
  ["192.31.196.0/24", ["192.31.195.255", "192.31.197.0"]],
  ["192.52.193.0/24", ["192.52.192.255", "192.52.194.0"]],
  ["192.88.99.0/24", ["192.88.98.255", "192.88.100.0"]],
  ["192.168.0.0/16", ["192.167.255.255", "192.169.0.0"]],
  ["192.175.48.0/24", ["192.175.47.255", "192.175.49.0"]],
  ["198.18.0.0/15", ["198.17.255.255", "198.20.0.0"]],
  ["198.51.100.0/24", ["198.51.99.255", "198.51.101.0"]],
  ["203.0.113.0/24", ["203.0.112.255", "203.0.114.0"]],
  ["224.0.0.0/4", ["223.255.255.255"]],
]

const spell = (name: string, verdict: "private" | "allowed", address: string, source: string) =>
  Object.entries(hosts).map(([spelling, host]) =>
    urls(name, verdict, `${source}; URL Standard: ${spelling}`, [`http://${host(address)}/`]),
  )

export const ipv4: ReadonlyArray<VectorClass> = [
  ...special.map(([source, list]) => addresses("ipv4-special", "private", `${registry}, ${source}`, list)),
  ...spelled.flatMap(([address, source]) => spell("ipv4-spelling", "private", address, source)),
  urls("ipv4-spelling", "private", "URL Standard, IPv4 parser: short, empty hex and odd forms", [
    "http://0/",
    "http://00/",
    "http://0./",
    "http://0x/",
    "http://0x0/",
    "http://0x.0x.0x.0x/",
    "http://1/",
    "http://127.0x0.0.01/",
    "http://127.0.0.0x1/",
    "http://127.65535/",
    "http://127.16777215/",
    "http://0x7f.1/",
    "http://0177.1/",
    "http://10.1/",
    "http://10.16777215/",
    "http://172.1048577/",
    "http://192.168.257/",
    "http://192.11010049/",
    "http://4294967295/",
    "http://0xffffffff/",
    "http://037777777777/",
    "http://0xE0000001/",
    "https://%30x7f.1/",
    "https://\u{1d7ce}x7f.1/",
    "https://\uff10\uff38\uff17\uff26.1/",
    "https://127.1\u3002/",
  ]),
  ...edges.map(([block, list]) => addresses("public-ipv4", "allowed", `${registry}: next to ${block}`, list)),
  addresses("public-ipv4", "allowed", "WordPress.com in 192.0.64.0/18: us/crw pull 384", [
    "192.0.64.0",
    "192.0.66.2",
    "192.0.78.9",
    "192.0.127.255",
  ]),
  addresses("public-ipv4", "allowed", "ordinary global unicast (RFC 1122, RFC 4632)", [
    "1.1.1.1",
    "8.8.8.8",
    "9.9.9.9",
    "93.184.215.14",
    "140.82.121.3",
    "151.101.1.140",
    "208.80.154.224",
    "172.217.16.142",
    "100.20.30.40",
    "169.1.2.3",
    "192.30.255.112",
    "198.41.0.4",
    "203.0.1.2",
    "223.5.5.5",
  ]),
  ...["93.184.215.14", "8.8.8.8"].flatMap((address) =>
    spell("public-ipv4-spelling", "allowed", address, "ordinary global unicast"),
  ),
]
