/** Readers without one rule each: the same stages over the list of rules without it. */
import { splitBy } from "../../../../packages/extract/src/content/Content.ts"
import { stagesOf } from "../../../../packages/extract/src/html/Pipeline.ts"
import type { Reading } from "../../../../packages/extract/src/html/Stage.ts"
import { blocksOf } from "../../../../packages/extract/src/model/Block.ts"
import { type Judged, judge, type Model, modelOf } from "../../../../packages/extract/src/model/Model.ts"
import { phasesOf } from "../../../../packages/extract/src/phases/Phases.ts"
import { rules } from "../../../../packages/extract/src/rules/index.ts"
import type { Rule } from "../../../../packages/extract/src/phases/Rule.ts"
import { readFileSync } from "node:fs"
import { readUpTo } from "../../../../packages/extract/train/model/UpTo.ts"
import { foldFile, folds } from "../../../../packages/extract/train/model/Weights.ts"
import type { Answer, Input } from "../Candidates.ts"
import { readBy } from "../candidates/ours.ts"
import { Corpus } from "../Corpora.ts"

/** The names of all rules. */
export const allRules: ReadonlyArray<string> = rules.map(({ name }) => name)

/** A reader, and a text that tells two readers' choices of a page's blocks apart, unless it may differ elsewhere. */
export interface Reader {
  readonly read: (input: Input) => Answer
  readonly choiceOf: ((judged: Judged, reading: Reading) => string) | undefined
}

/** A reader with all rules (named `all`), and one without each of some rules, by the weights of the page's fold. */
export const readersOf = (names: ReadonlyArray<string>): ReadonlyMap<string, Reader> => {
  const unknown = names.find((name) => !allRules.includes(name))
  if (unknown !== undefined) throw new Error(`There are the rules ${allRules.join(", ")}, but no ${unknown}.`)
  return new Map([["all", readerWithout()], ...names.map((name): [string, Reader] => [name, readerWithout(name)])])
}

/**
 * The answers of all readers to a page, by their names. Most rules change nothing on most pages, so a page is read
 * again only where the choice is another one.
 */
export const answersOf = (readers: ReadonlyMap<string, Reader>, input: Input): ReadonlyMap<string, Answer> => {
  const choices = new Map<string, string>()
  readUpTo("content", { ...input, expected: "" }, (reading) => {
    const { declared, document, title } = reading
    const judged = judge(blocksOf(document.body), { title, declared }, modelFor(input))
    for (const [name, { choiceOf }] of readers) if (choiceOf !== undefined) choices.set(name, choiceOf(judged, reading))
  })
  const answers = new Map<string, Answer>()
  const known = new Map<string, Answer>()
  for (const [name, { read }] of readers) {
    const choice = choices.get(name)
    const answer = (choice === undefined ? undefined : known.get(choice)) ?? read(input)
    if (choice !== undefined) known.set(choice, answer)
    answers.set(name, answer)
  }
  return answers
}

// --- private --------------------------------------------------------------------------

const models: ReadonlyArray<Model> = Array.from({ length: folds }, (_, fold) =>
  modelOf(JSON.parse(readFileSync(foldFile(fold), "utf8"))),
)

/** The model that didn't see the page's site; the shipped one for a page of no corpus. */
const modelFor = ({ site }: Input): Model | undefined =>
  site === undefined ? undefined : models[Corpus.foldOf({ site }, folds)]

/** The phases whose rules only choose among blocks. */
const choosing: ReadonlySet<Rule["phase"]> = new Set(["record", "column", "block", "unit"])

const readerWithout = (name?: string): Reader => {
  const left = rules.filter((rule) => rule.name !== name)
  const phases = phasesOf(left)
  const without = rules.find((rule) => rule.name === name)
  return {
    read: (input) => readBy(input, stagesOf({ model: modelFor(input), rules: left })),
    choiceOf:
      without !== undefined && !choosing.has(without.phase)
        ? undefined
        : (judged, { declared, document }) => {
            const { rejected, threads, wordless } = splitBy(judged, document.body, declared, phases)
            return `${rejected.map(({ before }) => before)} ${wordless.length} ${threads.map(({ length }) => length)}`
          },
  }
}
