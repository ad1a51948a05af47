/** Tests invalid certificates, and the server name that the client sends. */
import { assert, beforeAll, describe, it } from "vitest"
import { Network, World } from "../src/index.ts"
import type { Visit } from "./programs/Visit.ts"
import { assertVisit, insecure, page, type Row, visitRows } from "./Rows.ts"

/** Every row has its own hosts, so that no earlier connection can be reused. */
const wild = (name: string) => `${name}.wild.test`
const zone = Object.fromEntries(
  ["dot", "capital", "b.c", "d", "e", "f", "g"].map((name) => [wild(name), [[World.publicA]]]),
)

const rows: ReadonlyArray<readonly [...Row, hellos: ReadonlyArray<string>]> = [
  ["https://public.test/", page, [`${World.publicA} public.test`]],
  ["https://six.test/", page, [`${World.public6} six.test`]],
  ["https://dot.wild.test./", page, [`${World.publicA} dot.wild.test`]],
  ["https://CAPITAL.wild.test/", page, [`${World.publicA} capital.wild.test`]],
  [`https://${World.publicA}/`, page, [`${World.publicA} -`]],
  [`https://[${World.public6}]/`, page, [`${World.public6} -`]],
  ["https://b.c.wild.test/", insecure, [`${World.publicA} b.c.wild.test`]],
  ["https://other.test/", insecure, [`${World.publicB} other.test`]],
  ["https://expired.test/", insecure, [`${World.publicA} expired.test`]],
  ["https://stranger.test/", insecure, [`${World.publicA} stranger.test`]],
  ["https://self-signed.test/", insecure, [`${World.publicA} self-signed.test`]],
  ["https://leaf-signed.test/", insecure, [`${World.publicA} leaf-signed.test`]],
  [
    "https://d.wild.test/?to=https://second.test/end",
    { ...page, url: "https://second.test/end" },
    [`${World.publicA} d.wild.test`, `${World.publicA} second.test`],
  ],
  [
    "https://e.wild.test/?to=https://expired.test/",
    insecure,
    [`${World.publicA} e.wild.test`, `${World.publicA} expired.test`],
  ],
  [
    "https://f.wild.test/?to=https://other.test/",
    insecure,
    [`${World.publicA} f.wild.test`, `${World.publicB} other.test`],
  ],
  // A resumed session would skip the check of its certificate.
  [
    "https://g.wild.test/?to=https://g.wild.test/again&close",
    { ...page, url: "https://g.wild.test/again" },
    [`${World.publicA} g.wild.test`, `${World.publicA} g.wild.test`],
  ],
  // The server logs a client without server name only after the client has accepted the certificate; here it doesn't.
  [`https://${World.publicB}/`, insecure, []],
]

describe.skipIf(Network.isMissing())("TLS, with the checks of Node switched off by the environment", () => {
  let visits: ReadonlyMap<string, Visit>
  beforeAll(async () => {
    visits = await visitRows(
      rows.map(([url, expected]) => [url, expected]),
      { zone, env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" } },
    )
  })

  it.each(rows)("%s", (url, expected, hellos) => {
    const visit = assertVisit(visits.get(url), expected)
    assert.deepStrictEqual(visit.hellos, hellos)
    // Each hop with an accepted certificate got one request, the others none.
    const hops = url.includes("?to=") ? 2 : 1
    assert.lengthOf(visit.seen, "error" in expected ? hops - 1 : hops)
  })
})
