/**
 * Tests that no page leaves the browser: every way out in a small Internet, whose canaries and packets the system counts
 * outside of the browser. Without guards most ways are alive; guards that cover each other are removed together.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { isMissing } from "../../backend-browser/test/support/browser.ts"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import * as WaysOut from "./WaysOut.ts"
import type { Guards, Heard } from "./programs/ways-out.ts"

const isSkipped = Network.isMissing() || (await isMissing())

const all: Guards = { namespace: true, proxy: true, resolver: true, protocols: true, interception: true }
const none: Guards = { namespace: false, proxy: false, resolver: false, protocols: false, interception: false }

const run = (guards: Guards): Promise<Heard> => Network.run<Heard>(packedProgram("ways-out"), guards)

describe.skipIf(isSkipped)("the ways out of a page", () => {
  let control: Heard
  beforeAll(async () => {
    control = await run(none)
  })

  it("are 120 at least, and most are alive without guards", () => {
    assert.isAtLeast(WaysOut.rows.length, 120)
    assert.strictEqual(control.gone, WaysOut.rows.length)
    assert.isAtLeast(control.rows.length, 100)
    assert.isAbove(control.packets, 1_000)
  })

  it("are all closed with the guards, and no packet of any kind is sent", async () => {
    const { gone, packets, rows } = await run(all)
    assert.deepStrictEqual({ packets, rows }, { packets: 0, rows: [] })
    // A worker of a worker doesn't start.
    const nested = WaysOut.rows.filter(({ place }) => place === "nested worker")
    assert.strictEqual(gone, WaysOut.rows.length - nested.length)
  })

  it.each([
    ["the namespace", { namespace: false }],
    ["the wall", { proxy: false, resolver: false, protocols: false }],
  ])("are closed without %s, which the other guards cover", async (_name, removed) => {
    assert.deepStrictEqual((await run({ ...all, ...removed })).rows, [])
  })

  it.each([
    ["the namespace and the wall", { namespace: false, proxy: false, resolver: false, protocols: false }],
    ["the namespace, the proxy and the resolver rules", { namespace: false, proxy: false, resolver: false }],
  ])("are open past interception without %s", async (_name, removed) => {
    const { rows } = await run({ ...all, ...removed })
    assert.isAtLeast(rows.length, 5)
    assert.isTrue(rows.some((row) => row.startsWith("WebSocket")))
  })
})
