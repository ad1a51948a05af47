/** Learns the weights of the content model from pages, and measures them on the pages of other sites. */
import { select } from "../src/content/Selection.ts"
import type { Entry } from "./corpora/Corpus.ts"
import { learn, type Learnt, type Plan } from "./model/Models.ts"
import { weigh } from "./model/Plan.ts"
import { type Sample, sampleOf } from "./model/Samples.ts"
import { scoreOf } from "./scores/Scores.ts"
import type { TypeScore } from "./scores/TypeScores.ts"

/** What was learnt, and a score for each page by models that didn't see its site: blocks are selected one by one. */
export interface Training extends Learnt {
  readonly scores: ReadonlyArray<TypeScore>
}

/** Learns from the pages that have blocks. */
export const train = (
  entries: ReadonlyArray<Entry>,
  plan: Plan,
  onProgress: (text: string) => void = () => {},
): Training => {
  const samples = entries.flatMap((entry) => sampleOf(entry) ?? [])
  onProgress(`${samples.length} pages, ${samples.reduce((sum, { words }) => sum + words.length, 0)} blocks`)
  const learnt = learn(samples, weigh, plan, onProgress)
  return { ...learnt, scores: samples.map((sample, at) => scoreBy(sample, learnt.chances[at] ?? [])) }
}

// --- private --------------------------------------------------------------------------

const scoreBy = ({ entry, prose, texts, words }: Sample, chances: ArrayLike<number>): TypeScore => {
  const taken = select(
    Array.from(words, (own, block) => ({ words: own, prose: prose[block] ?? 0, chance: chances[block] ?? 0 })),
  )
  const text = texts.filter((_, block) => taken[block] === true).join("\n")
  return { ...scoreOf(text, entry.truth), type: entry.type }
}
