/**
 * Prints the cost of each hazard above a page, or PDF, of one word:
 * `measure.ts [--layer NAME] [--only TEXT]`, with the layers of `Measured.ts`. It reads one at a time, so that they
 * don't disturb each other. It lists those that exceed the promised cost, and exits with 1 if there are any: that
 * needs an idle machine and is no test.
 */
import { parseArgs } from "node:util"
import { hazards } from "./Hazards.ts"
import { allNames, measure, type Measured } from "./Measured.ts"
import { nothing, nothingLike } from "./Nothing.ts"

const { values } = parseArgs({ options: { layer: { type: "string" }, only: { type: "string" } } })

/**
 * The promised cost of each, above a page of one word: all of `extract_timeout`, and 500 ms of the process around it.
 */
const promised = { processor: 5_500, peak: 512 }
const typed = new Set(["read", "timeout", "extraction_failed"])
const broken: Array<string> = []

for (const layer of allNames.filter((name) => values.layer === undefined || values.layer === name)) {
  const empty = new Map<string, Measured>()
  for (const { name } of nothing) empty.set(name, await measure(layer, name))
  const cost = ({ ms, peak, processor }: Measured): string =>
    `${Math.round(ms)} | ${Math.round(processor)} | ${Math.round(peak)}`
  console.log(`| ${layer} | result | reduced | ms | CPU ms | MiB |\n| --- | --- | --- | --- | --- | --- |`)
  for (const [name, of] of empty) console.log(`| ${name} | ${of.outcome} | | ${cost(of)} |`)
  for (const hazard of hazards) {
    const { name } = hazard
    if (!name.includes(values.only ?? "")) continue
    const of = await measure(layer, name)
    const { peak = 0, processor = 0 } = empty.get(nothingLike(hazard)) ?? {}
    const above = { ...of, processor: of.processor - processor, peak: of.peak - peak }
    console.log(`| ${name} | ${of.outcome} | ${of.reduced.join(", ")} | ${cost(above)} |`)
    const isKept = above.processor <= promised.processor && above.peak <= promised.peak && typed.has(of.outcome)
    if (!isKept) broken.push(`${layer}: ${name}`)
  }
}

if (broken.length > 0) {
  console.log(`\nmore than is promised:\n- ${broken.join("\n- ")}`)
  process.exitCode = 1
}
