/** What is kept of a body by the chances of a test, instead of the model's. */
import { choiceOf, unitsOf } from "../../src/content/Content.ts"
import { nothingDeclared } from "../../src/metadata/Declared.ts"
import { blocksOf } from "../../src/model/Block.ts"
import { judge } from "../../src/model/Model.ts"
import { recordsIn } from "../../src/records/Records.ts"
import { phasesOf } from "../../src/phases/Phases.ts"
import { rules } from "../../src/rules/index.ts"
import { headings } from "../../src/rules/Headings.ts"
import { linkedHeadings } from "../../src/rules/LinkedHeadings.ts"

/** The texts of the blocks that are kept, if the units that `isLikely` are, with their headings. */
export const keptBy = (
  body: HTMLElement,
  chanceOf: (text: string) => number,
  isLikely: (chance: number) => boolean,
): ReadonlyArray<string> => {
  const page = judge(blocksOf(body), { title: "", declared: nothingDeclared })
  const { blocks } = page
  const phases = phasesOf(rules)
  const records = recordsIn(body, phases.record)
  const chances = blocks.map(({ text }) => chanceOf(text))
  const joined = phases.block.filter(({ name }) => name !== "teasers")
  const units = unitsOf({ blocks, body, chances, records, columnRules: phases.column }, joined)
  const { kept } = choiceOf(
    { page, declared: nothingDeclared, records, units, chances },
    units.map(({ chance }) => isLikely(chance)),
    [linkedHeadings, headings],
  )
  return blocks.flatMap(({ text }, at) => (kept[at] === true ? [text] : []))
}
