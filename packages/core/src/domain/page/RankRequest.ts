/** The arguments of `rankDocuments`: a question, and short documents that may answer it. */
import * as Schema from "effect/Schema"
import * as Parameters from "../call/Parameters.ts"

/** Maximum number of documents. */
export const maxDocuments = 1_000

/** A question and documents. */
export const RankRequest = Schema.Struct({
  /** The question: 1–2,000 characters, trimmed. */
  query: Parameters.Text,
  /** The documents: 1–1,000 texts. */
  documents: Schema.Array(Schema.String).check(
    Schema.makeFilter((documents: ReadonlyArray<string>) => documents.length >= 1 && documents.length <= maxDocuments, {
      expected: `a list of 1 to ${maxDocuments} texts`,
    }),
  ),
})
export type RankRequest = typeof RankRequest.Type
export type RankRequestInput = typeof RankRequest.Encoded
