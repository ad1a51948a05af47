/**
 * Measures what the rules around the model of blocks are worth: reads every page once with all rules and once without
 * each. It prints the changes of F1, of whole records, of rows with their first cell and of the length of the Markdown,
 * each with two standard errors, and of the field cases (`packages/extract/test/field-cases`) that pass.
 *
 *   node bench/extract/ablate.ts --corpus DIR [--every N] [--rules a,b]
 *
 * The weights were learnt without the page's site (`pnpm train --check`).
 */
import * as Options from "../harness/Options.ts"
import { allRules, readersOf } from "./src/ablation/Rules.ts"
import { Corpus } from "./src/Corpora.ts"
import * as Effects from "./src/ablation/Effects.ts"

const { corpus, every, rules } = Options.read({ corpus: "", every: 1, rules: allRules.join(",") }, "corpus")
const readers = readersOf(rules.split(","))
const entries = Corpus.entries(corpus).filter((_, at) => at % every === 0)
const pages: Array<Effects.Page> = []
for (const entry of entries) pages.push(await Effects.measurePage(entry, readers))
console.log(Effects.changes(pages, [...readers.keys()], Effects.casesPassed(readers)))
