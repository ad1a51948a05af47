/**
 * Tenants are kept apart at every endpoint of every face: each row is one door and one thing that tenants must not
 * share, called as two tenants with tokens and as one without. The list of routes comes from the router, so that an
 * endpoint that isn't in the table fails.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Checks from "./support/tenancy/Checks.ts"
import * as Doors from "./support/tenancy/Doors.ts"
import * as Provider from "./support/tenancy/Provider.ts"
import { routesOf, send, startOver } from "./support/server.ts"

const tokens = { acme: "s3cret-of-acme", globex: "s3cret-of-globex" }

const tenants: ReadonlyArray<Checks.Tenant> = [
  ...Object.entries(tokens).map(([name, token]) => ({ name, headers: { authorization: `Bearer ${token}` } })),
  { name: "default", headers: {} },
]

const open = { allow_tokenless: true, max_requests_per_minute: 1_000 }

const checks: ReadonlyArray<readonly [name: string, check: Checks.Check, settings: object]> = [
  ["caches and keys", Checks.caches, {}],
  ["known URLs", Checks.knownUrls, { known_urls_only: true }],
  ["shown pages", Checks.shownPages, { cache_ttl: "0 seconds" }],
  ["max_uses", Checks.maxUses, { max_uses: Checks.uses }],
  ["the rate limit", Checks.rateLimit, { max_requests_per_minute: Checks.requests }],
  ["MCP sessions", Checks.sessions, {}],
]

describe("the table", () => {
  it("has every route that the router has", async () => {
    const listed = new Set([...Doors.all().map(({ route }) => route), ...Doors.callless])
    assert.sameMembers(Array.from(listed), Array.from(await routesOf()))
  })

  it("lists routes without calls that make none", async () => {
    const provider = await Provider.start()
    const server = await startOver(provider, open, tokens)
    const body = JSON.stringify({ query: "x", q: "x", url: Provider.pageOf("x"), urls: [Provider.pageOf("x")] })
    for (const [method = "", path = ""] of Doors.callless.map((route) => route.split(" "))) {
      const headers = { "content-type": "application/json" }
      await send(server.port, `${path}?q=x&format=json&url=${Provider.pageOf("x")}`, { method, headers, body })
    }
    await server.close()
    provider.close()
    assert.deepStrictEqual(provider.take(), [])
  })
})

describe("tenants share nothing", () => {
  let provider: Provider.Provider
  beforeAll(async () => {
    provider = await Provider.start()
  })
  /** One server for each check serves all doors. */
  const servers = new Map<Checks.Check, ReturnType<typeof startOver>>()
  afterAll(async () => {
    for (const server of servers.values()) await (await server).close()
    provider.close()
  })
  const start = (settings: object) => startOver(provider, { ...open, ...settings }, tokens)
  const lasting = (check: Checks.Check, settings: object) => {
    const server = servers.get(check) ?? start(settings)
    servers.set(check, server)
    return server
  }

  describe.each(Doors.all())("at $name", (door) => {
    it.each(checks)("of %s", async (_, check, settings) => {
      const isUsedUp = check === Checks.maxUses || check === Checks.rateLimit
      const server = await (isUsedUp ? start(settings) : lasting(check, settings))
      const faults = await check({ base: server.url, provider, tenants, door }).finally(() =>
        isUsedUp ? server.close() : undefined,
      )
      assert.deepStrictEqual(faults, [])
    })
  })
})
