/** Tests that ways out of a page are closed by the guards, and alive without: a sample of them. */
import { assert, describe, it } from "vitest"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import * as WaysOut from "./WaysOut.ts"
import { goFreely, goGuarded, isSkipped } from "./WaysOutTests.ts"

const rowsIn = (place: WaysOut.Place) => WaysOut.rows.filter((row) => row.place === place)

describe.skipIf(isSkipped)("the ways out of a page", () => {
  it("are alive without guards, of which half of a sample is heard", async () => {
    const { packets } = await goFreely(sampleOf(rowsIn("document"), 24), 12)
    assert.isAbove(packets, 24)
  })

  it("are closed with the guards, and no packet of any kind is sent", () =>
    goGuarded([...sampleOf(rowsIn("document"), 24), ...sampleOf(rowsIn("worker"), 8)]))
})
