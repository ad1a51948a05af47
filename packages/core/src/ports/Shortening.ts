/**
 * The ports that shorten long pages: a compressor writes a shorter text, and a reranker chooses among passages. Both
 * are optional: the defaults change nothing.
 *
 * A compressor selects sentences (`extractive`), or is a language model (`languageModel` of `@porthole/providers`). A
 * reranker is a model that scores how well passages answer a question, such as a cross-encoder behind an endpoint; its
 * failure or a slow answer leaves the ranking's order.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { WebError } from "../domain/WebError.ts"

/** How a text is shortened. */
export interface CompressOptions {
  /** The instruction what to keep: the setting `compress_instruction`. */
  readonly instruction: string
  /** The call's question, if it has one. */
  readonly query: string | undefined
  /** Maximum characters (UTF-16 units) of the result; the caller cuts a longer one. */
  readonly maxLength: number
}

/** Shortens text. */
export interface CompressorShape {
  /** The shortened text; `undefined` leaves the text unchanged. Fails with `compression_failed`. */
  readonly compress: (text: string, options: CompressOptions) => Effect.Effect<string | undefined, WebError>
}

/** Leaves every text unchanged. */
export const noCompressor: CompressorShape = { compress: () => Effect.undefined }

/** The current compressor; {@link noCompressor} unless a layer is provided. */
export const Compressor: Context.Reference<CompressorShape> = Context.Reference<CompressorShape>(
  "@porthole/core/Compressor",
  { defaultValue: () => noCompressor },
)

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
export const noReranker: RerankerShape = { rerank: () => Effect.undefined }

/** The current reranker; {@link noReranker} unless a layer is provided. */
export const Reranker: Context.Reference<RerankerShape> = Context.Reference<RerankerShape>("@porthole/core/Reranker", {
  defaultValue: () => noReranker,
})
