/** All pages of the hidden-text set. */
import { boxCases } from "./BoxCases.ts"
import { cascadeCases } from "./CascadeCases.ts"
import type { Case } from "./Case.ts"
import { colourCases } from "./ColourCases.ts"
import { markupCases } from "./MarkupCases.ts"
import { motionCases } from "./MotionCases.ts"
import { ruleCases } from "./RuleCases.ts"

/** Each case once, by its name. */
export const cases: ReadonlyArray<Case> = Array.from(
  new Map(
    [...boxCases, ...colourCases, ...ruleCases, ...cascadeCases, ...markupCases, ...motionCases].map((one) => [
      one.name,
      one,
    ]),
  ).values(),
)
