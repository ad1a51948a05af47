/** Runs `porthole check --explain`. */
import { Operator, FetchTrace, ToolCalls } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Json from "../../Json.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Progress from "../../Progress.ts"
import * as Quit from "../../Quit.ts"
import * as TraceView from "../../view/TraceView.ts"
import { withSettings } from "../../withSettings.ts"

/**
 * Requests each URL and prints every step; under `offline` it only applies the URL policy. The exit code is 1 if a URL
 * is refused or can't be reached.
 */
export const urls = (options: {
  readonly urls: ReadonlyArray<string>
  readonly json: boolean
  readonly offline: boolean
}): Effect.Effect<void, Quit.Quit | OutputClosed, Output> =>
  withSettings({}, () =>
    Effect.gen(function* () {
      const output = yield* Output
      const trace = options.offline ? FetchTrace.offline : yield* Operator.fetchTracer
      const { urls } = yield* ToolCalls.withUrls(options)
      const traces = yield* Progress.showWhile("Requesting", Effect.forEach(urls, trace))
      const printed = output.out(
        options.json
          ? traces.map((one) => Json.line(TraceView.json(one))).join("")
          : traces.map(TraceView.of).join("\n"),
      )
      yield* Quit.afterOutput(
        printed,
        traces.every(({ end }) => end.kind !== "error") ? Quit.codes.done : Quit.codes.failed,
      )
    }),
  ).pipe(Effect.scoped)
