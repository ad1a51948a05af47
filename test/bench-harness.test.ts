/** The alternated rounds of the benches: how many there are, and the ratios of their figures. */
import { assert, describe, it } from "vitest"
import * as Rounds from "../bench/harness/Rounds.ts"

describe("alternated rounds", () => {
  it("begin no other one when their time is over, but for the least number", async () => {
    const rounds = new Array<number>()
    const outcomes = await Rounds.alternate(["a"], { rounds: 9, warmUps: 1, least: 2, ms: 0 }, async (_, round) =>
      rounds.push(round),
    )
    assert.deepStrictEqual(rounds, [-1, 0, 1])
    assert.lengthOf(outcomes.get("a") ?? [], 2)
  })

  it("compare the figures of one round", () => {
    const outcomes = new Map([
      ["a", [2, 30, 8]],
      ["b", [1, 10, 2]],
    ])
    assert.deepStrictEqual(Rounds.ratios(outcomes, ["a", "b"], Number), [2, 3, 4])
    assert.strictEqual(Rounds.ratio(outcomes, ["a", "b"], Number), 3)
  })
})
