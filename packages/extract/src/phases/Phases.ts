/** Rules by their phases, each in the order of the list. */
import { type AttributeNames, namesRead } from "../tree/Attributes.ts"
import { type Candidates, collectorOf } from "./Candidates.ts"
import type {
  BlockRule,
  ColumnRule,
  ContentRule,
  ControlRule,
  DocumentRule,
  RecordRule,
  Rule,
  UnitRule,
} from "./Rule.ts"

export interface Phases {
  /** The attributes that the tree keeps, because a stage or one of the rules reads them. */
  readonly attributes: AttributeNames
  readonly control: ReadonlyArray<ControlRule>
  readonly document: ReadonlyArray<DocumentRule>
  /** Collects the elements that the rules of the phase `document` look for. */
  readonly candidatesIn: (root: Element) => Candidates
  readonly record: ReadonlyArray<RecordRule>
  readonly column: ReadonlyArray<ColumnRule>
  readonly block: ReadonlyArray<BlockRule>
  readonly unit: ReadonlyArray<UnitRule>
  readonly content: ReadonlyArray<ContentRule>
}

/** Splits a list of rules once, so that no page does. */
export const phasesOf = (some: ReadonlyArray<Rule>): Phases => {
  const document = some.filter((rule) => rule.phase === "document")
  return {
    attributes: namesRead(some.map(({ reads }) => reads)),
    control: some.filter((rule) => rule.phase === "control"),
    document,
    candidatesIn: collectorOf(new Set(document.flatMap(({ reads }) => reads.elements ?? []))),
    record: some.filter((rule) => rule.phase === "record"),
    column: some.filter((rule) => rule.phase === "column"),
    block: some.filter((rule) => rule.phase === "block"),
    unit: some.filter((rule) => rule.phase === "unit"),
    content: some.filter((rule) => rule.phase === "content"),
  }
}
