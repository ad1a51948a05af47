/**
 * Tests the table of `packages/serve/test/Routes.tenancy.test.ts` through the command, from its sources and packed: with
 * stored tokens and keys, as two tenants with tokens and as one without.
 */
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import * as Checks from "../../serve/test/support/tenancy/Checks.ts"
import * as Doors from "../../serve/test/support/tenancy/Doors.ts"
import * as Provider from "../../serve/test/support/tenancy/Provider.ts"
import { packed } from "./support/packed.ts"
import { porthole } from "./support/inProcess.ts"
import { bin } from "./support/porthole.ts"
import { serving } from "./support/serving.ts"

/** Without a token all doors are one conversation, so that the limits of one process allow only one door. */
const [apiSearch] = Doors.all()
const oneDoor = apiSearch === undefined ? [] : [apiSearch]

/** What is checked, at which doors, by a server with which settings. */
interface Row {
  readonly name: string
  readonly checks: ReadonlyArray<Checks.Check>
  readonly doors: ReadonlyArray<Doors.Door>
  readonly env?: Readonly<Record<string, string>>
}

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

describe("porthole serve", () => {
  let provider: Provider.Provider
  let tenants: ReadonlyArray<Checks.Tenant> = []
  const home = mkdtempSync(join(tmpdir(), "porthole-tenancy-"))
  const own = { XDG_CONFIG_HOME: home }

  beforeAll(async () => {
    provider = await Provider.start()
    vi.stubEnv("XDG_CONFIG_HOME", home)
    const named = [...["acme", "globex"].map((name) => [name, ["--tenant", name]] as const), ["default", []] as const]
    for (const [name, flags] of named) {
      const { code } = await porthole(["keys", "set", "firecrawl", ...flags], { env: own, input: Provider.keyOf(name) })
      assert.strictEqual(code, 0)
    }
    const withTokens: Array<Checks.Tenant> = []
    for (const name of ["acme", "globex"]) {
      const { stdout } = await porthole(["tokens", "add", name], { env: own })
      withTokens.push({ name, headers: { authorization: `Bearer ${stdout.trim()}` } })
    }
    vi.unstubAllEnvs()
    tenants = [...withTokens, { name: "default", headers: {} }]
  })
  afterAll(() => provider.close())

  const faultsOf = async (entry: string, { checks, doors, env }: Row): Promise<ReadonlyArray<string>> => {
    const { child, finished, url } = await serving({
      entry,
      args: ["serve", "--listen", "127.0.0.1:0", "--allow-tokenless", "--docs-site", docsSite],
      env: {
        ...own,
        PORTHOLE_FIRECRAWL_URL: provider.url,
        PORTHOLE_PROVIDER: "firecrawl",
        PORTHOLE_READER: "firecrawl",
        PORTHOLE_MAX_REQUESTS_PER_MINUTE: "1000",
        ...env,
      },
    })
    const faults: Array<string> = []
    for (const door of doors) {
      for (const check of checks) faults.push(...(await check({ base: url, provider, tenants, door })))
    }
    child.kill("SIGTERM")
    await finished
    return faults
  }

  it.each(rows)("packed, keeps tenants apart: $name", async (row) => {
    assert.deepStrictEqual(await faultsOf(packed, row), [])
  })

  it("from its sources, keeps tenants apart", async () => {
    assert.deepStrictEqual(await faultsOf(bin, cachesRow), [])
  })
})

const docsSite = `${Provider.docsSite.name}=${Provider.docsSite.baseUrl}`
