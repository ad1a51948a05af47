/** `web_search_and_fetch` as a function of any arguments. */
import { SearchAndFetch, searchAndFetch } from "@porthole/core"
import { decodeAndAnswer, observed, type ToolCall } from "./ToolCall.ts"
import * as ToolArguments from "../arguments/ToolArguments.ts"

/** `web_search_and_fetch`. */
export const searchThenFetch: ToolCall<SearchAndFetch.SearchAndFetchResult> = (input) =>
  observed("web_search_and_fetch", decodeAndAnswer(readRequest(input ?? {}), searchAndFetch))

// --- private --------------------------------------------------------------------------

const readRequest = ToolArguments.read(SearchAndFetch.SearchAndFetchRequest)
