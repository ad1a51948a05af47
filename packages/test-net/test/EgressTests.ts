/**
 * Tests the boundary again over DNS-over-HTTPS and through real proxies: the corpus of vectors, DNS answers that lie or
 * change, redirects. Nothing may reach the private side, and a proxy is told nothing but vetted addresses.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { Network, Proxies, World } from "../src/index.ts"
import * as DnsRows from "./DnsRows.ts"
import type { Report } from "./by-layers.ts"
import * as RedirectRows from "./RedirectRows.ts"
import { assertQueriedOnce, assertVisit, type Expected, insecure, page, type Row, visitThrough } from "./Rows.ts"
import * as VectorRows from "./VectorRows.ts"

/** A proxy reaches an address of the public side only if these tests admit it. */
const admitted = new Set<string>([
  World.publicA,
  World.publicB,
  `[${World.public6}]`,
  World.public6,
  World.rawAddress,
  `[${World.publicNat64}]`,
  World.publicNat64,
  "[2606:2800:220:1::dead]",
  "2606:2800:220:1::dead",
  // The DNS-over-HTTPS server, which the operator configured.
  "93.184.216.41",
])

const hostOf = (target: string): string => target.replace(/:\d+$/, "")

const assertTunnels = ({ tunnels }: Report): void => {
  assert.isNotEmpty(tunnels)
  assert.deepStrictEqual(
    tunnels.filter((target) => !admitted.has(hostOf(target))),
    [],
  )
}

/** Over DNS-over-HTTPS a server that never answers is a timeout; nothing asks a second time. */
const outcomeOf = (url: string, expected: Expected): Expected =>
  url === "http://silent.test/" ? { error: "timeout" } : expected

const overTls: ReadonlyArray<Row> = [
  ["https://public.test/", page],
  ["https://six.test/", page],
  [`https://${World.publicA}/`, page],
  ["https://other.test/", insecure],
  ["https://expired.test/", insecure],
  ["https://self-signed.test/", insecure],
]

/** The rows besides the vectors, by their kinds. */
export const kinds: ReadonlyArray<ReadonlyArray<Row>> = [
  DnsRows.rows,
  [...DnsRows.requestedAgain, ...DnsRows.awaited],
  RedirectRows.byStatus,
  RedirectRows.notFollowed,
  RedirectRows.heads.map(([, url, expected]): Row => [url, expected]),
  overTls,
]

/** A way out, and what goes it. */
export interface Way {
  /** No proxy: directly. */
  readonly proxy: Proxies.Kind | undefined
  readonly vectors: ReadonlyArray<VectorRows.Vector>
  readonly rows: ReadonlyArray<Row>
}

/** All ways. */
export const proxies: ReadonlyArray<Way["proxy"]> = [undefined, ...Proxies.kinds]

/** A host whose second answer is private, by conversations. */
const changing = ["one", "one", "two"].map((conversation, at) => ({
  url: `http://later-private.test/${at}`,
  conversation,
}))

/** Declares the tests of a way. */
export const declare = ({ proxy, rows, vectors }: Way): void => {
  describe.skipIf(Network.isMissing() || Proxies.isMissing())(
    `over DNS-over-HTTPS, ${proxy === undefined ? "directly" : `through ${proxy}`},`,
    () => {
      let report: Report
      beforeAll(async () => {
        const urls = [...vectors.map(({ url }) => url), ...rows.map(([url]) => url)]
        report = await visitThrough([...urls.map((url) => ({ url })), ...changing], {
          doh: true,
          ...(proxy === undefined ? {} : { proxy }),
          zone: { ...VectorRows.zone, ...DnsRows.zone },
        })
        if (proxy !== undefined) assertTunnels(report)
      })

      it("every refused vector is refused as written", () =>
        assert.deepStrictEqual(VectorRows.wrongOf(report.visits.slice(0, vectors.length), vectors), []))

      it("every answer of DNS, every redirect and every certificate has the same outcome", () => {
        const visits = report.visits.slice(vectors.length)
        for (const [at, [url, expected]] of rows.entries()) {
          assertQueriedOnce(assertVisit(visits[at], outcomeOf(url, expected)))
        }
      })

      it("a host that changes its answer keeps its address within a conversation, and is judged again in the next", () => {
        const visits = report.visits.slice(-changing.length)
        assert.deepStrictEqual(
          visits.map(({ answer, seen }) => [answer["error"], seen.length]),
          [
            [undefined, 1],
            [undefined, 1],
            ["blocked_url", 0],
          ],
        )
        for (const { intruders } of visits) assert.deepStrictEqual(intruders, [])
      })
    },
  )
}
