/**
 * Tests every fault of {@link Faults.all} with the real layers: its error, its time, and that nothing is left on either
 * side. `node packages/test-net/bin/faults-table.ts` prints the same as a table.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Faults, Network } from "../src/index.ts"
import type { Report, Row } from "./programs/faults.ts"

const missing = Network.isMissing()

/** The time limit of a fetch in seconds, and the delay that a busy machine may add. */
const deadline = 2
const slack = 5

describe.skipIf(missing)("a site's fault", () => {
  const rows = new Map<string, Row>()
  let exit: Report["exit"]
  beforeAll(async () => {
    const report = await Network.run<Report>(packedProgram("faults"), {
      fetchTimeout: `${deadline} s`,
    })
    for (const row of report.rows) rows.set(row.name, row)
    exit = report.exit
  })

  it.each(Faults.all)("$name", ({ expected, mayKeepResources, name }) => {
    const { alive, answer, kept, left, ms, open } = rows.get(name)!
    assert.include(answer, expected)
    if (!("error" in expected)) assert.notProperty(answer, "error")
    assert.isBelow(ms, (deadline + slack) * 1_000)
    if (!mayKeepResources) assert.strictEqual(kept, 0, "sockets left after the answer")
    assert.strictEqual(left, 0, "sockets left after dispose")
    assert.strictEqual(open, 0, "connections left at the site")
    assert.deepStrictEqual(alive, [], "what keeps the process alive")
  })

  it("doesn't keep the process alive", () => {
    assert.strictEqual(exit.code, 0)
    assert.isBelow(exit.ms, 5_000)
  })
})
