/**
 * Measures how often a shortened page holds the answer to a question:
 *
 *   node bench/passages/src/bench.ts --corpus DIR [--held] [--misses]
 *
 * DIR holds `wcxb-dev` and `segments-dev`. `--held` uses the fifth of the questions that no tuning used. A question
 * counts as answered if the shortened page contains the answer's words, whatever the markup.
 */
import { printTable } from "../../harness/Figures.ts"
import * as Options from "../../harness/Options.ts"
import { kindsOf, plain } from "./Kind.ts"
import * as Pages from "./Pages.ts"
import * as Questions from "./Questions.ts"
import { type Way, ways } from "./Ways.ts"

const { corpus, held, misses } = Options.read({ corpus: "", held: false, misses: false }, "corpus")

const budgets = [1_500, 4_000]
const languages = new Intl.DisplayNames("en", { type: "language" })
const documentKind = (page: string): ReadonlyArray<string> => {
  if (page.startsWith("pdf/") || page.endsWith(".pdf")) return ["PDF"]
  return page.endsWith(".md") ? ["long Markdown document"] : []
}
const requested = Questions.read(corpus).filter((question) => (question.held ?? false) === held)
const pages = await Pages.read(corpus, requested)
const pageOf = (name: string): Pages.Text => pages.get(name) ?? { text: "", mainLength: 0 }
const groups = requested.map((question) => [
  "all",
  languages.of(question.language) ?? question.language,
  ...kindsOf(pageOf(question.page), question),
  ...documentKind(question.page),
])

/** The questions that a way answers within a budget. */
const answeredBy = async (way: Way, budget: number): Promise<ReadonlyArray<boolean>> => {
  const answered: Array<boolean> = []
  for (const { answer, page, question } of requested) {
    const shortened = await way(pageOf(page), question, budget)
    if (shortened.length > budget) throw new Error(`${shortened.length} characters for ${budget}: ${question}`)
    const isFound = plain(shortened).includes(plain(answer))
    if (!isFound && way === ways.passages && misses) console.log(`${budget}\t${page}\t${question}\t${answer}`)
    answered.push(isFound)
  }
  return answered
}

const share = (answered: ReadonlyArray<boolean>, group: string): string => {
  const counted = answered.filter((_, at) => groups[at]?.includes(group) === true)
  return (counted.filter(Boolean).length / counted.length).toFixed(3)
}

const columns: Array<{ readonly title: string; readonly answered: ReadonlyArray<boolean> }> = []
for (const [name, way] of Object.entries(ways)) {
  for (const budget of budgets) columns.push({ title: `${name} ${budget}`, answered: await answeredBy(way, budget) })
}
console.log(`${requested.length} questions about ${pages.size} pages\n`)
const print = printTable(["questions", "number", ...columns.map(({ title }) => title)].join(" | "))
for (const group of Array.from(new Set(groups.flat()))) {
  const number = groups.filter((each) => each.includes(group)).length
  print(group, number, ...columns.map(({ answered }) => share(answered, group)))
}
