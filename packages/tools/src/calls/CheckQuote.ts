/** `checkQuote` as a function of any arguments: for programs and people, not a tool for models. */
import * as Effect from "effect/Effect"
import { checkQuote as check, QuoteCheck, RefusalReport } from "@porthole/core"
import * as ToolArguments from "../arguments/ToolArguments.ts"
import { withUrl } from "./Fetch.ts"
import { decodeAndAnswer, observed, type ToolCall } from "./ToolCall.ts"

/** `checkQuote`. The use-case logs its refusals. */
export const checkQuote: ToolCall<QuoteCheck.QuoteCheck> = (input) =>
  observed(
    "check_quote",
    decodeAndAnswer(readRequest(input ?? {}), (request) => Effect.flatMap(withUrl(request), check)),
    RefusalReport.isRefusal,
  )

// --- private --------------------------------------------------------------------------

const readRequest = ToolArguments.read(QuoteCheck.QuoteRequest)
