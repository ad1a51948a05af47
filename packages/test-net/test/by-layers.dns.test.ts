/** Tests DNS answers that lie, change, fail or are unreadable, over the system's own resolver. */
import { assert, beforeAll, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network, World } from "../src/index.ts"
import { requestedAgain, rows, zone } from "./DnsRows.ts"
import type { Errand, Visit } from "./programs/Visit.ts"
import {
  assertQueriedOnce,
  assertVisit,
  type Expected,
  onTheWay,
  page,
  privately,
  unreachable,
  visitAll,
} from "./Rows.ts"

const { publicA, publicB } = World

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
