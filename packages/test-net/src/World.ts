/**
 * The small Internet during a program: names, public sites and the private side. Start it from a program inside the
 * network ({@link Network.run}); it ends with the process.
 */
import * as Certificates from "./Certificates.ts"
import * as Dns from "./Dns.ts"
import * as Doh from "./Doh.ts"
import * as PrivateSide from "./PrivateSide.ts"
import * as Sites from "./Sites.ts"

/** Addresses of the public side; enter.sh adds them to the namespace. */
export const publicA = "93.184.216.34"
export const publicB = "93.184.216.35"
export const public6 = "2606:2800:220:1:248:1893:25c8:1946"

/** {@link publicA} in a network with NAT64. */
export const publicNat64 = "64:ff9b::5db8:d822"

/** The address of the site that sends the bytes in its URL ({@link Sites.rawPath}). */
export const rawAddress = "93.184.216.39"

/** The address of a real nginx, once it is started. */
export const nginxAddress = "93.184.216.40"

/** Nothing listens here: a connection is refused. */
export const refusedAddresses = ["93.184.216.37", "2606:2800:220:1::37"] as const

/** Every packet to these is lost. */
export const lostAddresses = ["93.184.217.1", "2606:2800:220:2::1"] as const

/** Names for every case; a program may add its own. */
export const zone: Dns.Zone = {
  "public.test": [[publicA]],
  "other.test": [[publicB]],
  "robots.test": [[publicA]],
  "robots-private.test": [[publicA]],
  "raw.test": [[rawAddress]],
  "nginx.test": [[nginxAddress]],
  "second.test": [[publicA]],
  ...Object.fromEntries(Certificates.badHosts.map((host) => [host, [[publicA]]])),
  "six.test": [[public6]],
  "dual.test": [["2606:2800:220:1::dead", publicA]],
  "nat64.test": [["64:ff9b::5db8:d822"]],
  "alias.test": [{ aliases: ["one.test", "two.test", "three.test"], addresses: [publicA] }],
  "alias-private.test": [{ aliases: ["one.test", "two.test"], addresses: ["10.9.0.5"] }],
  "alias-metadata.test": [{ aliases: ["metadata.google.internal"], addresses: ["169.254.169.254"] }],
  "private.test": [["10.9.0.5"]],
  "private6.test": [["fd00:9::5"]],
  "mapped.test": [["::ffff:a09:5"]],
  "nat64-private.test": [["64:ff9b::a09:5"]],
  "loopback.test": [["127.0.0.1"]],
  "loopback6.test": [["::1"]],
  "unspecified.test": [["0.0.0.0"]],
  "metadata.test": [["169.254.169.254"]],
  "mixed.test": [[publicA, "10.9.0.5"]],
  "mixed6.test": [[publicA, "fd00:9::5"]],
  "rebind.test": [[publicA], ["10.9.0.5"]],
  "rebind-back.test": [["10.9.0.5"], [publicA]],
  "many.test": [[...Array.from({ length: 25 }, (_, at) => `93.184.216.${at + 100}`), "10.9.0.5"]],
  "empty.test": [[]],
  "servfail.test": ["servfail"],
  "silent.test": ["silence"],
  "garbage.test": ["garbage"],
}

/** A running world: its name server, its certificates, and logs of the connections and requests that reached it. */
export interface World {
  readonly dns: Dns.Server
  /** `address:port` of every connection that reached the private side: it must stay empty. */
  readonly intruders: ReadonlyArray<string>
  /** Requests, TLS connections and raw bytes that the public sites got ({@link Sites.Log}). */
  readonly seen: ReadonlyArray<Sites.SeenRequest>
  readonly hellos: ReadonlyArray<string>
  readonly raw: ReadonlyArray<string>
  /** The file of the test authority, for `NODE_EXTRA_CA_CERTS`. */
  readonly authority: string
  readonly certificates: Certificates.Certificates
}

/** Starts names, sites and the private side; the sites' certificate also covers the hosts in `certified`. */
export const start = async (names: Dns.Zone = {}, certified: ReadonlyArray<string> = []): Promise<World> => {
  const dns = await Dns.start({ ...zone, ...names })
  const intruders: Array<string> = []
  await PrivateSide.start(intruders)
  const certificates = Certificates.make([...certifiedNames, ...certified.map((host) => `DNS:${host}`)])
  const log: Sites.Log = { seen: [], hellos: [], raw: [] }
  for (const host of [publicA, publicB, public6, publicNat64]) await Sites.start(host, log, certificates)
  await Sites.startRaw(rawAddress, log)
  return { dns, intruders, ...log, authority: certificates.authority, certificates }
}

// --- private --------------------------------------------------------------------------

/** {@link publicB} is present only as a name, which doesn't count for an address (RFC 9110 section 4.3.5). */
const certifiedNames = [
  ...["public.test", "six.test", "second.test", "nginx.test", "*.wild.test"].map((name) => `DNS:${name}`),
  `DNS:${publicB}`,
  `IP:${publicA}`,
  `IP:${public6}`,
  `IP:${Doh.address}`,
]
