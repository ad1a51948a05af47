/** `web_search` as a function of any arguments. */
import * as Effect from "effect/Effect"
import { Arguments, SearchQuery, type SearchResult, Settings, webSearch } from "@porthole/core"
import { answer, observed, type ToolCall } from "./ToolCall.ts"
import * as ToolArguments from "../arguments/ToolArguments.ts"

/** `web_search`. A setting is the default of `max_results`. */
export const search: ToolCall<SearchResult.SearchResult> = (input) =>
  observed(
    "web_search",
    Effect.gen(function* () {
      const { max_results } = yield* Settings.Settings
      return yield* answer(readQuery(input), (args) => webSearch(Arguments.untyped({ max_results, ...args })))
    }),
  )

// --- private --------------------------------------------------------------------------

const readQuery = ToolArguments.reader(SearchQuery.SearchQuery)
