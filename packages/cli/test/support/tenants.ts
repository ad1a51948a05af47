/** Tenants of the command `serve`, with stored tokens and keys: two with tokens and one without. */
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, vi } from "vitest"
import type * as Checks from "../../../serve/test/support/tenancy/Checks.ts"
import type * as Doors from "../../../serve/test/support/tenancy/Doors.ts"
import * as Provider from "../../../serve/test/support/tenancy/Provider.ts"
import { porthole } from "./inProcess.ts"
import { serving } from "./serving.ts"

/** A tenancy check: its doors, and the settings of its server. */
export interface Row {
  readonly name: string
  readonly checks: ReadonlyArray<Checks.Check>
  readonly doors: ReadonlyArray<Doors.Door>
  readonly env?: Readonly<Record<string, string>>
}

/** Declares tests: each asks a server for its faults. */
export const tenancyTests = (
  tests: (faultsOf: (entry: string, row: Row) => Promise<ReadonlyArray<string>>) => void,
): void => {
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
        const { code } = await porthole(["keys", "set", "firecrawl", ...flags], {
          env: own,
          input: Provider.keyOf(name),
        })
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

    tests(faultsOf)
  })
}

const docsSite = `${Provider.docsSite.name}=${Provider.docsSite.baseUrl}`
