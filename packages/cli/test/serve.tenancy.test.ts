/**
 * Tests rows of the table of `packages/serve/test/Routes.tenancy.test.ts` through the packed command, at one door of each
 * face and each kind of call.
 */
import { assert, it } from "vitest"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import * as Checks from "../../serve/test/support/tenancy/Checks.ts"
import * as Doors from "../../serve/test/support/tenancy/Doors.ts"
import { packed } from "./support/packed.ts"
import { tenancyTests } from "./support/tenants.ts"

const doors = (["http", "session", "stateless"] as const).flatMap((face) => {
  const ofFace = Doors.all().filter((door) => door.face === face)
  return ["search", "page"].flatMap((kind) =>
    sampleOf(
      ofFace.filter(({ asks }) => asks.join() === kind),
      1,
    ),
  )
})

tenancyTests((faultsOf) => {
  it("keeps tenants apart: caches, keys and MCP sessions", async () => {
    const row = { name: "caches, keys and MCP sessions", checks: [Checks.caches, Checks.sessions], doors }
    assert.deepStrictEqual(await faultsOf(packed, row), [])
  })
})
