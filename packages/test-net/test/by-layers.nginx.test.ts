/** Tests an independent server: pages, compression, redirects and TLS of a real nginx. */
import { assert, beforeAll, describe, it } from "vitest"
import { Network, Nginx, World } from "../src/index.ts"
import type { Visit } from "./programs/Visit.ts"
import { assertQueriedOnce, assertVisit, insecure, onTheWay, page, type Row, status, visitRows } from "./Rows.ts"

const rows: ReadonlyArray<Row> = [
  ["http://nginx.test/", page],
  ["https://nginx.test/", page],
  ["http://nginx.test/packed.html", page],
  ["https://nginx.test/packed.html", page],
  ["http://nginx.test/stored.html", page],
  ["http://nginx.test/moved", { ...page, url: "http://nginx.test/" }],
  ["http://nginx.test/folder", { ...page, url: "http://nginx.test/folder/" }],
  ["http://nginx.test/secure", { ...page, url: "https://nginx.test/" }],
  ["https://nginx.test/plain", onTheWay],
  ["http://nginx.test/inside", onTheWay],
  ["https://nginx.test/inside", onTheWay],
  ["http://nginx.test/metadata", onTheWay],
  ["http://nginx.test/nowhere", status(404)],
  ["https://public.test/?to=https://nginx.test/moved", { ...page, url: "https://nginx.test/" }],
  ["https://also-nginx.test/", insecure],
]

describe.skipIf(Network.isMissing() || Nginx.isMissing())("nginx in a network of its own", () => {
  let visits: ReadonlyMap<string, Visit>
  beforeAll(async () => {
    visits = await visitRows(rows, { nginx: true, zone: { "also-nginx.test": [[World.nginxAddress]] } })
  })

  it.each(rows)("%s", (url, expected) => {
    assertQueriedOnce(assertVisit(visits.get(url), expected))
  })

  it("is read completely, compressed or not", () => {
    const content = (url: string) => visits.get(url)?.answer["content_md"]
    assert.include(content("http://nginx.test/"), "every boat that knows the tide")
    assert.strictEqual(content("http://nginx.test/packed.html"), content("http://nginx.test/"))
    assert.strictEqual(content("http://nginx.test/stored.html"), content("http://nginx.test/"))
  })
})
