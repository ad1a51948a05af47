/** The requests of the tools, and the property that any input of one is a request or `invalid_request`. */
import { assert, it } from "@effect/vitest"
import { FetchRequest, SearchAndFetch, SearchQuery, WebError } from "@porthole/core"
import { Effect, Exit, Result, Schema } from "effect"
import * as fc from "fast-check"
import * as ToolArguments from "../../src/arguments/ToolArguments.ts"

export const requests = {
  web_search: ToolArguments.decode<unknown>(SearchQuery.SearchQuery),
  web_fetch: ToolArguments.decode<unknown>(FetchRequest.FetchRequest),
  web_search_and_fetch: ToolArguments.decode<unknown>(SearchAndFetch.SearchAndFetchRequest),
}

const value = fc.oneof(fc.anything(), fc.constant("TOP-SECRET"), fc.constant(["TOP-SECRET"]))
const input = fc.oneof(
  fc.anything(),
  fc.dictionary(fc.constantFrom(...WebError.parameterNames, "__proto__", "other"), value),
)
const isWire = Schema.is(WebError.Wire)

/** Declares it with so many runs. */
export const anyInputProperties = (numRuns: number): void => {
  it.each(Object.entries(requests))("of %s are a request or invalid_request, for any input", (_, decode) =>
    fc.assert(
      fc.property(input, (sent) => {
        const exit = Effect.runSyncExit(Effect.result(decode(sent)))
        if (Exit.isFailure(exit)) return assert.fail(String(exit.cause))
        if (Result.isSuccess(exit.value)) return
        const { wire } = exit.value.failure
        assert.isTrue(isWire(wire))
        assert.strictEqual(wire.error, "invalid_request")
        assert.notInclude(JSON.stringify(wire), "TOP-SECRET")
      }),
      { numRuns },
    ),
  )
}
