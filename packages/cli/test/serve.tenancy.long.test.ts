/**
 * Tests the table of `packages/serve/test/Routes.tenancy.test.ts` through the command, from its sources and packed: with
 * stored tokens and keys, as two tenants with tokens and as one without.
 */
import { assert, it } from "vitest"
import * as Checks from "../../serve/test/support/tenancy/Checks.ts"
import * as Doors from "../../serve/test/support/tenancy/Doors.ts"
import { packed } from "./support/packed.ts"
import { bin } from "./support/porthole.ts"
import { type Row, tenancyTests } from "./support/tenants.ts"

/** Without a token all doors are one conversation, so that the limits of one process allow only one door. */
const [apiSearch] = Doors.all()
const oneDoor = apiSearch === undefined ? [] : [apiSearch]

const cachesRow: Row = {
  name: "caches, keys and MCP sessions",
  checks: [Checks.caches, Checks.sessions],
  doors: Doors.all(),
}

const rows: ReadonlyArray<Row> = [
  cachesRow,
  { name: "known URLs", checks: [Checks.knownUrls], doors: Doors.all(), env: { PORTHOLE_KNOWN_URLS_ONLY: "on" } },
  { name: "shown pages", checks: [Checks.shownPages], doors: Doors.all(), env: { PORTHOLE_CACHE_TTL: "0 s" } },
  { name: "max_uses", checks: [Checks.maxUses], doors: oneDoor, env: { PORTHOLE_MAX_USES: String(Checks.uses) } },
  {
    name: "the rate limit",
    checks: [Checks.rateLimit],
    doors: oneDoor,
    env: { PORTHOLE_MAX_REQUESTS_PER_MINUTE: String(Checks.requests) },
  },
]

tenancyTests((faultsOf) => {
  it.each(rows)("packed, keeps tenants apart: $name", async (row) => {
    assert.deepStrictEqual(await faultsOf(packed, row), [])
  })

  it("from its sources, keeps tenants apart", async () => {
    assert.deepStrictEqual(await faultsOf(bin, cachesRow), [])
  })
})
