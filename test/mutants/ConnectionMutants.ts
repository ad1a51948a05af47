/** Pins, connections and TLS, without one of their checks each. */
import { fetchTest, type Mutant, netTest, transport } from "./Mutant.ts"

const Connector = transport("PinnedConnector")
const Dialer = transport("UndiciDialer")
const PinCache = transport("PinCache")
const Pools = transport("UndiciDialer")

const dialer = fetchTest("NodeDialer")
const walk = fetchTest("PinnedFetch")

/** The pool of another key that has the same word at a place: the origin is at 0, the address at 1. */
const sharedBy = (place: 0 | 1): string =>
  `(entries.get(key) ?? Array.from(entries).find(([other]) => other.split(" ")[${place}] === key.split(" ")[${place}])?.[1]) ?? open(key)`

export const connectionMutants: ReadonlyArray<Mutant> = [
  {
    name: "the socket's remote address",
    protects: "an address that the system turns into another (0.0.0.0 is loopback)",
    edits: [
      {
        file: Connector,
        find: 'PublicAddress.sameAddress(socket.remoteAddress ?? "", address)',
        replace: "address.length > 0",
      },
    ],
    tests: [dialer],
  },
  {
    name: "only the pinned address is dialled",
    protects: "DNS that answers the connection otherwise than the check",
    edits: [{ file: Connector, find: "hostname: address,", replace: "" }],
    tests: [netTest("dns")],
  },
  {
    name: "proxy isolation",
    protects: "a proxy of the environment that dials for us, unjudged",
    edits: [
      { file: Dialer, find: "import { Pool } from", replace: "import { EnvHttpProxyAgent, Pool } from" },
      {
        file: Dialer,
        find: 'pool.dispatch({ method: "GET",',
        replace:
          'const agent = process.env["HTTP_PROXY"] === undefined ? pool : new EnvHttpProxyAgent()\n  agent.dispatch({ origin: hop.target.origin, method: "GET",',
      },
    ],
    tests: [netTest("command")],
  },
  {
    name: "TLS verification",
    protects: "whoever stands between us and a site",
    edits: [{ file: Connector, find: "rejectUnauthorized: true", replace: "rejectUnauthorized: false" }],
    tests: [dialer],
  },
  {
    name: "TLS verification, said aloud",
    protects: "NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment",
    edits: [{ file: Connector, find: "rejectUnauthorized: true,", replace: "" }],
    tests: [netTest("tls")],
  },
  {
    name: "TLS for the host's name",
    protects: "a certificate of another host behind the same address",
    edits: [{ file: Connector, find: "? { servername } :", replace: "? { servername: address } :" }],
    tests: [netTest("tls")],
  },
  {
    name: "no session of TLS resumed",
    protects: "a connection whose certificate nobody looked at",
    edits: [{ file: Connector, find: "maxCachedSessions: 0", replace: "maxCachedSessions: 9" }],
    tests: [netTest("tls")],
  },
  {
    name: "a dialer that ends with its layer",
    protects: "connections that nobody closes, with instrumentation back on",
    edits: [{ file: Pools, find: "if (hasEnded) return undefined", replace: "" }],
    tests: [dialer],
  },
  {
    name: "pins held",
    protects: "rebinding between two pages of a conversation",
    edits: [{ file: PinCache, find: '=== "Success" ? pin_ttl : 0', replace: '=== "Success" && pin_ttl ? 0 : 0' }],
    tests: [walk],
  },
  {
    name: "pins that end",
    protects: "an address kept when its owner has changed",
    edits: [
      { file: PinCache, find: '=== "Success" ? pin_ttl : 0', replace: '=== "Success" && pin_ttl ? "9 days" : 0' },
    ],
    tests: [walk],
  },
  {
    name: "pins of a conversation",
    protects: "one tenant's answers used for another",
    edits: [{ file: PinCache, find: "JSON.stringify([who.tenant, who.id])", replace: "typeof who.id" }],
    tests: [fetchTest("PinCache"), walk],
  },
  {
    name: "the address in the key of a pool",
    protects: "a connection to one pin used for another",
    edits: [{ file: Pools, find: "entries.get(key) ?? open(key)", replace: sharedBy(0) }],
    tests: [dialer],
  },
  {
    name: "the origin in the key of a pool",
    protects: "a request for one host sent on a connection that was checked for another",
    edits: [{ file: Pools, find: "entries.get(key) ?? open(key)", replace: sharedBy(1) }],
    tests: [dialer],
  },
  {
    name: "nothing of the caller in a request",
    protects: "tracing headers, cookies and keys told to a site",
    edits: [
      {
        file: Dialer,
        find: "start(lease.pool, hop, headers,",
        replace: 'start(lease.pool, hop, { ...headers, traceparent: "00-0af7651916cd43dd-b7ad6b71-01" },',
      },
    ],
    tests: [dialer],
  },
  {
    name: "nothing added by instrumentation",
    protects: "the trace of the host program told to every site",
    edits: [
      {
        file: transport("NoInstrumentation"),
        find: 'Object.defineProperty(request, "headers", { get: () => [...exchange.fields], set: () => {} })',
        replace: "",
      },
    ],
    tests: [dialer],
  },
  {
    name: "nothing added by instrumentation that comes late",
    protects: "the same, for a request that waits for a connection when somebody begins to listen",
    edits: [{ file: Dialer, find: "NoInstrumentation.isUntouched", replace: "() => true" }],
    tests: [dialer],
  },
  {
    name: "nothing of one hop on the next",
    protects: "a URL with a secret in it told to the next site",
    edits: [
      {
        file: transport("Walk"),
        find: "headersFor(request, place.url)",
        replace: "{ ...headersFor(request, place.url), referer: place.visited.at(-2) ?? '' }",
      },
    ],
    tests: [walk],
  },
]
