/**
 * What kind of page a document is: the kind that the sum of its {@link signs} speaks for most.
 *
 * A sign is a question with an answer from 0 to 1, asked of the URL, of what the page declares and of what it is built
 * of. `Weights.ts` says what it speaks for and how strongly; it is made by `bench/extract/kind.ts`. The cost grows with
 * the document.
 */
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

/**
 * Tells a page's kind. Where no kind is ahead it is an article if most of its words are prose, else a service; a page
 * without a word has no signs.
 */
export const kindOf = (asked: Asked): Judged => {
  const evidence = evidenceOf(asked)
  const { prose, words } = evidence.root
  const answers = words === 0 ? [] : answersOf(evidence)
  const sums = kinds.map((kind) => answers.reduce((sum, { answer, name }) => sum + answer * weightOf(name, kind), 0))
  const highest = Math.max(...sums)
  const ahead = kinds.filter((_, at) => sums[at] === highest)
  const kind = ahead.length === 1 ? ahead[0] : undefined
  return told(kind ?? (prose * 2 > words ? "article" : "service"), answers)
}

/** What a sign answers. */
export interface Answer {
  readonly name: string
  /** From 0 to 1. */
  readonly answer: number
}

/** The answers of all signs, in their order. */
export const answersOf = (evidence: Evidence): ReadonlyArray<Answer> =>
  signs.map(({ name, of }) => ({ name, answer: of(evidence) }))

// --- private --------------------------------------------------------------------------

const weightOf = (sign: string, kind: PageKind): number => weights[sign]?.[kind] ?? 0

const told = (kind: PageKind, answers: ReadonlyArray<Answer>): Judged => {
  const strongest = answers
    .map(({ answer, name }) => ({ name, force: answer * weightOf(name, kind) }))
    .filter(({ force }) => force > 0)
    .toSorted((one, other) => other.force - one.force)
  return { kind, strongest: strongest.slice(0, 3).map(({ name }) => name) }
}
