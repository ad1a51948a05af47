/**
 * Measures how much hidden text a reader keeps out, and how much visible text it keeps, by a browser's judgement:
 *
 *   node bench/extract/hidden.ts [--candidates ours,plain,defuddle] [--every N]
 *
 * Prints the name of each page on which reader and browser disagree for the first candidate, and both shares of all. The
 * pages with the browser's answers are the truth set of the reader's tests (`packages/visibility/test`).
 */
import { counted, isKept, pageOf, sentenceOf } from "../../packages/visibility/test/HiddenCases.ts"
import { printTable } from "../harness/Figures.ts"
import * as Options from "../harness/Options.ts"
import { candidates, named } from "./src/Candidates.ts"
import { Rendered } from "./src/Corpora.ts"

const options = Options.read({ candidates: "ours,plain,defuddle", every: 1 })
const cases = counted().filter((_, at) => at % options.every === 0)
const names = named(options.candidates)

const share = (part: number, of: number): string => `${part} of ${of} (${((part / of) * 100).toFixed(1)} %)`
const rows: Array<ReadonlyArray<string>> = []
for (const name of names) {
  const read = await candidates[name].load()
  const judged: Array<{ readonly name: string; readonly isSeen: boolean; readonly isRight: boolean }> = []
  for (const one of cases) {
    const html = pageOf(one, sentenceOf(one.name))
    const answer = await read({ bytes: new TextEncoder().encode(html), html, url: "https://site.test/walk" })
    // Markdown counts as it is: what its renderer would hide, a model still reads.
    const text = "markdown" in answer ? answer.markdown : Rendered.textOf(answer)
    judged.push({ name: one.name, isSeen: one.isSeen, isRight: isKept(one, text) === one.isSeen })
  }
  if (name === names[0]) {
    for (const one of judged.filter(({ isRight }) => !isRight))
      console.log(`${one.isSeen ? "lost  " : "leaked"}  ${one.name}`)
  }
  const sharesOf = [false, true].map((isSeen) => judged.filter((one) => one.isSeen === isSeen))
  rows.push([
    candidates[name].label,
    ...sharesOf.map((all) => share(all.filter((one) => one.isRight).length, all.length)),
  ])
}
const print = printTable("reader | hidden sentences kept out | visible sentences kept")
for (const row of rows) print(...row)
