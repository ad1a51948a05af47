/**
 * Tests the real command, one process for each row, with every environment variable that could mislead it: a proxy on
 * the private side, TLS checks off.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import type { Visit } from "./programs/Visit.ts"
import { assertVisit, insecure, onTheWay, otherScheme, page, privately, type Row, status } from "./Rows.ts"

const rows: ReadonlyArray<Row> = [
  ["http://public.test/", page],
  ["https://public.test/", page],
  ["http://public.test/?to=https://public.test/end", { url: "https://public.test/end" }],
  ["http://public.test/missing", status(404)],
  ["https://other.test/", insecure],
  ["https://expired.test/", insecure],
  ["http://mixed.test/", privately],
  ["http://10.9.0.5/", privately],
  ["http://127.0.0.1:8080/", privately],
  ["http://[::1]/", privately],
  ["http://localhost/", privately],
  ["http://public.test/?to=http://10.9.0.5/secret", onTheWay],
  ["https://public.test/?to=http://public.test/", onTheWay],
  ["http://public.test/?to=ftp://10.9.0.5/", otherScheme],
  ["http://rebind.test/?to=http://rebind.test/again", { url: "http://rebind.test/again" }],
]

const proxy = "http://127.0.0.1:8080"
const hostile = {
  HTTP_PROXY: proxy,
  HTTPS_PROXY: proxy,
  ALL_PROXY: proxy,
  http_proxy: proxy,
  https_proxy: proxy,
  all_proxy: proxy,
  NODE_USE_ENV_PROXY: "1",
  NODE_TLS_REJECT_UNAUTHORIZED: "0",
  // The reading of a page doesn't matter here.
  PORTHOLE_EXTRACT_ISOLATION: "none",
}

const byCommand = (urls: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  Network.run<ReadonlyArray<Visit>>(packedProgram("by-command"), { urls, env })

describe.skipIf(Network.isMissing())("porthole fetch in a network of its own", () => {
  const visits = new Map<string, Visit>()
  beforeAll(async () => {
    const urls = rows.map(([url]) => url)
    for (const visit of await byCommand(urls, hostile)) visits.set(visit.url, visit)
  })

  it.each(rows)("%s", (url, expected) => {
    const { code } = assertVisit(visits.get(url), expected)
    assert.strictEqual(code, "error" in expected ? 1 : 0)
  })

  it("resolves no name that is refused, and no literal", () => {
    for (const url of ["http://localhost/", "http://10.9.0.5/", "http://[::1]/"])
      assert.deepStrictEqual(visits.get(url)?.queries, [])
  })

  it("trusts NODE_EXTRA_CA_CERTS, and without it doesn't", async () => {
    const [visit] = await byCommand(["https://public.test/"], { ...hostile, NODE_EXTRA_CA_CERTS: "" })
    assertVisit(visit, insecure)
    assertVisit(visits.get("https://public.test/"), page)
  })
})
