/** Runs `porthole extract --explain`. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import type { WebError } from "@porthole/core"
import { Node, Operator, ToolCalls } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Answer from "../../Answer.ts"
import * as Json from "../../Json.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Progress from "../../Progress.ts"
import * as Quit from "../../Quit.ts"
import * as SavedPage from "../../SavedPage.ts"
import * as PageView from "../../view/PageView.ts"
import * as Printable from "../../view/Printable.ts"
import * as ReadTraceView from "../../view/ReadTraceView.ts"
import { withSettings } from "../../withSettings.ts"

/**
 * Reads one file, and prints how it was read instead of its text: on stdout the stages, as far as they ran, on stderr
 * the failure or the notes on the page. Under `--json` one document has both.
 */
export const file = (options: {
  readonly saved: unknown
  readonly json: boolean
}): Effect.Effect<void, Quit.Quit | OutputClosed, Output> =>
  withSettings({}, () =>
    Effect.gen(function* () {
      const output = yield* Output
      const read = ToolCalls.logged(Effect.flatMap(SavedPage.decode(options.saved), SavedPage.read))
      const explained = yield* Progress.showWhile("Reading", Operator.explainReading(read))
      const printed = options.json
        ? output.out(Json.line(jsonOf(explained)))
        : Effect.andThen(output.out(textOf(explained)), output.err(notesOf(explained.result)))
      const code = Result.match(explained.result, { onFailure: Quit.failureCode, onSuccess: () => Quit.codes.done })
      yield* Quit.afterOutput(printed, code)
    }).pipe(Effect.provide([Node.extractor, Node.similarity, NodeFileSystem.layer])),
  )

// --- private --------------------------------------------------------------------------

type FileTrace = Operator.Traced<PageView.ShownPage, WebError.WebError>

const textOf = ({ result, traces }: FileTrace): string =>
  traces.map((trace) => ReadTraceView.of(trace, outcomeOf(result))).join("")

const jsonOf = ({ result, traces }: FileTrace) => ({
  ...Result.match(result, { onFailure: ({ wire }) => wire, onSuccess: () => ({}) }),
  ...traces.map((trace) => ReadTraceView.json(trace, outcomeOf(result)))[0],
})

const outcomeOf = (result: FileTrace["result"]): ReadTraceView.Outcome | undefined =>
  Result.match(result, {
    onFailure: () => undefined,
    onSuccess: ({ content, content_md, links, title }) => ({
      title,
      content_length: (content ?? content_md ?? "").length,
      link_count: links.length,
    }),
  })

const notesOf = (result: FileTrace["result"]): string =>
  Result.match(result, {
    onFailure: (error) => [Answer.sentence(error)],
    onSuccess: PageView.notesOf,
  })
    .map((note) => `porthole: ${Printable.line(note)}\n`)
    .join("")
