/** All pages of the hidden-text set. */
import { boxCases } from "./BoxCases.ts"
import { cascadeCases } from "./CascadeCases.ts"
import type { Case } from "./Case.ts"
import { colourCases } from "./ColourCases.ts"
import { effectCases } from "./EffectCases.ts"
import { markupCases } from "./MarkupCases.ts"
import { motionCases } from "./MotionCases.ts"
import { rareCases } from "./RareCases.ts"
import { ruleCases } from "./RuleCases.ts"
import { sheetCases } from "./SheetCases.ts"

/** Each case once, by its name. */
export const cases: ReadonlyArray<Case> = Array.from(
  new Map(
    [
      ...boxCases,
      ...colourCases,
      ...ruleCases,
      ...cascadeCases,
      ...markupCases,
      ...motionCases,
      ...sheetCases,
      ...effectCases,
      ...rareCases,
    ].map((one) => [one.name, one]),
  ).values(),
)
