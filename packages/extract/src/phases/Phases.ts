/** Rules by their phases, each in the order of the list. */
import type { BlockRule, ColumnRule, ContentRule, RecordRule, Rule, UnitRule } from "./Rule.ts"

export interface Phases {
  readonly record: ReadonlyArray<RecordRule>
  readonly column: ReadonlyArray<ColumnRule>
  readonly block: ReadonlyArray<BlockRule>
  readonly unit: ReadonlyArray<UnitRule>
  readonly content: ReadonlyArray<ContentRule>
}

/** Splits a list of rules once, so that no page does. */
export const phasesOf = (some: ReadonlyArray<Rule>): Phases => ({
  record: some.filter((rule) => rule.phase === "record"),
  column: some.filter((rule) => rule.phase === "column"),
  block: some.filter((rule) => rule.phase === "block"),
  unit: some.filter((rule) => rule.phase === "unit"),
  content: some.filter((rule) => rule.phase === "content"),
})
