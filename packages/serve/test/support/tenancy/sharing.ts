/** Tenants of a server, and what they must not share. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Checks from "./Checks.ts"
import type * as Doors from "./Doors.ts"
import * as Provider from "./Provider.ts"
import { startOver } from "../server.ts"

export const tokens = { acme: "s3cret-of-acme", globex: "s3cret-of-globex" }

export const tenants: ReadonlyArray<Checks.Tenant> = [
  ...Object.entries(tokens).map(([name, token]) => ({ name, headers: { authorization: `Bearer ${token}` } })),
  { name: "default", headers: {} },
]

export const open = { allow_tokenless: true, max_requests_per_minute: 1_000 }

const checks: ReadonlyArray<readonly [name: string, check: Checks.Check, settings: object]> = [
  ["caches and keys", Checks.caches, {}],
  ["known URLs", Checks.knownUrls, { known_urls_only: true }],
  ["shown pages", Checks.shownPages, { cache_ttl: "0 seconds" }],
  ["max_uses", Checks.maxUses, { max_uses: Checks.uses }],
  ["the rate limit", Checks.rateLimit, { max_requests_per_minute: Checks.requests }],
  ["MCP sessions", Checks.sessions, {}],
]

/** Each check at the doors that `doorsOf` names for it; one without any is left out. */
export const sharingTests = (doorsOf: (check: Checks.Check) => ReadonlyArray<Doors.Door>): void => {
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

    describe.each(checks.filter(([, check]) => doorsOf(check).length > 0))("of %s", (_, check, settings) => {
      it.each(doorsOf(check))("at $name", async (door) => {
        const isUsedUp = check === Checks.maxUses || check === Checks.rateLimit
        const server = await (isUsedUp ? start(settings) : lasting(check, settings))
        const faults = await check({ base: server.url, provider, tenants, door }).finally(() =>
          isUsedUp ? server.close() : undefined,
        )
        assert.deepStrictEqual(faults, [])
      })
    })
  })
}
