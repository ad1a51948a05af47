/** The answer of `web_search`, which every front end returns or turns into text. */
import * as Schema from "effect/Schema"
import * as Recorded from "../call/Recorded.ts"
import { Attempt } from "../WebError.ts"
import { InstantAnswer } from "./InstantAnswer.ts"
import { SearchHit } from "./SearchHit.ts"

/** The fields of a search's answer; `count` is `hits.length`. */
export const resultFields = {
  /** Hits in the provider's order. */
  hits: Schema.Array(SearchHit),
  /** Number of `hits`. */
  count: Schema.Natural,
  /** Answers that came with the hits, such as the summary of an encyclopedia; at most 5. */
  answers: Schema.optionalKey(Schema.Array(InstantAnswer)),
  /** Other spellings of the query that the provider proposes, at most 3. Untrusted. */
  corrections: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Name of the provider that answered, such as `searxng`. */
  provider: Schema.String,
  /** Sentences for the model, for example that nothing was found or that hits were left out. */
  message: Schema.optionalKey(Schema.String),
  /** Fields of the query that the provider can't express. */
  ignored: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Providers that were called, in order; only under `include_metadata`. */
  attempts: Schema.optionalKey(Schema.Array(Attempt)),
  /** The record of its exchange, if a recording is made or replayed. */
  recorded: Schema.optionalKey(Recorded.Recorded),
}

/**
 * The hits in the backend's order, and the provider. `message` holds sentences for the model, `ignored` names query
 * fields that the provider can't express, and `attempts` comes with `include_metadata`.
 */
export const SearchResult = Schema.Struct(resultFields).annotate({ identifier: "SearchResult" })
export type SearchResult = typeof SearchResult.Type
