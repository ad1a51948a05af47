/**
 * Reorders a ranked page by the `Reranker`. Without an answer in time the page keeps its order, and a note reports it.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Deadline from "../domain/time/Deadline.ts"
import * as Selection from "../passages/Selection.ts"
import { Reranker } from "../ports/Shortening.ts"

/** A page with its chunks in the chosen order, and sentences for the caller. */
interface Reranked {
  readonly ranked: Selection.Ranked
  readonly notes: ReadonlyArray<string>
}

/**
 * Reorders the best chunks of a page. It never fails, and takes at most {@link maxDuration} or half of the call's
 * remaining time.
 */
export const rerankPassages = Effect.fnUntraced(function* (
  ranked: Selection.Ranked,
  query: string,
): Effect.fn.Return<Reranked> {
  const { rerank } = yield* Reranker
  const candidates = Selection.candidates(ranked, maxCandidates)
  if (candidates.length < 2) return { ranked, notes: [] }
  const documents = candidates.map(({ text }) => text)
  const time = (yield* Deadline.timeLeft(Duration.times(maxDuration, 2))) / 2
  const answer = yield* Effect.option(Effect.timeout(rerank(query, documents), time))
  if (answer._tag === "None") return withoutReranker(ranked)
  if (answer.value === undefined) return { ranked, notes: [] }
  const scores = answer.value
  return scores.length === candidates.length && scores.every(Number.isFinite)
    ? { ranked: yield* Selection.reorder(ranked, candidates, scores), notes: [] }
    : withoutReranker(ranked)
})

// --- private --------------------------------------------------------------------------

const maxDuration = Duration.seconds(2)

/** Rerankers score a few dozen documents of this length in about half a second. */
const maxCandidates = 40

const withoutReranker = (ranked: Selection.Ranked): Reranked => ({
  ranked,
  notes: ["The reranker returned no usable answer in time, so the passages were chosen without it."],
})
