/**
 * Measures the cost of ranking for pages of different lengths, as Markdown on standard output: processor time of one
 * selection, its longest turn on the event loop, and heap.
 *
 *   node --expose-gc bench/passages/src/cost.ts --corpus DIR [--runs 40]
 */
import * as EventLoop from "../../harness/EventLoop.ts"
import { printTable, quantile } from "../../harness/Figures.ts"
import * as Options from "../../harness/Options.ts"
import * as Pages from "./Pages.ts"
import * as Questions from "./Questions.ts"
import { ways } from "./Ways.ts"

const { corpus, runs } = Options.read({ corpus: "", runs: 40 }, "corpus")
if (gc === undefined) throw new Error("It needs node --expose-gc.")

const questions = Questions.read(corpus)
const requested = questions.map(({ question }) => question)
/** A query with the largest number of words that the ranking reads, all of them long. */
const long = Array.from(new Set(requested.join(" ").split(/\P{L}+/u)))
  .filter(({ length }) => length >= 9)
  .slice(0, 64)
  .join(" ")
const pages = await Pages.read(corpus, questions)
const whole = Array.from(pages.values(), ({ mainLength, text }) => text.slice(0, mainLength)).join("\n\n")

const queries = [
  { name: "a question", of: (run: number) => requested[run % requested.length] ?? "" },
  { name: "64 long words", of: () => long },
]
const print = printTable("characters of the page | query | ms, median | ms, p95 | longest turn, ms, median | p95 | MiB")
for (const length of [10_000, 200_000, 1_000_000]) {
  const text = whole.slice(0, length)
  for (const { name, of } of queries) {
    const measure = (run: number) =>
      EventLoop.turnsOf(() => ways.passages({ text, mainLength: text.length }, of(run), 4_000))
    // The first selections warm up the compiler.
    for (let run = 0; run < 10; run++) await measure(run)
    gc()
    const before = process.memoryUsage().heapUsed
    const measured: Array<EventLoop.Turns> = []
    let most = 0
    for (let run = 0; run < runs; run++) {
      measured.push(await measure(run))
      most = Math.max(most, process.memoryUsage().heapUsed - before)
    }
    const figures = [measured.map(({ total }) => total), measured.map(({ longest }) => longest)].flatMap((numbers) =>
      [0.5, 0.95].map((share) => quantile(numbers, share).toFixed(1)),
    )
    print(String(text.length), name, ...figures, (most / 2 ** 20).toFixed(0))
  }
}
