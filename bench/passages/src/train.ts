/**
 * Learns the constants of the English formula (`packages/core/src/passages/English.ts`) and of the features of meaning
 * (`packages/vectors-en/src/Meaning.ts`), and writes them:
 *
 *   node bench/passages/src/train.ts --corpus DIR
 *
 * It uses the English questions that aren't held out, about pages without a locked question. A chunk that holds the
 * answer should have a high share of the exponentials of all scores on its page (logistic loss with an L2 penalty;
 * Adam). The result is the same each time.
 */
import { English } from "@porthole/core"
import { featuresOf, loadVectors } from "@porthole/vectors-en"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as BareText from "../../../packages/core/src/passages/BareText.ts"
import * as Blocks from "../../../packages/core/src/passages/Blocks.ts"
import * as ChunkIndex from "../../../packages/core/src/passages/ChunkIndex.ts"
import * as Chunks from "../../../packages/core/src/passages/Chunks.ts"
import constants from "../../../packages/core/src/passages/english.json" with { type: "json" }
import * as Question from "../../../packages/core/src/passages/Question.ts"
import * as Options from "../../harness/Options.ts"
import { plain } from "./Kind.ts"
import * as Pages from "./Pages.ts"
import * as Questions from "./Questions.ts"

const { corpus } = Options.read({ corpus: "" }, "corpus")

/** The chunks of one page: their features, and which of them hold the answer. */
interface Example {
  readonly features: ReadonlyArray<ReadonlyArray<number>>
  readonly holding: ReadonlyArray<boolean>
  /** How much it counts: whole questions, as an agent asks them, count twice as much as short ones. */
  readonly weight: number
}

const wordNames = Object.keys(constants).filter((name): name is keyof English.Features => name in constants)

const meaningNames = ["context", "terms"] as const

const vectors = await Effect.runPromise(loadVectors)

const exampleOf = Effect.fnUntraced(function* (page: Pages.Text, { answers, level, question }: Questions.Question) {
  const { mainLength, text } = yield* BareText.make(page)
  const blocks = yield* Blocks.parse(text, mainLength)
  const chunks = yield* Chunks.cut(text, blocks, mainLength, English.lengths)
  const index = yield* ChunkIndex.makeIndex(text, chunks, blocks.headings)
  const cut = { text, chunks, index, question: yield* Question.readQuestion(question, index) }
  const words = yield* English.featuresOf(cut)
  const meaning = yield* featuresOf(vectors, yield* English.unitsOf(cut))
  const wanted = answers.map(plain)
  const plainChunks = chunks.map(({ end, start }) => plain(text.slice(start, end)))
  return {
    features: words.map((each, at) =>
      wordNames.map((name) => each[name]).concat(meaningNames.map((name) => meaning[at]?.[name] ?? 0)),
    ),
    holding: plainChunks.map((chunk) => wanted.some((answer) => chunk.includes(answer))),
    weight: level === undefined ? 0.5 : 1,
  }
})

const penalty = 1
const steps = 250

/** Each feature's spread, by which it is divided while it is learnt. */
const spreadsOf = (rows: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> =>
  (rows[0] ?? []).map((_, at) => {
    const mean = rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length
    return Math.sqrt(rows.reduce((sum, row) => sum + ((row[at] ?? 0) - mean) ** 2, 0) / rows.length) + 1e-9
  })

/** Adds the gradient of an example's loss. */
const addGradient = (gradient: Array<number>, example: Example, weights: ReadonlyArray<number>): void => {
  const { features, holding, weight } = example
  const scores = features.map((row) => weights.reduce((sum, each, at) => sum + each * (row[at] ?? 0), 0))
  const highest = Math.max(...scores)
  const exponentials = scores.map((score) => Math.exp(score - highest))
  const all = exponentials.reduce((sum, each) => sum + each, 0)
  const right = exponentials.reduce((sum, each, at) => (holding[at] === true ? sum + each : sum), 1e-300)
  for (const [chunk, row] of features.entries()) {
    const each = exponentials[chunk] ?? 0
    const excess = weight * (each / all - (holding[chunk] === true ? each / right : 0))
    for (let at = 0; at < weights.length; at++) gradient[at] = (gradient[at] ?? 0) + excess * (row[at] ?? 0)
  }
}

const learn = (examples: ReadonlyArray<Example>): ReadonlyArray<number> => {
  const spreads = spreadsOf(examples.flatMap(({ features }) => features))
  const scaled = examples.map((example) => ({
    ...example,
    features: example.features.map((row) => spreads.map((spread, at) => (row[at] ?? 0) / spread)),
  }))
  const weights = spreads.map(() => 0)
  const [first, second] = [spreads.map(() => 0), spreads.map(() => 0)]
  for (let step = 1; step <= steps; step++) {
    const gradient = weights.map((weight) => penalty * weight)
    for (const example of scaled) addGradient(gradient, example, weights)
    for (const [at, slope] of gradient.entries()) {
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope
      second[at] = 0.99 * (second[at] ?? 0) + 0.01 * slope ** 2
      const [mean, square] = [(first[at] ?? 0) / (1 - 0.9 ** step), (second[at] ?? 0) / (1 - 0.99 ** step)]
      weights[at] = (weights[at] ?? 0) - (0.1 * 0.99 ** step * mean) / (Math.sqrt(square) + 1e-9)
    }
  }
  return weights.map((weight, at) => weight / (spreads[at] ?? 1))
}

/** Score for cost: what a chunk is worth, divided by its length. The selection divides by the fourth root already. */
const lengthPower = 0.75

const named = (names: ReadonlyArray<string>, weights: ReadonlyArray<number>): Record<string, number> =>
  Object.fromEntries(
    names.map((name, at) => [name, Number(((weights[at] ?? 0) - (name === "length" ? lengthPower : 0)).toFixed(3))]),
  )

const write = (file: string, content: unknown): void =>
  writeFileSync(join(import.meta.dirname, "../../../packages", file), `${JSON.stringify(content, undefined, 2)}\n`)

const all = [...Questions.read(corpus), ...Questions.readWhole(corpus), ...Questions.readSixty(corpus)]
const lockedPages = new Set(all.filter(({ locked }) => locked === true).map(({ page }) => page))
const questions = all.filter(({ held, language, page }) => language === "en" && held !== true && !lockedPages.has(page))
const pages = await Pages.read(corpus, questions)
const examples: Array<Example> = []
for (const question of questions) {
  const page = pages.get(question.page)
  if (page === undefined) continue
  const example = await Effect.runPromise(exampleOf(page, question))
  if (example.holding.includes(true)) examples.push(example)
}
const learnt = learn(examples)
write("core/src/passages/english.json", named(wordNames, learnt))
write("vectors-en/src/weights.json", named(meaningNames, learnt.slice(wordNames.length)))
console.log(`${examples.length} questions about ${pages.size} pages`)
