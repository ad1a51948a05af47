/**
 * The port to a model that says how well passages answer a question, such as a cross-encoder behind an endpoint. It is
 * optional: its default leaves the order of the ranking, and so does one that fails or is slow.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { WebError } from "../domain/WebError.ts"

/** Scores texts. */
export interface RerankerShape {
  /**
   * One finite score for each document, in the order of the documents; a higher one answers the query better.
   * `undefined` leaves the order as it is. At most 40 documents are sent; the call is interrupted after 2 s.
   */
  readonly rerank: (
    query: string,
    documents: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<number> | undefined, WebError>
}

/** Leaves every order as it is. */
export const none: RerankerShape = { rerank: () => Effect.undefined }

/** The reranker in force; {@link none} unless a layer is provided. */
export const Reranker: Context.Reference<RerankerShape> = Context.Reference<RerankerShape>("@porthole/core/Reranker", {
  defaultValue: () => none,
})
