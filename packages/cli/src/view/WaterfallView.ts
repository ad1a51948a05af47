/** The spans of a call as a waterfall: one line per span, below its parent, with a bar for its time. */
import { Trace } from "@porthole/core"
import * as Option from "effect/Option"
import type { Span } from "../SpanRecord.ts"
import * as Printable from "./Printable.ts"
import type { Style } from "./View.ts"

/** Columns of the bars. */
const width = 32

/** Shows spans; those with the same parent stay in the given order. */
export const of = (style: Style, spans: ReadonlyArray<Span>): string => {
  const starts = spans.map(({ startTime }) => startTime)
  const from = starts.reduce((least, start) => (start < least ? start : least), starts[0] ?? 0n)
  const to = spans.reduce((most, span) => (endOf(span) > most ? endOf(span) : most), from)
  const rows = rowsOf(spans).map(({ depth, span }) => ({
    span,
    name: `${"  ".repeat(depth)}${Printable.line(span.name)}`,
  }))
  const nameWidth = Math.max(0, ...rows.map(({ name }) => name.length))
  return rows
    .map(({ name, span }) =>
      [
        name.padEnd(nameWidth),
        `${millis(span.startTime - from).padStart(9)} ms`,
        `${millis(endOf(span) - span.startTime).padStart(9)} ms`,
        barOf(span, from, to),
        style.faint(Printable.line(detailsOf(span))),
      ]
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("")
}

// --- private --------------------------------------------------------------------------

interface Row {
  readonly depth: number
  readonly span: Span
}

/** A row for each span, after the row of its parent. */
const rowsOf = (spans: ReadonlyArray<Span>): ReadonlyArray<Row> => {
  const children = new Map<string | undefined, Array<Span>>()
  const ids = new Set(spans.map(({ spanId }) => spanId))
  for (const span of spans) {
    const parent = Option.getOrUndefined(span.parent)?.spanId
    const key = parent !== undefined && ids.has(parent) ? parent : undefined
    children.set(key, [...(children.get(key) ?? []), span])
  }
  const rows: Array<Row> = []
  const visit = (key: string | undefined, depth: number): void => {
    for (const span of children.get(key) ?? []) {
      rows.push({ depth, span })
      visit(span.spanId, depth + 1)
    }
  }
  visit(undefined, 0)
  return rows
}

/** A span that hasn't ended counts as ending at its start. */
const endOf = ({ startTime, status }: Span): bigint => (status._tag === "Ended" ? status.endTime : startTime)

const millis = (nanos: bigint): string => (Number(nanos) / 1_000_000).toFixed(1)

const barOf = (span: Span, from: bigint, to: bigint): string => {
  const column = (time: bigint): number => (to === from ? 0 : (Number(time - from) / Number(to - from)) * width)
  const start = Math.min(width - 1, Math.floor(column(span.startTime)))
  const length = Math.max(1, Math.min(width, Math.round(column(endOf(span)))) - start)
  return `│${" ".repeat(start)}${"█".repeat(length)}${" ".repeat(width - start - length)}│`
}

/** The attributes that an exporter would also send. */
const detailsOf = ({ attributes }: Span): string =>
  Trace.attributeNames
    .flatMap((name) => {
      const value = attributes.get(name)
      return value === undefined ? [] : [`${name.replace(/^.*\./, "")}=${String(value)}`]
    })
    .join(" ")
