/** The port to searches that were answered before. Without one, every search is asked anew. */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import { Attempt } from "../domain/Attempt.ts"
import type { AnswerCache } from "./AnswerCache.ts"
import type { SearchAnswer } from "./WebBackend.ts"

/** A backend's answer as it is kept: its rows are looked at again each time, like those of a backend. */
export const KeptSearch = Schema.Struct({
  provider: Schema.String,
  rows: Schema.Array(Schema.Unknown),
  ignored: Schema.optionalKey(Schema.Array(Schema.String)),
  attempts: Schema.optionalKey(Schema.Array(Attempt)),
})

/** Searches by query and tenant. */
export class SearchCache extends Context.Service<SearchCache, AnswerCache<SearchAnswer>>()(
  "@porthole/core/SearchCache",
) {}
