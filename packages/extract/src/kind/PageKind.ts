/**
 * What kind of page a document is: the kind that the sum of its {@link signs} speaks for most.
 *
 * A sign is a question with an answer from 0 to 1, asked of the URL, of what the page declares and of what it is built
 * of. `Weights.ts` says what it speaks for and how strongly; it is made by `bench/extract/kind.ts`. The cost grows with
 * the document.
 */
import { ratio } from "../blocks/Feature.ts"
import { type Asked, type Evidence, evidenceOf } from "./Evidence.ts"
import { kinds, type PageKind } from "./Kinds.ts"
import { signs } from "./Signs.ts"
import { weights } from "./Weights.ts"

/** A kind, and why. */
export interface Judged {
  readonly kind: PageKind
  /** Names of the signs that spoke most for it, the strongest first; at most three. */
  readonly strongest: ReadonlyArray<string>
}

/** Tells a page's kind. Where no kind is ahead it is an article if most of its words are prose, else a service. */
export const kindOf = (asked: Asked): Judged => {
  const evidence = evidenceOf(asked)
  const answers = answersOf(evidence)
  const sums = kinds.map((kind) => answers.reduce((sum, { answer, name }) => sum + answer * weightOf(name, kind), 0))
  const highest = Math.max(...sums)
  const ahead = kinds.filter((_, at) => sums[at] === highest)
  const [kind = "service"] =
    ahead.length === 1 ? ahead : [ratio(evidence.root.prose, evidence.root.words) > 0.5 ? "article" : "service"]
  const strongest = answers
    .map(({ answer, name }) => ({ name, force: answer * weightOf(name, kind) }))
    .filter(({ force }) => force > 0)
    .toSorted((one, other) => other.force - one.force)
  return { kind, strongest: strongest.slice(0, 3).map(({ name }) => name) }
}

/** The answers of all signs, in their order. */
export const answersOf = (evidence: Evidence): ReadonlyArray<{ readonly name: string; readonly answer: number }> =>
  signs.map(({ name, of }) => ({ name, answer: of(evidence) }))

// --- private --------------------------------------------------------------------------

const weightOf = (sign: string, kind: PageKind): number => weights[sign]?.[kind] ?? 0
