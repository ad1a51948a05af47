/** The contract of `Reranker`, for every adapter. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Shortening, type WebError } from "@porthole/core"
import * as Contract from "./Contract.ts"

/** The suite's input: the adapter, and one whose engine is broken. */
export interface RerankerFixture {
  readonly layer: Layer.Layer<never>
  readonly broken: Layer.Layer<never>
}

const query = "When was the lighthouse lit?"
const documents = ["Boats carry herring.", "The lighthouse was lit in 1887.", "The harbour is small.", ""]

/** The cases. */
export const cases = ({ broken, layer }: RerankerFixture): ReadonlyArray<Contract.Case> => [
  test("gives one finite score for each document", layer, (rerank) =>
    Effect.flatMap(rerank(query, documents), (scores) =>
      Contract.expectEqual(scores?.filter(Number.isFinite).length, documents.length, "finite scores"),
    ),
  ),
  test("gives the highest score to the document that answers the query, at any position", layer, (rerank) =>
    Effect.forEach([documents, documents.toReversed()], (ordered) =>
      Effect.flatMap(rerank(query, ordered), (scores = []) =>
        Contract.expectEqual(ordered[scores.indexOf(Math.max(...scores))], documents[1], "the best document"),
      ),
    ),
  ),
  test("fails when its engine is broken", broken, (rerank) =>
    Contract.expectFailure(rerank(query, documents), {}, "broken engine"),
  ),
]

// --- private --------------------------------------------------------------------------

const test = (
  name: string,
  from: Layer.Layer<never>,
  run: (
    rerank: Shortening.RerankerShape["rerank"],
  ) => Effect.Effect<unknown, WebError.WebError | Contract.BrokenContract>,
): Contract.Case =>
  Contract.make(name, Effect.asVoid(Shortening.Reranker.use(({ rerank }) => run(rerank))), Effect.provide(from))
