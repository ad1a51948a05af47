/** The verdict on each mutant, and the table of them. */
import type { Mutant } from "./Mutant.ts"
import type { Outcome } from "./Trial.ts"

/** What became of a mutant: its tests' outcome, or why there is none. */
export interface Row {
  readonly mutant: Mutant
  readonly outcome: Outcome | { readonly error: string }
}

/**
 * `killed`: a test is red. `redundant`: none is, but one is when the check that covers for it is gone
 * as well. `SURVIVED`: nobody noticed. `ERROR`: it could not be tried.
 */
export type Verdict = "killed" | "redundant" | "SURVIVED" | "ERROR"

export const verdictOf = ({ mutant, outcome }: Row, rows: ReadonlyArray<Row>): Verdict => {
  if ("error" in outcome || outcome.broken.length > 0) return "ERROR"
  if (outcome.failed.length > 0) return "killed"
  const cover = rows.find((row) => row.mutant.name === mutant.coveredBy)
  return cover !== undefined && verdictOf(cover, rows) === "killed" ? "redundant" : "SURVIVED"
}

/** The rows as Markdown. */
export const toMarkdown = (rows: ReadonlyArray<Row>): string =>
  [
    "| check | removed from | protects against | tests red | verdict |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${cells(row, rows).map(escaped).join(" | ")} |`),
    "",
  ].join("\n")

/** What else there is to say of a row that isn't killed. */
export const why = ({ mutant, outcome }: Row): string =>
  "error" in outcome ? outcome.error : outcome.broken.join("\n") || `none of ${mutant.tests.join(", ")} is red`

// --- private --------------------------------------------------------------------------

const cells = (row: Row, rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const { mutant, outcome } = row
  const verdict = verdictOf(row, rows)
  const files = new Set(mutant.edits.map(({ file }) => file.replace(/^.*\//, "")))
  return [
    mutant.name,
    [...files].join(", "),
    mutant.protects,
    "error" in outcome ? "" : redOf(outcome),
    verdict === "redundant" ? `redundant, see "${mutant.coveredBy}"` : verdict,
  ]
}

/** How many, and the first of them by name. */
const redOf = ({ failed, passed }: Outcome): string => {
  const [first] = failed
  const all = failed.length + passed
  return first === undefined ? `0 of ${all}` : `${failed.length} of ${all}: ${first.slice(0, 120)}`
}

const escaped = (cell: string): string => cell.replace(/[|<>`\\*_[\]]/g, "\\$&").replace(/\s+/g, " ")
