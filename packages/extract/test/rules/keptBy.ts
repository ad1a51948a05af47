/** What is kept of a body by the chances of a test, instead of the model's. */
import { choiceOf, unitsOf } from "../../src/content/Content.ts"
import { nothingDeclared } from "../../src/metadata/Declared.ts"
import { blocksOf } from "../../src/model/Block.ts"
import { judge } from "../../src/model/Model.ts"
import { phasesOf } from "../../src/phases/Phases.ts"
import type { Rule, UnitRule } from "../../src/phases/Rule.ts"
import { recordsIn } from "../../src/records/Records.ts"
import { headings } from "../../src/rules/Headings.ts"
import { rules } from "../../src/rules/index.ts"

/** The rules that join blocks, and keep headings. */
export const joining: ReadonlyArray<Rule> = [...rules.filter((rule) => rule.phase !== "unit"), headings]

/** The texts of the blocks that are kept by some rules, if the units that `isLikely` are. */
export const keptBy = (
  body: HTMLElement,
  chanceOf: (text: string) => number,
  isLikely: (chance: number) => boolean,
  some: ReadonlyArray<Rule> = joining,
  declared = nothingDeclared,
): ReadonlyArray<string> => {
  const page = judge(blocksOf(body), { title: "", declared })
  const { blocks } = page
  const phases = phasesOf(some)
  const records = recordsIn(body, phases.record)
  const chances = blocks.map(({ text }) => chanceOf(text))
  const units = unitsOf({ blocks, chances, records, columnRules: phases.column }, phases.block)
  const { kept } = choiceOf(
    { page, declared, records, units, chances },
    units.map(({ chance }) => isLikely(chance)),
    phases.unit,
  )
  return blocks.flatMap(({ text }, at) => (kept[at] === true ? [text] : []))
}

/** A rule that reports each time that a later rule reads a property of a block. */
export const watching = (property: "text" | "words", onRead: () => void): UnitRule => ({
  name: "watch",
  case: "",
  phase: "unit",
  reads: {},
  run: ({ page }) => {
    for (const block of page.blocks) {
      const { [property]: value } = block
      Object.defineProperty(block, property, { get: () => (onRead(), value) })
    }
  },
})
