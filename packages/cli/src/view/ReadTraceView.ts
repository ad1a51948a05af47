/** The stages in which the reader read a document: one per line for a person, and the same for JSON. */
import type { Operator } from "@porthole/tools"
import * as Printable from "./Printable.ts"

/** The result of reading a document, besides the stages: enough to show whether it was read well. */
export interface Outcome {
  readonly title: string
  /** Characters of the content, markup included. */
  readonly content_length: number
  readonly link_count: number
}

/** Shows the stages, then the outcome, if any, in one line. Line breaks in the document's own texts are removed. */
export const of = (trace: Operator.ExtractionTrace, outcome: Outcome | undefined): string => {
  const nameWidth = Math.max(...trace.stages.map(({ name }) => name.length))
  const elementsWidth = widthOf(trace.stages.map(({ elements }) => withSeparators(elements)))
  const charactersWidth = widthOf(trace.stages.map(({ characters }) => withSeparators(characters)))
  return [
    Printable.line(trace.url),
    ...trace.stages.map(({ characters, elements, ms, name, note }) =>
      [
        `  ${Printable.line(name).padEnd(nameWidth)}`,
        `${withSeparators(elements).padStart(elementsWidth)} elements`,
        `${withSeparators(characters).padStart(charactersWidth)} characters`,
        `${ms.toFixed(1).padStart(7)} ms`,
        ...(note === undefined ? [] : [Printable.line(note)]),
      ].join("  "),
    ),
    ...(outcome === undefined ? [] : [`  => ${endOf(trace, outcome)}`]),
  ]
    .map((line) => `${line}\n`)
    .join("")
}

/** The keys of a trace and of its outcome; times to the microsecond. */
export const json = ({ path, stages, url }: Operator.ExtractionTrace, outcome: Outcome | undefined) => ({
  url,
  ...outcome,
  ...(path === undefined ? {} : { path }),
  stages: stages.map((stage) => ({ ...stage, ms: Math.round(stage.ms * 1_000) / 1_000 })),
})

// --- private --------------------------------------------------------------------------

const widthOf = (texts: ReadonlyArray<string>): number => Math.max(...texts.map(({ length }) => length))

const withSeparators = (number: number): string => number.toLocaleString("en-US")

const endOf = ({ path, stages }: Operator.ExtractionTrace, { content_length, link_count, title }: Outcome): string =>
  [
    stages.length === 0 ? "text, which goes through no stage" : undefined,
    title === "" ? "no title" : `"${Printable.line(title)}"`,
    `${withSeparators(content_length)} characters`,
    `${withSeparators(link_count)} ${link_count === 1 ? "link" : "links"}`,
    path === undefined ? undefined : `by ${Printable.line(path)}`,
  ]
    .filter((part) => part !== undefined)
    .join(", ")
