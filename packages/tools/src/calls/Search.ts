/** `web_search` as a function of any arguments. */
import * as Effect from "effect/Effect"
import { SearchQuery, type SearchResult, Settings, webSearch } from "@porthole/core"
import { decodeAndAnswer, observed, type ToolCall } from "./ToolCall.ts"
import * as ToolArguments from "../arguments/ToolArguments.ts"

/** `web_search`. A setting is the default of `max_results`. */
export const search: ToolCall<SearchResult.SearchResult> = (input) =>
  observed(
    "web_search",
    Effect.gen(function* () {
      const { max_results } = yield* Settings.Settings
      return yield* decodeAndAnswer(readQuery(input ?? {}), (query) => webSearch({ max_results, ...query }))
    }),
  )

const readQuery = ToolArguments.read(SearchQuery.SearchQuery)
