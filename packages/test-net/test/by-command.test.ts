/**
 * Tests the real command with every environment variable that could mislead its process: a proxy on the private side,
 * TLS checks off. A row of each kind has a process of its own; the others run in one.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { Network } from "../src/index.ts"
import type { Ran } from "./by-command.ts"
import { assertAnswer, insecure, onTheWay, otherScheme, page, privately, type Row, runAll, status } from "./Rows.ts"

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
  ["http://gone.invalid/", privately],
  ["http://search.onion/", privately],
  ["http://5.0.9.10.in-addr.arpa/", privately],
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

/** A process each. */
const processes = new Set([
  "https://public.test/",
  "https://other.test/",
  "http://public.test/?to=http://10.9.0.5/secret",
])

const fetching = (url: string) => ({ args: ["fetch", "--json", url], isProcess: processes.has(url) })

describe.skipIf(Network.isMissing())("porthole fetch in a network of its own", () => {
  const runs = new Map<string, Ran>()
  beforeAll(async () => {
    const all = await runAll(
      rows.map(([url]) => fetching(url)),
      hostile,
    )
    for (const [at, [url]] of rows.entries()) runs.set(url, all[at]!)
  })

  it.each(rows)("%s", (url, expected) => {
    const { code, intruders, stdout } = runs.get(url)!
    assertAnswer({ answer: JSON.parse(stdout), intruders }, expected)
    assert.strictEqual(code, "error" in expected ? 1 : 0)
  })

  it("resolves no name that is refused, and no literal", () => {
    const unresolved = rows.filter(([url, expected]) => expected === privately && url !== "http://mixed.test/")
    assert.isAtLeast(unresolved.length, 7)
    for (const [url] of unresolved) assert.deepStrictEqual(runs.get(url)?.queries, [], url)
  })

  it("sends nothing for check --offline", async () => {
    const [ran] = await runAll([{ args: ["check", "--offline", "--explain", "http://public.test/"] }], hostile)
    assert.deepStrictEqual([ran?.code, ran?.queries, ran?.seen, ran?.intruders], [0, [], [], []])
  })

  it("trusts NODE_EXTRA_CA_CERTS, and without it doesn't", async () => {
    const [without] = await runAll([fetching("https://public.test/")], { ...hostile, NODE_EXTRA_CA_CERTS: "" })
    assert.include(JSON.parse(without?.stdout ?? ""), insecure)
    assert.include(JSON.parse(runs.get("https://public.test/")?.stdout ?? ""), page)
  })
})
