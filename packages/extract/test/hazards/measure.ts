/**
 * Prints what each hazard costs above a page of one word: `measure.ts [--layer threads|processes|inline] [--only TEXT]`.
 * One at a time, so that they don't disturb one another. Names those that cost more than is promised, and ends with 1 then:
 * that is for an idle machine, and no test.
 */
import { parseArgs } from "node:util"
import { hazards } from "./Hazards.ts"
import { layerNames, measure } from "./Measured.ts"

const { values } = parseArgs({ options: { layer: { type: "string" }, only: { type: "string" } } })

/** What is promised of each, above a page of one word. */
const promised = { processor: 5_000, peak: 512 }
const typed = new Set(["read", "timeout", "extraction_failed"])
const broken: Array<string> = []

for (const layer of layerNames.filter((name) => values.layer === undefined || values.layer === name)) {
  const empty = await measure(layer, "nothing")
  const cost = ({ ms, peak, processor }: typeof empty): string =>
    `${Math.round(ms)} | ${Math.round(processor)} | ${Math.round(peak)}`
  console.log(`| ${layer} | result | reduced | ms | CPU ms | MiB |\n| --- | --- | --- | --- | --- | --- |`)
  console.log(`| a page of one word | ${empty.outcome} | | ${cost(empty)} |`)
  for (const { name } of hazards) {
    if (!name.includes(values.only ?? "")) continue
    const of = await measure(layer, name)
    const above = { ...of, processor: of.processor - empty.processor, peak: of.peak - empty.peak }
    console.log(`| ${name} | ${of.outcome} | ${of.reduced.join(", ")} | ${cost(above)} |`)
    const isKept = above.processor <= promised.processor && above.peak <= promised.peak && typed.has(of.outcome)
    if (!isKept) broken.push(`${layer}: ${name}`)
  }
}

if (broken.length > 0) {
  console.log(`\nmore than is promised:\n- ${broken.join("\n- ")}`)
  process.exitCode = 1
}
