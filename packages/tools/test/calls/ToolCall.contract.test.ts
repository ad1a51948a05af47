/**
 * The contract of the use-cases over the calls of the tools, and over every front end of a model.
 *
 * clock: real, since the suite runs its own effects.
 */
import { describe, it } from "@effect/vitest"
import { WebBackend, WebError } from "@porthole/core"
import { UseCaseSuite } from "@porthole/testing"
import { Effect, Layer, Schema } from "effect"
import { ToolCalls } from "../../src/index.ts"
import { type FrontEnd, frontEnds, type ToolName } from "../support/frontEnds.ts"

/** A setting of the tools. */
const options = { defaultResults: 10 }

describe("the calls of the tools", () => {
  const calls: UseCaseSuite.UseCases = {
    webSearch: ToolCalls.search,
    webFetch: ToolCalls.fetchPage,
    webFetchPages: ToolCalls.fetchPages,
    searchAndFetch: ToolCalls.searchThenFetch,
    fetchImage: ToolCalls.image,
    docsSearch: ToolCalls.docsSearch(UseCaseSuite.site),
    docsFetch: ToolCalls.docsFetch(UseCaseSuite.site),
    checkQuote: ToolCalls.checkQuote,
    webMap: ToolCalls.map,
  }
  for (const { name, run } of UseCaseSuite.cases(calls, options)) it.live(name, () => run)
  for (const { name, run } of UseCaseSuite.anyArguments(calls, 30)) it.live(name, () => run)
})

const toError = Schema.decodeUnknownSync(WebError.Failure)

/** A tool as a use-case: its failure is data. */
const through =
  (frontEnd: FrontEnd, tool: ToolName): UseCaseSuite.UseCase =>
  (args) =>
    Effect.flatMap(WebBackend.WebBackend, (backend) =>
      Effect.flatMap(frontEnd(Layer.succeed(WebBackend.WebBackend, backend), tool, args), ({ isFailure, value }) =>
        isFailure ? Effect.fail(toError(value)) : Effect.succeed(value),
      ),
    )

for (const [label, frontEnd] of frontEnds) {
  describe(`the tools through ${label}`, () => {
    const tools: UseCaseSuite.UseCases = {
      webSearch: through(frontEnd, "web_search"),
      webFetch: through(frontEnd, "web_fetch"),
      searchAndFetch: through(frontEnd, "web_search_and_fetch"),
    }
    for (const { name, run } of UseCaseSuite.cases(tools, options)) it.live(name, () => run)
  })
}
