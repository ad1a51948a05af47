/** The port to searches that were answered before. Its default keeps none, so every search asks a provider. */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import { Attempt } from "../domain/Attempt.ts"
import * as AnswerCache from "./AnswerCache.ts"
import type { SearchAnswer } from "./WebBackend.ts"

/** A backend's answer as it is kept: its rows are looked at again each time, like those of a backend. */
export const KeptSearch = Schema.Struct({
  provider: Schema.String,
  rows: Schema.Array(Schema.Unknown),
  ignored: Schema.optionalKey(Schema.Array(Schema.String)),
  attempts: Schema.optionalKey(Schema.Array(Attempt)),
})

/** Keeps no search. */
export const none: AnswerCache.AnswerCache<SearchAnswer> = AnswerCache.none()

/** Searches by query and tenant; {@link none} unless a layer is provided. */
export const SearchCache: Context.Reference<AnswerCache.AnswerCache<SearchAnswer>> = Context.Reference<
  AnswerCache.AnswerCache<SearchAnswer>
>("@porthole/core/SearchCache", { defaultValue: () => none })
