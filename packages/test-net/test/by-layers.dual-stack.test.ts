/**
 * Tests hosts with addresses in both families of which some are dead, and IPv4 behind NAT64. Only order and outcome
 * decide.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { type Dns, Network, World } from "../src/index.ts"
import type { Visit } from "./programs/Visit.ts"
import { assertVisit, type Expected, page, privately, unreachable, visitAll } from "./Rows.ts"

const { public6, publicA, publicNat64 } = World
const [refused4, refused6] = World.refusedAddresses
const [lost4, lost6] = World.lostAddresses

/** The system puts IPv6 first (RFC 6724 section 2.1), so that the dead address is tried first. */
const rows: ReadonlyArray<{
  readonly name: string
  readonly host: string
  readonly addresses: ReadonlyArray<string>
  readonly expected: Expected
  /** The address that received the request, and the lost addresses that were tried before. */
  readonly at?: string
  readonly tried?: ReadonlyArray<string>
}> = [
  {
    name: "IPv6 whose packets are lost, then IPv4",
    host: "lost6.test",
    addresses: [lost6, publicA],
    expected: page,
    at: publicA,
    tried: [lost6],
  },
  {
    name: "IPv6 that is refused, then IPv4",
    host: "refused6.test",
    addresses: [refused6, publicA],
    expected: page,
    at: publicA,
  },
  {
    name: "IPv6 without a route, then IPv4",
    host: "dual.test",
    addresses: ["2606:2800:220:1::dead", publicA],
    expected: page,
    at: publicA,
  },
  {
    name: "IPv6 that is refused, IPv4 that is refused, then IPv4",
    host: "refused46.test",
    addresses: [refused6, refused4, publicA],
    expected: page,
    at: publicA,
  },
  {
    name: "IPv6 that answers, then IPv4 whose packets are lost",
    host: "good6.test",
    addresses: [lost4, public6],
    expected: page,
    at: public6,
  },
  {
    name: "all lost",
    host: "all-lost.test",
    addresses: [lost6, lost4],
    expected: { error: "timeout" },
    tried: [lost6, lost4],
  },
  {
    name: "one lost, one refused",
    host: "lost-refused.test",
    addresses: [lost6, refused4],
    expected: unreachable,
    tried: [lost6],
  },
  { name: "all refused", host: "all-refused.test", addresses: [refused6, refused4], expected: unreachable },
  { name: "one lost, one private", host: "lost-private.test", addresses: [lost6, "10.9.0.5"], expected: privately },
  {
    name: "NAT64 of a public address only",
    host: "nat64-only.test",
    addresses: [publicNat64],
    expected: page,
    at: publicNat64,
  },
  { name: "NAT64 of a private address", host: "nat64-bad.test", addresses: ["64:ff9b::a09:5"], expected: privately },
  { name: "NAT64 of loopback", host: "nat64-loop.test", addresses: ["64:ff9b::7f00:1"], expected: privately },
  {
    name: "NAT64 of the metadata service beside a public address",
    host: "nat64-mixed.test",
    addresses: ["64:ff9b::a9fe:a9fe", publicA],
    expected: privately,
  },
  { name: "NAT64 for local use", host: "nat64-local.test", addresses: ["64:ff9b:1::5db8:d822"], expected: privately },
]

const zone: Dns.Zone = Object.fromEntries(rows.map(({ addresses, host }) => [host, [addresses]]))

describe.skipIf(Network.isMissing())("addresses of two families in a network of their own", () => {
  const visits = new Map<string, Visit>()
  beforeAll(async () => {
    const isLate = ({ expected }: (typeof rows)[number]) => expected["error"] === "timeout"
    for (const [part, deadline] of [
      [rows.filter((row) => !isLate(row)), "120 s"],
      [rows.filter(isLate), "5 s"],
    ] as const) {
      const errands = ["public.test", ...part.map(({ host }) => host)].map((host) => ({ url: `http://${host}/` }))
      const [, ...visited] = await visitAll(errands, {
        zone,
        looks: true,
        env: { PORTHOLE_FETCH_TIMEOUT: deadline },
      })
      for (const [at, { host }] of part.entries()) visits.set(host, visited[at]!)
    }
  })

  it.each(rows.map((row) => [row.name, row] as const))("%s", (_name, row) => {
    const visit = assertVisit(visits.get(row.host), row.expected)
    assert.deepStrictEqual(
      visit.seen.map(({ address }) => address),
      row.at === undefined ? [] : [row.at],
    )
    assert.deepStrictEqual(visit.tried, row.tried ?? [])
  })
})
