/** A document to read, and the report of its reading: the only data that crosses the border of a thread or process. */
import { DocumentFormat, Extracted, Extractor, WebError } from "@porthole/core"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** One document and the module that reads it. */
export interface Task {
  /** The URL of a module that exports `read`. */
  readonly module: string
  readonly fetched: Extractor.Fetched
  /** The URLs of the modules of {@link DocumentFormat.Readers}. */
  readonly readers?: { readonly html: string; readonly markdown: string }
  /** Maximum milliseconds of the reading, both wall-clock and processor time. */
  readonly timeout: number
  /** Whether the report includes the steps of the reading. */
  readonly isTraced: boolean
}

/** How a document was read. */
export interface Report {
  readonly outcome: DocumentFormat.Outcome
  readonly stages: ReadonlyArray<DocumentFormat.StageTrace>
  /** Attributes that the format recorded for the operator. */
  readonly attributes: Readonly<Record<string, string>>
}

/** A report of a document that couldn't be read. */
export const failedReport = (error: WebError.WebError): Report => ({
  outcome: Result.fail(error),
  stages: [],
  attributes: {},
})

/** Maximum number of a report's stages, and of its attributes. Ours has about 30 stages and one attribute. */
export const maxNotes = 200

/** A report as plain data, which can cross the border. */
export const EncodedReport = Schema.Struct({
  outcome: Schema.Union([
    Schema.Struct({ extracted: Extractor.Extracted }),
    Schema.Struct({ failed: WebError.Wire, cause: Schema.optionalKey(Schema.String) }),
  ]),
  stages: Schema.Array(DocumentFormat.StageTrace),
  attributes: Schema.Record(Schema.String, Schema.String),
})
export type EncodedReport = typeof EncodedReport.Type

/**
 * Encodes a report, with as many links as the kernel keeps and the first {@link maxNotes} stages and attributes: Node
 * decodes a message in one step. The document's own limits bound its text.
 */
export const encodeReport = ({ attributes, outcome, stages }: Report): EncodedReport => ({
  stages: stages.slice(0, maxNotes),
  attributes: Object.fromEntries(Object.entries(attributes).slice(0, maxNotes)),
  outcome: Result.match(outcome, {
    onSuccess: (extracted): EncodedReport["outcome"] => ({
      extracted: { ...extracted, links: extracted.links.slice(0, Extracted.maxLinks) },
    }),
    onFailure: (error): EncodedReport["outcome"] => ({ failed: error.wire, ...causeOf(error) }),
  }),
})

/** Decodes a report; `undefined` if the value isn't one, or is larger than any that {@link encodeReport} makes. */
export const decodeReport = (value: unknown): Report | undefined => {
  const answer = isSmall(value) ? Result.getOrUndefined(decode(value)) : undefined
  if (answer === undefined) return undefined
  const { outcome, ...rest } = answer
  return "extracted" in outcome
    ? { ...rest, outcome: Result.succeed(outcome.extracted) }
    : { ...rest, outcome: Result.fail(WebError.make(outcome.failed, outcome.cause)) }
}

// --- private --------------------------------------------------------------------------

const decode = Schema.decodeUnknownResult(EncodedReport)

/** Maximum number of values in a report: a stage has six with itself. */
const maxValues = 10 * maxNotes

/**
 * Whether a report has few values beside its links. The schema runs a parser for each, which would block other work if
 * a reader that was taken over sent hundreds of thousands.
 */
const isSmall = (report: unknown): boolean => {
  const values = [report]
  for (const value of values) {
    if (!Predicate.isObjectOrArray(value)) continue
    const entries = Object.entries(value)
    if (values.length + entries.length > maxValues) return false
    for (const [name, each] of entries) if (name !== "links") values.push(each)
  }
  return true
}

const maxCauseLength = 4_000

const causeOf = (error: WebError.WebError): { readonly cause?: string } => {
  const cause = WebError.causeOf(error)
  if (cause === undefined) return {}
  return { cause: (cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)).slice(0, maxCauseLength) }
}
