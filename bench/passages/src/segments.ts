/**
 * Counts the passages that don't stand on their own, over the open questions of all sets, beside the answers found and
 * the characters shown:
 *
 *   node bench/passages/src/segments.ts --corpus DIR [--step 3]
 *
 * DIR is that of `bench.ts`. `--step 3` asks every third question.
 */
import { printTable } from "../../harness/Figures.ts"
import * as Options from "../../harness/Options.ts"
import { plain } from "./Kind.ts"
import * as Pages from "./Pages.ts"
import * as Questions from "./Questions.ts"
import { type Fault, faults, faultsOf } from "./Faults.ts"
import { selectPassages } from "./Ways.ts"

const { corpus, step } = Options.read({ corpus: "", step: 1 }, "corpus")

const sets = {
  short: Questions.read(corpus),
  whole: Questions.readWhole(corpus),
  fresh: Questions.readFresh(corpus),
  later: Questions.readLater(corpus),
}
const print = printTable(`questions | number | budget | answered | characters | segments | ${faults.join(" | ")}`)
for (const [name, all] of Object.entries(sets)) {
  const asked = all.filter(({ locked }) => locked !== true).filter((_, at) => at % step === 0)
  const pages = await Pages.read(corpus, asked)
  for (const budget of [1_500, 4_000]) {
    const found = new Map<Fault, number>(faults.map((fault) => [fault, 0]))
    let [answered, characters, segments] = [0, 0, 0]
    for (const { answers, page, question } of asked) {
      const text = pages.get(page) ?? { text: "", mainLength: 0 }
      const { content, passages } = await selectPassages(text, question, budget)
      const shown = plain(content)
      if (answers.every((answer) => shown.includes(plain(answer)))) answered++
      characters += content.length
      segments += passages.length
      for (const passage of passages)
        for (const fault of faultsOf(text.text, passage)) found.set(fault, (found.get(fault) ?? 0) + 1)
    }
    const counts = faults.map((fault) => found.get(fault) ?? 0)
    print(name, asked.length, budget, answered, characters, segments, ...counts)
  }
}
