/** What `web_search` answers, exactly as every face prints it. */
import * as Schema from "effect/Schema"
import { Attempt } from "./Attempt.ts"
import { SearchHit } from "./SearchHit.ts"

/** The fields of a search's answer; `count` is `hits.length`. */
export const resultFields = {
  hits: Schema.Array(SearchHit),
  count: Schema.Natural,
  provider: Schema.String,
  message: Schema.optionalKey(Schema.String),
  ignored: Schema.optionalKey(Schema.Array(Schema.String)),
  attempts: Schema.optionalKey(Schema.Array(Attempt)),
}

/**
 * The hits in the backend's order, and who answered. `message` is a sentence for the model when
 * there is something to say, `ignored` names query fields that the provider can't express, and
 * `attempts` comes with `include_metadata`.
 */
export const SearchResult = Schema.Struct(resultFields).annotate({ identifier: "SearchResult" })
export type SearchResult = typeof SearchResult.Type
