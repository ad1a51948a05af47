/**
 * Tests faults of a site with the real layers: the error, the end, and that nothing is left on either side. `node
 * packages/test-net/bin/faults-table.ts` prints the same as a table.
 */
import { assert, beforeAll, describe, it } from "vitest"
import { packedProgram } from "../../cli/test/support/packed.ts"
import type { Faults } from "../src/index.ts"
import { Network } from "../src/index.ts"
import type { Input, Report, Row } from "./programs/faults.ts"

const missing = Network.isMissing()

/** Those that end by a deadline wait together, and beside them those whose name server never answers. */
const isLate = ({ expected }: Faults.Fault): boolean => expected["error"] === "timeout"
const isUnanswered = (fault: Faults.Fault): boolean => isLate(fault) && fault.mayKeepResources
const namesOf = (faults: ReadonlyArray<Faults.Fault>): ReadonlyArray<string> => faults.map(({ name }) => name)

/**
 * Only a fetch without another end is ended by its deadline. The others have a deadline of two minutes, and by that
 * would be timeouts.
 */
const inputOf = (faults: ReadonlyArray<Faults.Fault>): Input => ({
  fetchTimeout: "2 s",
  otherTimeout: "120 s",
  clients: [
    [
      ...namesOf(faults.filter((fault) => !isLate(fault))).map((name) => [name]),
      namesOf(faults.filter((fault) => isLate(fault) && !isUnanswered(fault))),
    ],
    ...(faults.some(isUnanswered) ? [[namesOf(faults.filter(isUnanswered))]] : []),
  ],
})

/** The time in ms that a deadline takes at least; its clock may be a few ms ahead of the test's. */
const least = 1_990

/** Declares the tests of these faults. */
export const declare = (faults: ReadonlyArray<Faults.Fault>): void => {
  describe.skipIf(missing)("a site's fault", () => {
    const rows = new Map<string, Row>()
    let exit: Report["exit"]
    beforeAll(async () => {
      const report = await Network.run<Report>(packedProgram("faults"), inputOf(faults))
      for (const row of report.rows) rows.set(row.name, row)
      exit = report.exit
    })

    it.each(faults)("$name", ({ expected, mayKeepResources, name }) => {
      const { alive, answer, kept, left, ms, open } = rows.get(name)!
      assert.include(answer, expected)
      if (!("error" in expected)) assert.notProperty(answer, "error")
      if (expected["error"] === "timeout") assert.isAtLeast(ms, least)
      if (!mayKeepResources) assert.strictEqual(kept, 0, "sockets left after the answer")
      assert.strictEqual(left, 0, "sockets left after dispose")
      assert.strictEqual(open, 0, "connections left at the site")
      assert.deepStrictEqual(alive, [], "what keeps the process alive")
    })

    it("doesn't keep the process alive", () => assert.deepStrictEqual([...new Set(exit.codes)], [0]))
  })
}
