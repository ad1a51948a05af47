/**
 * The port to a model that scores how well passages answer a question, such as a cross-encoder behind an endpoint. It
 * is optional: the default, a failure or a slow answer leaves the ranking's order.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { WebError } from "../domain/WebError.ts"

/** Scores texts. */
export interface RerankerShape {
  /**
   * One finite score per document, in the order of the documents; a higher one answers the query better. `undefined`
   * leaves the order unchanged. It gets at most 40 documents; the call is interrupted after 2 s.
   */
  readonly rerank: (
    query: string,
    documents: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<number> | undefined, WebError>
}

/** Leaves every order unchanged. */
export const none: RerankerShape = { rerank: () => Effect.undefined }

/** The current reranker; {@link none} unless a layer is provided. */
export const Reranker: Context.Reference<RerankerShape> = Context.Reference<RerankerShape>("@porthole/core/Reranker", {
  defaultValue: () => none,
})
