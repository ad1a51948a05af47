/**
 * Measures how often a shortened page holds the answer to a question:
 *
 *   node bench/passages/src/bench.ts --corpus DIR [--set whole|sixty|fresh|later|last] [--held] [--locked] [--misses]
 *
 * DIR holds `wcxb-dev`, `segments-dev` and `articles-dev`. `--set whole` asks whole questions; of the English ones the
 * open half, with `--locked` the other. `--set sixty` asks the 60 that come with the corpora, `--set fresh` those that
 * were written after the ranker, `--set later` and `--set last` those after them, of which half is locked, too. `--held` uses the fifth of the short questions that no tuning used. A question counts as answered
 * if the shortened page contains the answer's words, whatever the markup.
 */
import { printTable } from "../../harness/Figures.ts"
import * as Options from "../../harness/Options.ts"
import { kindsOf, plain } from "./Kind.ts"
import * as Pages from "./Pages.ts"
import * as Questions from "./Questions.ts"
import { type Way, ways } from "./Ways.ts"

const { corpus, held, locked, misses, set } = Options.read(
  { corpus: "", set: "short", held: false, locked: false, misses: false },
  "corpus",
)

const budgets = [1_500, 4_000]
const languages = new Intl.DisplayNames("en", { type: "language" })
const documentKind = (page: string): ReadonlyArray<string> => {
  if (page.startsWith("pdf/") || page.endsWith(".pdf")) return ["PDF"]
  return page.endsWith(".md") ? ["long Markdown document"] : []
}
const readers = {
  short: Questions.read,
  whole: Questions.readWhole,
  sixty: Questions.readSixty,
  fresh: Questions.readFresh,
  later: Questions.readLater,
  last: Questions.readLast,
}
if (!(set === "short" || set === "whole" || set === "sixty" || set === "fresh" || set === "later" || set === "last"))
  throw new Error(`There is no set ${set}.`)
const requested = readers[set](corpus).filter(
  (question) =>
    (question.held ?? false) === held &&
    ((question.language !== "en" && question.locked === undefined) || (question.locked ?? false) === locked),
)
const pages = await Pages.read(corpus, requested)
const pageOf = (name: string): Pages.Text => pages.get(name) ?? { text: "", mainLength: 0 }
const groups = requested.map((question) => [
  "all",
  languages.of(question.language) ?? question.language,
  ...(question.level === undefined
    ? kindsOf(pageOf(question.page), { answer: question.answers[0] ?? "", question: question.question })
    : [`${question.language}, ${question.level}`]),
  ...documentKind(question.page),
])

/** The questions that a way answers within a budget. */
const answeredBy = async (way: Way, budget: number): Promise<ReadonlyArray<boolean>> => {
  const answered: Array<boolean> = []
  for (const { answers, page, question } of requested) {
    const shortened = await way(pageOf(page), question, budget)
    if (shortened.length > budget) throw new Error(`${shortened.length} characters for ${budget}: ${question}`)
    const isFound = answers.every((answer) => plain(shortened).includes(plain(answer)))
    if (!isFound && way === ways.passages && misses)
      console.log(`${budget}\t${page}\t${question}\t${answers.join(" … ")}`)
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

console.log("\nIn pairs with passages; a difference above two standard errors counts:\n")
const printPair = printTable("questions | way | passages alone | the other alone | two standard errors")
const [least, most] = columns
for (const group of Array.from(new Set(groups.flat()))) {
  for (const [at, { answered, title }] of columns.slice(2).entries()) {
    const ours = at % 2 === 0 ? least : most
    const pairs = answered.flatMap((theirs, row) =>
      groups[row]?.includes(group) === true ? [[ours?.answered[row] === true, theirs] as const] : [],
    )
    const wins = pairs.filter(([own, theirs]) => own && !theirs).length
    const losses = pairs.filter(([own, theirs]) => !own && theirs).length
    printPair(group, title, wins, losses, 2 * Math.sqrt(wins + losses))
  }
}
