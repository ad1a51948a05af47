/**
 * Measures the cost of ranking English pages of different lengths, with word vectors and without, in turns, as Markdown
 * on standard output: processor time of one selection, its longest turn on the event loop, and memory.
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

const questions = Questions.read(corpus).filter(({ language }) => language === "en")
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
const warmUps = 10

/** The heap, and the typed arrays outside of it, in bytes. */
const memory = (): number => {
  const { external, heapUsed } = process.memoryUsage()
  return heapUsed + external
}

const print = printTable(
  "characters of the page | query | word vectors | ms, median | ms, p95 | longest turn, ms, median | p95 | MiB",
)
for (const length of [10_000, 200_000, 1_000_000]) {
  const text = whole.slice(0, length)
  for (const { name, of } of queries) {
    const measured = { words: new Array<EventLoop.Turns>(), passages: new Array<EventLoop.Turns>() }
    const most = { words: 0, passages: 0 }
    // The first selections warm up the compiler.
    for (let run = -warmUps; run < runs; run++) {
      for (const way of ["words", "passages"] as const) {
        gc()
        const before = memory()
        const turns = await EventLoop.turnsOf(() =>
          ways[way]({ text, mainLength: text.length }, of(run + warmUps), 4_000),
        )
        if (run >= 0) measured[way].push(turns)
        most[way] = Math.max(most[way], memory() - before)
      }
    }
    for (const way of ["words", "passages"] as const) {
      const figures = [measured[way].map(({ total }) => total), measured[way].map(({ longest }) => longest)].flatMap(
        (numbers) => [0.5, 0.95].map((share) => quantile(numbers, share).toFixed(1)),
      )
      const vectors = way === "passages" ? "yes" : "no"
      print(String(text.length), name, vectors, ...figures, (most[way] / 2 ** 20).toFixed(0))
    }
  }
}
