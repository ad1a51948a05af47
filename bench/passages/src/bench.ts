/**
 * How often a shortened page holds the answer to a question:
 *
 *   node bench/passages/src/bench.ts --corpus DIR [--held] [--misses]
 *
 * DIR holds `wcxb-dev` and `segments-dev`. `--held` asks the fifth of the questions that nothing was tuned on. A
 * question counts as answered if the answer's words stand in what comes back, whatever the markup. The last table has
 * time and memory.
 */
import { parseArgs } from "node:util"
import questions from "../questions.json" with { type: "json" }
import * as Pages from "./Pages.ts"
import { kindsOf, plain } from "./Kind.ts"
import { type Way, ways } from "./Ways.ts"

const { values } = parseArgs({
  options: { corpus: { type: "string" }, held: { type: "boolean" }, misses: { type: "boolean" } },
})
if (values.corpus === undefined) {
  console.error("usage: bench.ts --corpus DIR [--held] [--misses]")
  process.exit(2)
}

const budgets = [1_500, 4_000]
const asked = questions.filter(({ held = false }) => held === (values.held ?? false))
const pages = await Pages.read(
  values.corpus,
  asked.map(({ page }) => page),
)
const pageOf = (name: string): Pages.Text => pages.get(name) ?? { text: "", mainLength: 0 }
const groups = asked.map((question) => [
  question.language === "en" ? "English" : "other languages",
  ...kindsOf(pageOf(question.page), question),
])

/** Which questions a way answers within a budget. */
const answeredBy = async (way: Way, budget: number): Promise<ReadonlyArray<boolean>> => {
  const answered: Array<boolean> = []
  for (const { answer, page, question } of asked) {
    const shortened = await way(pageOf(page), question, budget)
    if (shortened.length > budget) throw new Error(`${shortened.length} characters for ${budget}: ${question}`)
    const isFound = plain(shortened).includes(plain(answer))
    if (!isFound && way === ways.passages && values.misses === true)
      console.log(`${budget}\t${page}\t${question}\t${answer}`)
    answered.push(isFound)
  }
  return answered
}

const share = (answered: ReadonlyArray<boolean>, group?: string): string => {
  const counted = answered.filter((_, at) => group === undefined || groups[at]?.includes(group) === true)
  return (counted.filter(Boolean).length / Math.max(1, counted.length)).toFixed(3)
}

const names = Array.from(new Set(groups.flat()))
console.log(
  `${asked.length} questions about ${pages.size} pages: ${names.map((name) => `${groups.filter((each) => each.includes(name)).length} ${name}`).join(", ")}\n`,
)
console.log(
  `| way | characters | all | ${names.join(" | ")} |\n| --- | --- | --- | ${names.map(() => "---").join(" | ")} |`,
)
for (const [name, way] of Object.entries(ways)) {
  for (const budget of budgets) {
    const answered = await answeredBy(way, budget)
    console.log(
      `| ${name} | ${budget} | ${share(answered)} | ${names.map((group) => share(answered, group)).join(" | ")} |`,
    )
  }
}

/** Processor time of one selection, and the heap that it needs, for texts of different lengths. */
const whole = Array.from(pages.values(), ({ text, mainLength }) => text.slice(0, mainLength)).join("\n\n")
console.log("\n| characters of the page | ms, median | ms, p95 | MiB |\n| --- | --- | --- | --- |")
for (const length of [10_000, 200_000, 1_000_000]) {
  const text = whole.slice(0, length)
  const times: Array<number> = []
  const before = process.memoryUsage().heapUsed
  let most = 0
  for (let run = 0; run < 40; run++) {
    const begun = process.cpuUsage()
    await ways.passages({ text, mainLength: text.length }, asked[run % asked.length]?.question ?? "", 4_000)
    const { system, user } = process.cpuUsage(begun)
    times.push((system + user) / 1_000)
    most = Math.max(most, process.memoryUsage().heapUsed - before)
  }
  times.sort((a, b) => a - b)
  console.log(
    `| ${text.length} | ${times[20]?.toFixed(1)} | ${times[37]?.toFixed(1)} | ${(most / 2 ** 20).toFixed(0)} |`,
  )
}
