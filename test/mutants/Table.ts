/** The verdict on each mutant, and the table of them. */
import type { Mutant } from "./Mutant.ts"
import type { Outcome } from "./Trial.ts"

/** The outcome of a mutant: its tests' outcome, or why there is none. */
export interface Row {
  readonly mutant: Mutant
  readonly outcome: Outcome | { readonly error: string }
}

/** `killed`: a test fails. `SURVIVED`: none fails. `ERROR`: the trial didn't run. */
export type Verdict = "killed" | "SURVIVED" | "ERROR"

export const verdictOf = ({ outcome }: Row): Verdict => {
  if ("error" in outcome || outcome.broken.length > 0) return "ERROR"
  return outcome.failed.length > 0 ? "killed" : "SURVIVED"
}

/** The page of the docs. */
export const toMarkdown = (rows: ReadonlyArray<Row>): string =>
  [
    "<!-- Made by `node test/mutants/run.ts`: it prints this page. -->",
    "",
    "# What each check is worth",
    "",
    "Each row is a copy of the product without one check, and the tests that must fail then. Stryker can't make these mutants: only",
    "the network of the tests shows them, they span files, or they are outside of",
    "[the areas that it mutates](../decisions/0012-mutation-testing.md).",
    "",
    "| check | removed from | protects against | tests red | verdict |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${cells(row).map(escaped).join(" | ")} |`),
    "",
  ].join("\n")

/** Further details of a row that isn't killed. */
export const why = ({ mutant, outcome }: Row): string =>
  "error" in outcome ? outcome.error : outcome.broken.join("\n") || `none of ${mutant.tests.join(", ")} is red`

// --- private --------------------------------------------------------------------------

const cells = (row: Row): ReadonlyArray<string> => {
  const { mutant, outcome } = row
  const files = new Set(mutant.edits.map(({ file }) => file.replace(/^.*\//, "")))
  return [mutant.name, [...files].join(", "), mutant.protects, "error" in outcome ? "" : redOf(outcome), verdictOf(row)]
}

/** The count and the name of the first. */
const redOf = ({ failed, passed }: Outcome): string => {
  const [first] = failed
  const all = failed.length + passed
  return first === undefined ? `0 of ${all}` : `${failed.length} of ${all}: ${first.slice(0, 120)}`
}

const escaped = (cell: string): string => cell.replace(/[|<>`\\*_[\]]/g, "\\$&").replace(/\s+/g, " ")
