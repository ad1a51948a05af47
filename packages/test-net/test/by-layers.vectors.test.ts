/**
 * Tests the corpus of the policy's vectors again, over real sockets and real DNS: every refused address is requested,
 * and nothing may reach the private side.
 */
import { assert, describe, it } from "vitest"
import { Network } from "../src/index.ts"
import { visitAll } from "./Rows.ts"
import { askable, wrongOf, zone } from "./VectorRows.ts"

describe.skipIf(Network.isMissing())("every refused vector, fetched for real", () => {
  it("is refused as written, and nothing reaches the private side", async () => {
    const visits = await visitAll(
      askable.map(({ url }) => ({ url })),
      { zone },
    )
    assert.isAbove(visits.length, 1_500)
    assert.deepStrictEqual(wrongOf(visits), [])
  })
})
