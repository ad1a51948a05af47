/**
 * Measures the cost of ranking for pages of different lengths, as Markdown on standard output: processor time of one
 * selection, its longest turn on the event loop, and heap.
 *
 *   node --expose-gc bench/passages/src/cost.ts --corpus DIR
 */
import { parseArgs } from "node:util"
import questions from "../questions.json" with { type: "json" }
import * as Pages from "./Pages.ts"
import { ways } from "./Ways.ts"

const { values } = parseArgs({ options: { corpus: { type: "string" } } })
if (values.corpus === undefined || gc === undefined) {
  console.error("usage: node --expose-gc cost.ts --corpus DIR")
  process.exit(2)
}

const requested = questions.map(({ question }) => question)
/** A query with the largest number of words that the ranking reads, all of them long. */
const long = Array.from(new Set(requested.join(" ").split(/\P{L}+/u)))
  .filter(({ length }) => length >= 9)
  .slice(0, 64)
  .join(" ")
const pages = await Pages.read(
  values.corpus,
  questions.map(({ page }) => page),
)
const whole = Array.from(pages.values(), ({ mainLength, text }) => text.slice(0, mainLength)).join("\n\n")

const runs = 40

/** Processor time of this thread, in milliseconds. */
const now = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

/** One selection: its time, and the longest delay of another task's turn. */
const measure = async (text: string, question: string) => {
  const begun = now()
  let [last, longest, isDone] = [begun, 0, false]
  const tick = (): void => {
    const at = now()
    longest = Math.max(longest, at - last)
    last = at
    if (!isDone) setImmediate(tick)
  }
  setImmediate(tick)
  await ways.passages({ text, mainLength: text.length }, question, 4_000)
  isDone = true
  tick()
  return { time: now() - begun, longest }
}

const at = (numbers: ReadonlyArray<number>, share: number): string =>
  (numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? Number.NaN).toFixed(1)

console.log("| characters of the page | query | ms, median | ms, p95 | longest turn, ms, median | p95 | MiB |")
console.log("| ---: | --- | ---: | ---: | ---: | ---: | ---: |")
for (const length of [10_000, 200_000, 1_000_000]) {
  const text = whole.slice(0, length)
  for (const [name, ask] of [
    ["a question", (run: number) => requested[run % requested.length] ?? ""],
    ["64 long words", () => long],
  ] as const) {
    // The first selections warm up the compiler.
    for (let run = 0; run < 10; run++) await measure(text, ask(run))
    gc()
    const before = process.memoryUsage().heapUsed
    const measured = []
    let most = 0
    for (let run = 0; run < runs; run++) {
      measured.push(await measure(text, ask(run)))
      most = Math.max(most, process.memoryUsage().heapUsed - before)
    }
    const times = measured.map(({ time }) => time)
    const turns = measured.map(({ longest }) => longest)
    const figures = [at(times, 0.5), at(times, 0.95), at(turns, 0.5), at(turns, 0.95), (most / 2 ** 20).toFixed(0)]
    console.log(`| ${[text.length, name, ...figures].join(" | ")} |`)
  }
}
