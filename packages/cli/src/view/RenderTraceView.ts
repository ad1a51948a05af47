/** What rendered pages asked for, for `porthole fetch --explain`: a line per request, with its outcome. */
import type { Operator } from "@porthole/tools"
import * as Printable from "./Printable.ts"

type Trace = Operator.RenderTrace.RenderTrace

/** Shows each rendering, and says so if there was none. */
export const of = (traces: ReadonlyArray<Trace>): string =>
  traces.length === 0 ? "Nothing was rendered.\n" : traces.map(one).join("")

// --- private --------------------------------------------------------------------------

const one = ({ detail, outcome, refusedByWall, requested, url }: Trace): string =>
  [
    `${Printable.line(url)}: ${sentences[outcome]}${detail === undefined ? "" : `: ${Printable.line(detail)}`}`,
    ...requested.map(
      ({ method, outcome, url }) => `  ${String(outcome).padEnd(8)} ${Printable.line(`${method} ${url}`)}`,
    ),
    ...(refusedByWall === 0 ? [] : [`  ${refusedByWall} attempts to reach a network, all refused`]),
  ]
    .map((line) => `${line}\n`)
    .join("")

const sentences: Readonly<Record<Trace["outcome"], string>> = {
  rendered: "rendered",
  partial: "rendered, still changing at the end",
  failed: "not rendered",
  missing: "not rendered",
}
