/**
 * Tests every fault of {@link Faults.all} with the real layers: its error, its end, and that nothing is left on either
 * side. `node packages/test-net/bin/faults-table.ts` prints the same as a table.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Faults, Network } from "../src/index.ts"
import type { Input, Report, Row } from "./programs/faults.ts"

const missing = Network.isMissing()

/**
 * Only a fetch without another end is ended by its deadline. The others have a deadline of a minute, and by that would
 * be timeouts.
 */
const input: Input = { fetchTimeout: "2 s", otherTimeout: "60 s" }

/** The times in ms between which a fetch ends by its deadline; its clock may be a few ms ahead of the test's. */
const [least, most] = [1_990, 60_000]

describe.skipIf(missing)("a site's fault", () => {
  const rows = new Map<string, Row>()
  let exit: Report["exit"]
  beforeAll(async () => {
    const report = await Network.run<Report>(packedProgram("faults"), input)
    for (const row of report.rows) rows.set(row.name, row)
    exit = report.exit
  })

  it.each(Faults.all)("$name", ({ expected, mayKeepResources, name }) => {
    const { alive, answer, kept, left, ms, open } = rows.get(name)!
    assert.include(answer, expected)
    if (!("error" in expected)) assert.notProperty(answer, "error")
    if (expected["error"] === "timeout") assert.isTrue(ms >= least && ms < most, `ended after ${ms} ms`)
    if (!mayKeepResources) assert.strictEqual(kept, 0, "sockets left after the answer")
    assert.strictEqual(left, 0, "sockets left after dispose")
    assert.strictEqual(open, 0, "connections left at the site")
    assert.deepStrictEqual(alive, [], "what keeps the process alive")
  })

  it("doesn't keep the process alive", () => assert.strictEqual(exit.code, 0))
})
