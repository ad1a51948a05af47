/** What the thread or process that reads a document sends back: the report, with errors written out. */
import { Obstacle, Reduced, Removed, WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Report } from "../ReadDocument.ts"

const Extracted = Schema.Struct({
  title: Schema.String,
  content: Schema.String,
  links: Schema.Array(Schema.String),
  text_length: Schema.Natural,
  removed: Schema.optionalKey(Removed.Removed),
  obstacle: Schema.optionalKey(Obstacle.Obstacle),
  reduced: Schema.optionalKey(Schema.Array(Reduced.Reduced)),
})

/** An error and, for operators, what lay beneath it as text. */
const Failed = Schema.Struct({ wire: WebError.Wire, cause: Schema.optionalKey(Schema.String) })

const ways = { path: Schema.optionalKey(Schema.String), kind: Schema.optionalKey(Schema.String) }

const StageTrace = Schema.Struct({
  name: Schema.String,
  note: Schema.optionalKey(Schema.String),
  elements: Schema.Number,
  characters: Schema.Number,
  ms: Schema.Number,
})

/** The answer to a task. */
export const Answer = Schema.Struct({
  outcome: Schema.Union([Schema.Struct({ extracted: Extracted }), Schema.Struct({ failed: Failed })]),
  trace: Schema.optionalKey(Schema.Struct({ url: Schema.String, stages: Schema.Array(StageTrace), ...ways })),
  ways: Schema.optionalKey(Schema.Struct(ways)),
})
export type Answer = typeof Answer.Type

/** Writes a report out. */
export const ofReport = ({ outcome, ...rest }: Report): Answer => ({
  ...rest,
  outcome: Result.match(outcome, {
    onSuccess: (extracted): Answer["outcome"] => ({ extracted }),
    onFailure: (error): Answer["outcome"] => ({ failed: { wire: error.wire, ...causeIn(error) } }),
  }),
})

/** Reads an answer; `undefined` where it is none. */
export const toReport = (answer: unknown): Report | undefined => {
  const read = Result.getOrUndefined(decode(answer))
  if (read === undefined) return undefined
  const { outcome, ...rest } = read
  if ("extracted" in outcome) return { ...rest, outcome: Result.succeed(outcome.extracted) }
  const { cause, wire } = outcome.failed
  return { ...rest, outcome: Result.fail(WebError.make(wire, cause)) }
}

// --- private --------------------------------------------------------------------------

const decode = Schema.decodeUnknownResult(Answer)

const maxCause = 4_000

const causeIn = (error: WebError.WebError): { readonly cause?: string } => {
  const cause = WebError.causeOf(error)
  if (cause === undefined) return {}
  return { cause: (cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)).slice(0, maxCause) }
}
