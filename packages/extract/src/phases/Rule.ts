/**
 * A rule of the reader: what it does about one case of real pages. `index.ts` lists all rules, in the order in which
 * they run. A rule's phase says when it runs and what it gets. Its `run` changes that in place, and returns nothing.
 *
 * - `control`: writes what only a control or an attribute says as text, before anything else
 * - `document`: brings the many forms of something into one form, before the model judges the blocks
 * - `record`: finds the lists of similar records: cards, posts, items
 * - `column`: decides which parts of a list's records are kept together
 * - `block`: joins the judged blocks of a page into units, or changes how likely they are
 * - `unit`: decides which blocks are kept, after the likeliest units were chosen
 * - `content`: changes the content that was found, once the rest of the page is gone
 *
 * Rules of the phases from `record` to `unit` may be stopped anywhere, because their time is limited: they change
 * nothing in the document.
 */
import type { Group } from "../classes/ClassNames.ts"
import type { Finding } from "../records/Groups.ts"
import type { Parts } from "../records/Parts.ts"
import type { AttributeReads } from "../tree/Attributes.ts"
import type { Candidates } from "./Candidates.ts"
import type { Choice } from "./Choice.ts"
import type { Controls } from "./Controls.ts"
import type { Joining } from "./Joining.ts"

/** What every rule says about itself. */
interface Named {
  readonly name: string
  /** The case that it exists for, in one sentence. */
  readonly case: string
  readonly reads: Reads
}

/** The names that a rule looks for. The tree keeps the attributes that a rule reads. */
export interface Reads extends AttributeReads {
  /** In the phase `document` those that the rule asks its candidates for; no others are among these. */
  readonly elements?: ReadonlyArray<string>
  /** Groups of the words in class names. */
  readonly classes?: ReadonlyArray<Group>
}

export interface ControlRule extends Named {
  readonly phase: "control"
  readonly run: (root: Element, controlled: Controlled) => void
}

/** What a document's controls are, and the panels of it by the controls that name them. */
export interface Controlled {
  readonly controls: Controls
  readonly panels: ReadonlyMap<Element, Element>
}

/** A document, and those of its elements that the rules of the phase `document` look for, by their names. */
export interface Prepared {
  readonly root: Element
  readonly candidates: Candidates
}

export interface DocumentRule extends Named {
  readonly phase: "document"
  readonly run: (prepared: Prepared) => void
}

export interface RecordRule extends Named {
  readonly phase: "record"
  readonly run: (finding: Finding) => void
}

export interface ColumnRule extends Named {
  readonly phase: "column"
  readonly run: (parts: Parts) => void
}

export interface BlockRule extends Named {
  readonly phase: "block"
  readonly run: (joining: Joining) => void
}

export interface UnitRule extends Named {
  readonly phase: "unit"
  readonly run: (choice: Choice) => void
}

/** What was found on a page. */
export interface Found {
  readonly content: Element
  /** The page's title. */
  readonly title: string
  /** The posts of each thread. */
  readonly threads: ReadonlyArray<ReadonlyArray<Element>>
}

export interface ContentRule extends Named {
  readonly phase: "content"
  readonly run: (found: Found) => void
}

export type Rule = ControlRule | DocumentRule | RecordRule | ColumnRule | BlockRule | UnitRule | ContentRule
