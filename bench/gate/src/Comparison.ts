/**
 * The table of the gate: the medians of both sides, the median of the rounds' ratios with its quartiles, and the ratio
 * of the sides' lower quartiles, since other programs only add to a cost.
 */
import { median, printTable, quantile } from "../../harness/Figures.ts"
import * as Rounds from "../../harness/Rounds.ts"
import type { Side } from "./Trees.ts"

/** Prints the head; returns what prints a row for a figure of the rounds. */
export const table = () => {
  const print = printTable("what | base | this | this / base | quartile | quartile | lower quartiles | rounds")
  return <Outcome>(
    what: string,
    outcomes: Rounds.Outcomes<Side, Outcome>,
    of: (outcome: Outcome) => number,
    digits = 1,
  ): void => {
    const ratios = Rounds.ratios(outcomes, ["this", "base"], of)
    const figures = (["base", "this"] as const).map((side) => Rounds.figure(outcomes, side, of).toFixed(digits))
    const low = (side: Side): number => quantile((outcomes.get(side) ?? []).map(of), 0.25)
    const spread = [median(ratios), quantile(ratios, 0.25), quantile(ratios, 0.75), low("this") / low("base")]
    print(what, ...figures, ...spread.map((ratio) => ratio.toFixed(2)), ratios.length)
  }
}
