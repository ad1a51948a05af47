/** Readers without one rule each: the same stages over the list of rules without it. */
import { splitBy } from "../../../../packages/extract/src/content/Content.ts"
import { stagesOf } from "../../../../packages/extract/src/html/Pipeline.ts"
import type { Reading, Stage } from "../../../../packages/extract/src/html/Stage.ts"
import { blocksOf } from "../../../../packages/extract/src/model/Block.ts"
import { type Judged, judge, type Model, modelOf } from "../../../../packages/extract/src/model/Model.ts"
import { type Phases, phasesOf } from "../../../../packages/extract/src/phases/Phases.ts"
import { rules } from "../../../../packages/extract/src/rules/index.ts"
import type { Found, Prepared, Rule } from "../../../../packages/extract/src/phases/Rule.ts"
import { readFileSync } from "node:fs"
import { foldFile, folds } from "../../../../packages/extract/train/model/Weights.ts"
import type { Answer, Input } from "../Candidates.ts"
import { readBy } from "../candidates/ours.ts"
import { Corpus } from "../Corpora.ts"

/** The names of all rules. */
export const allRules: ReadonlyArray<string> = rules.map(({ name }) => name)

/** A reader by some rules: which one is left out, if any, and its stages with a page's model. */
export interface Reader {
  readonly without: Rule | undefined
  readonly phases: Phases
  readonly stagesFor: (input: Input, watch?: (rule: Rule) => Rule) => ReadonlyArray<Stage>
}

/** A reader with all rules (named `all`), and one without each of some rules, by the weights of the page's fold. */
export const readersOf = (names: ReadonlyArray<string>): ReadonlyMap<string, Reader> => {
  const unknown = names.find((name) => !allRules.includes(name))
  if (unknown !== undefined) throw new Error(`There are the rules ${allRules.join(", ")}, but no ${unknown}.`)
  return new Map([["all", complete], ...names.map((name): [string, Reader] => [name, readerWithout(name)])])
}

/**
 * The answers of all readers to a page, by their names. Most rules change nothing on most pages, so a page is read again
 * only where the rule changed the document, or where the choice is another one without it.
 */
export const answersOf = (readers: ReadonlyMap<string, Reader>, input: Input): ReadonlyMap<string, Answer> => {
  const changed = new Set<string>()
  const choices = new Map<string, string>()
  const look = (reading: Reading): void => {
    const { declared, document, title } = reading
    const judged = judge(blocksOf(document.body), { title, declared }, modelFor(input))
    for (const [name, { phases, without }] of readers)
      if (without === undefined || choosing.has(without.phase)) choices.set(name, choiceOf(judged, reading, phases))
  }
  const all = readBy(input, lookingBefore("content", look, complete.stagesFor(input, watching(changed))), unbounded)
  const answers = new Map<string, Answer>()
  const known = new Map<string | undefined, Answer>([[choices.get("all"), all]])
  for (const [name, reader] of readers) {
    const choice = choices.get(name)
    const isSame = choice === undefined && !changed.has(name)
    const answer = isSame ? all : (known.get(choice) ?? sameAs(all, readBy(input, reader.stagesFor(input), unbounded)))
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
  return {
    without: rules.find((rule) => rule.name === name),
    phases: phasesOf(left),
    stagesFor: (input, watch = (rule) => rule) => stagesOf({ model: modelFor(input), rules: left.map(watch) }),
  }
}

/** The look at all choices takes time that a page's own reading doesn't, so time decides nothing. */
const unbounded = { spent: () => 0 }

/** The reader with all rules. */
const complete = readerWithout()

/** A text that tells two choices of a page's blocks apart. */
const choiceOf = (judged: Judged, { declared, document }: Reading, phases: Phases): string => {
  const { rejected, threads, wordless } = splitBy(judged, document.body, { declared }, phases)
  return `${rejected.map(({ before }) => before)} ${wordless.length} ${threads.map(({ length }) => length)}`
}

/** Makes rules that tell whether they changed the document, where they may. */
const watching =
  (changed: Set<string>) =>
  (rule: Rule): Rule => {
    const watched = (root: Element, run: () => void): void => {
      const before = root.outerHTML
      run()
      if (root.outerHTML !== before) changed.add(rule.name)
    }
    if (rule.phase === "control") return { ...rule, run: (root, given) => watched(root, () => rule.run(root, given)) }
    if (rule.phase === "document")
      return { ...rule, run: (given: Prepared) => watched(given.root, () => rule.run(given)) }
    if (rule.phase === "content")
      return { ...rule, run: (found: Found) => watched(found.content, () => rule.run(found)) }
    return rule
  }

/** Stages with a look at the document before one of them. */
const lookingBefore = (
  name: string,
  look: (reading: Reading) => void,
  stages: ReadonlyArray<Stage>,
): ReadonlyArray<Stage> =>
  stages.flatMap((stage) => {
    const run = (reading: Reading): {} => {
      look(reading)
      return {}
    }
    return stage.name === name ? [{ name: "look", run }, stage] : [stage]
  })

/** The same answer if the other one says the same, so that it is measured once. */
const sameAs = (answer: Answer, other: Answer): Answer =>
  JSON.stringify(answer) === JSON.stringify(other) ? answer : other
