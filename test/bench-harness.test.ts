/** The benches: their alternated rounds, and what the measure under attack accepts. */
import { assert, describe, it, vi } from "vitest"
import * as HostileReport from "../bench/serve/src/HostileReport.ts"
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

/** Whether the verdict holds for the refusals under attack, if so many of 200 calls were refused. */
const acceptsRefused = (refused: number): boolean => {
  const lines: Array<string> = []
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line))
  const calls = Array.from({ length: 200 }, (_, n) => ({
    ms: 10,
    outcome: n < refused ? ({ end: "refused", reason: "429" } as const) : ({ end: "answered", reason: "" } as const),
  }))
  HostileReport.printVerdict(
    HostileReport.rounds.map((round) => ({ round, tenant: "a", kind: "fetch", calls })),
    { memory: [], died: undefined, end: { code: 0, signal: null, at: 0, seconds: 1 } },
  )
  log.mockRestore()
  const line = lines.find((each) => each.includes("refused at most 1 % of ordinary calls under attack")) ?? ""
  assert.include(line, `${refused} of 200`)
  return line.includes("yes")
}

it("the measure under attack accepts that one ordinary call in a hundred is refused", () => {
  assert.deepStrictEqual([0, 2, 3].map(acceptsRefused), [true, true, false])
})
