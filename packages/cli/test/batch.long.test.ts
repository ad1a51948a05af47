/** Tests that a batch survives kills at any moment: every page has its right result, and no host is hurried. */
import { assert, describe, it } from "vitest"
import { runJob } from "./support/manyPages/Job.ts"

const hosts = 40
const urls = 600
const delay = 50

describe("a batch that is killed again and again", () => {
  it("ends with the right result of every page, and each host has one request at a time", async () => {
    const seed = Number(process.env["PORTHOLE_TEST_SEED"] ?? 1)
    const killsAt = [1, 2, 3].map((at) => Math.floor(((at - 0.5 + ((seed * at) % 7) / 14) * urls) / 4))
    const report = await runJob({
      hosts,
      urls,
      seed,
      answers: [5, 40],
      shares: { missing: 0.01, later: 0.01, hanging: 0.005, redirect: 0.05 },
      killsAt,
      flags: ["--delay", `${delay}ms`],
      // clock: pages that hang end by it; others must not, on a busy machine.
      env: { PORTHOLE_FETCH_TIMEOUT: "5 s", PORTHOLE_EXTRACT_ISOLATION: "none" },
    })
    assert.deepStrictEqual(report.wrong, [])
    assert.strictEqual(report.results, urls)
    assert.strictEqual(report.most, 1)
    // A timer may be early by a millisecond on either side.
    assert.isAtLeast(report.least, delay - 2)
    // A kill loses the pages under way at most.
    assert.isAtMost(report.repeated, killsAt.length * 64)
  })
})
