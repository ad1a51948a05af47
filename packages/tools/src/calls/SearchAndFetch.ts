/** `web_search_and_fetch` as a function of any arguments. */
import { Arguments, SearchAndFetch, searchAndFetch } from "@porthole/core"
import { told } from "./ImageAdvice.ts"
import { answer, observed, type ToolCall } from "./ToolCall.ts"
import * as ToolArguments from "../arguments/ToolArguments.ts"

/** `web_search_and_fetch`. */
export const searchThenFetch: ToolCall<SearchAndFetch.SearchAndFetchResult> = (input) =>
  observed("web_search_and_fetch", told(answer(readRequest(input), (args) => searchAndFetch(Arguments.untyped(args)))))

// --- private --------------------------------------------------------------------------

const readRequest = ToolArguments.reader(SearchAndFetch.SearchAndFetchRequest)
