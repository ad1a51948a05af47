/** `web_map` as a function of any arguments. */
import * as Effect from "effect/Effect"
import { Arguments, RefusalReport, SiteMap, type SiteScope, webMap } from "@porthole/core"
import * as ToolArguments from "../arguments/ToolArguments.ts"
import { withUrl } from "./Fetch.ts"
import { answer, observed, type ToolCall } from "./ToolCall.ts"

/** `web_map` of a scope that a person chooses. The use-case logs its refusals. */
export const mapWith =
  (scope: SiteScope.ScopeOptions): ToolCall<SiteMap.SiteMap> =>
  (input) =>
    observed(
      "web_map",
      answer(readRequest(input), (args) =>
        Effect.flatMap(withUrl(args), (request) => webMap(Arguments.untyped(request), scope)),
      ),
      RefusalReport.isRefusal,
    )

/** `web_map`. */
export const map: ToolCall<SiteMap.SiteMap> = mapWith({})

// --- private --------------------------------------------------------------------------

const readRequest = ToolArguments.reader(SiteMap.MapRequest)
