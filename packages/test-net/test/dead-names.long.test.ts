/** Tests that hosts whose name server never answers hold no other tenant's calls. */
import { assert, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import type { Report } from "./programs/dead-names.ts"

describe.skipIf(Network.isMissing())("porthole serve while look-ups hang", () => {
  it.each([20, 200])("reads another tenant's page, with %i hosts of one tenant", async (count) => {
    const report = await Network.run<Report>(packedProgram("dead-names"), { count })
    assert.deepStrictEqual(report.read, ["http://public.test/page"])
    assert.isAtLeast(report.files, 1)
    // With Node's own pool of four threads it would be one.
    assert.isAtLeast(report.lookups, 2)
    assert.isBelow(report.lookups, 20)
    // A look-up that still hangs holds the end of a process for minutes.
    assert.strictEqual(report.code, 0)
  })
})
