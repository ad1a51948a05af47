/** Reorders a ranked page by the `Reranker`. Without an answer in time the page keeps its order, and a note says so. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Deadline from "../domain/Deadline.ts"
import * as Selection from "../passages/Selection.ts"
import { Reranker } from "../ports/Reranker.ts"

/** A page in the order in which its chunks are taken, and sentences for the caller. */
export interface Reranked {
  readonly ranked: Selection.Ranked
  readonly notes: ReadonlyArray<string>
}

/**
 * Reorders the best chunks of a page. It never fails, and takes at most {@link longest} or half of the time that the
 * call has left.
 */
export const rerankPassages = Effect.fnUntraced(function* (
  ranked: Selection.Ranked,
  query: string,
): Effect.fn.Return<Reranked> {
  const { rerank } = yield* Reranker
  const candidates = Selection.candidates(ranked, mostCandidates)
  if (candidates.length < 2) return { ranked, notes: [] }
  const documents = candidates.map(({ text }) => text)
  const answer = yield* Effect.option(Effect.timeout(rerank(query, documents), yield* timeLeft))
  if (answer._tag === "None") return leftOut(ranked)
  if (answer.value === undefined) return { ranked, notes: [] }
  const scores = answer.value
  return scores.length === candidates.length && scores.every(Number.isFinite)
    ? { ranked: Selection.reorder(ranked, candidates, scores), notes: [] }
    : leftOut(ranked)
})

// --- private --------------------------------------------------------------------------

const longest = Duration.seconds(2)

/** Rerankers read a few dozen documents of this length in about half a second. */
const mostCandidates = 40

const leftOut = (ranked: Selection.Ranked): Reranked => ({
  ranked,
  notes: ["The reranker gave no usable answer in time, so the passages were chosen without it."],
})

const timeLeft: Effect.Effect<Duration.Duration> = Effect.gen(function* () {
  const { endsAt } = yield* Deadline.Deadline
  const left = endsAt - (yield* Clock.currentTimeMillis)
  return Duration.millis(Math.max(1, Math.min(Duration.toMillis(longest), left / 2)))
})
