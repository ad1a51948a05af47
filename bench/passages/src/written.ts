/**
 * Measures what the description of `query` is worth: the same sixty questions as an agent writes them without it (three
 * to six keywords), as they stand in `whole-questions.json`, and as it asks for them (whole, with likely words of the
 * answer). A hash drew them from the open English ones; the likely words were guessed from the question alone.
 *
 *   node bench/passages/src/written.ts --corpus DIR
 */
import { printTable } from "../../harness/Figures.ts"
import * as Options from "../../harness/Options.ts"
import written from "../written-questions.json" with { type: "json" }
import { plain } from "./Kind.ts"
import * as Pages from "./Pages.ts"
import * as Questions from "./Questions.ts"
import { ways } from "./Ways.ts"

const { corpus } = Options.read({ corpus: "" }, "corpus")

const asked = Questions.readWhole(corpus)
const rows = written.flatMap((row) => {
  const whole = asked.find(({ locked, question }) => question === row.question && locked !== true)
  return whole === undefined ? [] : [{ ...row, page: whole.page, answers: whole.answers }]
})
const pages = await Pages.read(corpus, rows)

/** The questions, written one way, that are answered within a budget. */
const answeredBy = (way: keyof (typeof written)[number], budget: number): Promise<ReadonlyArray<boolean>> =>
  Promise.all(
    rows.map(async ({ answers, page, ...row }) => {
      const shown = plain(await ways.passages(pages.get(page) ?? { text: "", mainLength: 0 }, row[way], budget))
      return answers.every((answer) => shown.includes(plain(answer)))
    }),
  )

console.log(`${rows.length} questions about ${pages.size} pages\n`)
const print = printTable("written as | characters | share | with likely words: won | lost")
for (const budget of [1_500, 4_000]) {
  const likely = await answeredBy("likely", budget)
  for (const way of ["keywords", "question", "likely"] as const) {
    const answered = await answeredBy(way, budget)
    const share = answered.filter(Boolean).length / rows.length
    const won = answered.filter((found, at) => !found && likely[at] === true).length
    const lost = answered.filter((found, at) => found && likely[at] !== true).length
    print(way, budget, share.toFixed(3), won, lost)
  }
}
