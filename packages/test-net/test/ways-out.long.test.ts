/**
 * Tests that every way out of a page is closed by the guards, that most are alive without, and which guards cover each
 * other.
 */
import { assert, describe, it } from "vitest"
import * as WaysOut from "./WaysOut.ts"
import { goFreely, goGuarded, goWithout, isSkipped } from "./WaysOutTests.ts"

describe.skipIf(isSkipped)("the ways out of a page", () => {
  it("are 120 at least, and most are alive without guards", async () => {
    assert.isAtLeast(WaysOut.rows.length, 120)
    const { packets } = await goFreely(WaysOut.rows, 100)
    assert.isAbove(packets, 1_000)
  })

  it("are all closed with the guards, and no packet of any kind is sent", () => goGuarded(WaysOut.rows))

  it.each([
    ["the namespace", { namespace: false }],
    ["the wall", { proxy: false, resolver: false, protocols: false }],
  ])("are closed without %s, which the other guards cover", async (_name, removed) => {
    assert.deepStrictEqual(await goWithout(removed, 0), [])
  })

  it.each([
    ["the namespace and the wall", { namespace: false, proxy: false, resolver: false, protocols: false }],
    ["the namespace, the proxy and the resolver rules", { namespace: false, proxy: false, resolver: false }],
  ])("are open past interception without %s", async (_name, removed) => {
    const rows = await goWithout(removed, 5)
    assert.isAtLeast(rows.length, 5)
    assert.isTrue(rows.some((row) => row.startsWith("WebSocket")))
  })
})
