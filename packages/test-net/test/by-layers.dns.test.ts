/** Tests DNS answers that lie, change, fail or are unreadable, over the system's own resolver. */
import { assert, beforeAll, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { type Dns, Network, World } from "../src/index.ts"
import type { Errand, Visit } from "./programs/Visit.ts"
import {
  assertQueriedOnce,
  assertVisit,
  type Expected,
  onTheWay,
  page,
  privately,
  type Row,
  unreachable,
  visitAll,
} from "./Rows.ts"

const { public6, publicA, publicB } = World
const crowd = Array.from({ length: 40 }, (_, at) => `93.184.218.${at + 1}`)

const zone: Dns.Zone = {
  "any.test": [["0.0.0.0"]],
  "any6.test": [["::"]],
  "broadcast.test": [["255.255.255.255"]],
  "multicast.test": [["224.0.0.1"]],
  "link.test": [["fe80::1"]],
  "compatible.test": [["::a09:5"]],
  "translated.test": [["::ffff:0:a09:5"]],
  "6to4.test": [["2002:a09:5::1"]],
  "teredo.test": [["2001:0:a09:5::1"]],
  "fake.test": [["198.18.0.7"]],
  "private-first.test": [["10.9.0.5", publicA]],
  "only-a-private.test": [["10.9.0.5", public6]],
  "alias-mixed.test": [{ aliases: ["one.test"], addresses: [publicA, "127.0.0.1"] }],
  "alias-local.test": [{ aliases: ["localhost"], addresses: [publicA] }],
  "alias-loop.test": [{ aliases: ["alias-loop.test"], addresses: [] }],
  "alias-nowhere.test": [{ aliases: ["nowhere.test"], addresses: [] }],
  "cut-public.test": [{ overUdp: [publicA], overTcp: [publicA, public6] }],
  "cut-private.test": [{ overUdp: [publicA], overTcp: [publicA, "10.9.0.5"] }],
  "cut-private-end.test": [{ overUdp: [publicA], overTcp: [...crowd, "10.9.0.5"] }],
  "rebind6.test": [[public6], ["::1"]],
  "rebind-mixed.test": [[publicA], [publicA, "10.9.0.5"]],
  "later-private.test": [[publicA], ["10.9.0.5"]],
  "later-gone.test": [[publicA], "nxdomain"],
  "later-moved.test": [[publicA], [publicB]],
  "shared.test": [[publicA], ["10.9.0.5"]],
}

const rows: ReadonlyArray<Row> = [
  ["http://alias.test/", page],
  ["http://alias-private.test/", privately],
  ["http://alias-metadata.test/", privately],
  ["http://alias-mixed.test/", privately],
  // The requested name decides, with its addresses; an alias doesn't.
  ["http://alias-local.test/", page],
  ["http://mapped.test/", privately],
  ["http://compatible.test/", privately],
  ["http://translated.test/", privately],
  ["http://6to4.test/", privately],
  ["http://teredo.test/", privately],
  ["http://nat64-private.test/", privately],
  ["http://loopback.test/", privately],
  ["http://loopback6.test/", privately],
  ["http://private6.test/", privately],
  ["http://unspecified.test/", privately],
  ["http://any.test/", privately],
  ["http://any6.test/", privately],
  ["http://broadcast.test/", privately],
  ["http://multicast.test/", privately],
  ["http://link.test/", privately],
  ["http://fake.test/", privately],
  ["http://mixed.test/", privately],
  ["http://mixed6.test/", privately],
  ["http://private-first.test/", privately],
  ["http://only-a-private.test/", privately],
  ["http://rebind.test/?to=/end", { ...page, url: "http://rebind.test/end" }],
  ["http://rebind6.test/?to=/end", { ...page, url: "http://rebind6.test/end" }],
  [
    "http://rebind-mixed.test/?to=http://public.test/%3Fto%3Dhttp://rebind-mixed.test/end",
    { ...page, url: "http://rebind-mixed.test/end" },
  ],
  ["http://rebind-back.test/", privately],
  ["http://alias-loop.test/", unreachable],
  ["http://alias-nowhere.test/", unreachable],
  ["http://empty.test/", unreachable],
  ["http://nothing.test/", unreachable],
]

/** Names that glibc may query again by itself: the answer failed, was truncated or is unreadable. */
const requestedAgain: ReadonlyArray<Row> = [
  // More than the 512 bytes that UDP carries, sent all the same.
  ["http://many.test/", privately],
  ["http://cut-public.test/", page],
  ["http://cut-private.test/", privately],
  ["http://cut-private-end.test/", privately],
  ["http://servfail.test/", unreachable],
  ["http://garbage.test/", unreachable],
  ["http://silent.test/", unreachable],
]

/** Consecutive visits of a host: each conversation resolves it anew, and keeps the result. */
const sequel: ReadonlyArray<Errand & { readonly expected: Expected; readonly requested: boolean }> = [
  { url: "http://shared.test/1", conversation: "one", expected: page, requested: true },
  { url: "http://shared.test/2", conversation: "one", expected: page, requested: false },
  { url: "http://shared.test/", conversation: "two", expected: privately, requested: true },
  { url: "http://public.test/?to=http://shared.test/", conversation: "three", expected: onTheWay, requested: true },
  { url: "http://shared.test/3", conversation: "one", expected: page, requested: false },
]

/** The pins of this run live for a second. */
const afterwards: ReadonlyArray<Errand & { readonly expected: Expected; readonly at?: string }> = [
  { url: "http://later-private.test/", conversation: "one", expected: page, at: publicA },
  { url: "http://later-gone.test/", conversation: "one", expected: page, at: publicA },
  { url: "http://later-moved.test/", conversation: "one", expected: page, at: publicA },
  { url: "http://later-private.test/", conversation: "one", after: 1_100, expected: privately },
  { url: "http://later-gone.test/", conversation: "one", expected: unreachable },
  { url: "http://later-moved.test/", conversation: "one", expected: page, at: publicB },
]

describe.skipIf(Network.isMissing())("DNS in a network of its own", () => {
  let visits: ReadonlyMap<string, Visit>
  let sequels: ReadonlyArray<Visit>
  let afters: ReadonlyArray<Visit>
  beforeAll(async () => {
    const urls = [...rows, ...requestedAgain].map(([url]) => ({ url }))
    const all = await visitAll([...urls, ...sequel], { zone })
    visits = new Map(all.slice(0, urls.length).map((visit) => [visit.url, visit]))
    sequels = all.slice(urls.length)
    afters = await visitAll(afterwards, { zone, env: { PORTHOLE_PIN_TTL: "1s" } })
  })

  it.each([...rows, ...requestedAgain])("%s", (url, expected) => {
    const visit = assertVisit(visits.get(url), expected)
    assert.isNotEmpty(visit.queries)
  })

  it.each(rows)("resolves each kind of address once: %s", (url) => {
    const visit = visits.get(url)
    assert.isDefined(visit)
    assertQueriedOnce(visit)
  })

  it("reads all of an answer that UDP truncates", () => {
    const { queries } = assertVisit(visits.get("http://cut-private.test/"), privately)
    assert.include(queries, "cut-private.test 1 tcp")
  })

  it("pins a host for the conversation, and for no other", () => {
    for (const [at, { requested, expected, url }] of sequel.entries()) {
      const visit = assertVisit(sequels[at], expected)
      const questions = visit.queries.filter((question) => question.startsWith("shared.test "))
      assert.deepStrictEqual(questions, requested ? ["shared.test 1", "shared.test 28"] : [], url)
    }
  })

  it("resolves and judges again when a pin has expired, even with an open connection", () => {
    for (const [at, { at: address, expected, url }] of afterwards.entries()) {
      const visit = assertVisit(afters[at], expected)
      assert.deepStrictEqual(
        visit.seen.map((request) => request.address),
        address === undefined ? [] : [address],
        url,
      )
    }
  })
})

describe.skipIf(Network.isMissing())("the resolver of the system, over a scripted name server", () => {
  it("keeps the contract of its port", async () => {
    const outcomes = await Network.run<ReadonlyArray<{ readonly name: string; readonly broken?: string }>>(
      packedProgram("resolver-contract"),
    )
    assert.isAbove(outcomes.length, 8)
    for (const { broken, name } of outcomes) assert.isUndefined(broken, name)
  })
})
