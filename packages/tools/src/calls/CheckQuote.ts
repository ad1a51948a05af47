/** `checkQuote` as a function of any arguments: for programs and people, not a tool for models. */
import * as Effect from "effect/Effect"
import { Arguments, checkQuote as check, QuoteCheck, RefusalReport } from "@porthole/core"
import * as ToolArguments from "../arguments/ToolArguments.ts"
import { withUrl } from "./Fetch.ts"
import { answer, observed, type ToolCall } from "./ToolCall.ts"

/** `checkQuote`. The use-case logs its refusals. */
export const checkQuote: ToolCall<QuoteCheck.QuoteCheck> = (input) =>
  observed(
    "check_quote",
    answer(readRequest(input), (args) => Effect.flatMap(withUrl(args), (request) => check(Arguments.untyped(request)))),
    RefusalReport.isRefusal,
  )

// --- private --------------------------------------------------------------------------

const readRequest = ToolArguments.reader(QuoteCheck.QuoteRequest)
