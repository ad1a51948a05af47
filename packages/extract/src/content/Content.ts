/** Splits a document's body into its main content, which stays in place, and the rest around it. */
import { type Block, type Blocks, blocksOf, type Holder } from "../model/Block.ts"
import { type Judged, judge, type Model } from "../model/Model.ts"
import type { PageFacts } from "../model/Page.ts"
import type { Declared } from "../metadata/Declared.ts"
import { recordsIn } from "../records/Records.ts"
import type { Choice } from "../phases/Choice.ts"
import type { Phases } from "../phases/Phases.ts"
import { type Joining, joiningOf, type Unit } from "../phases/Joining.ts"
import type { BlockRule, UnitRule } from "../phases/Rule.ts"
import { type LostWithin, lostWithin, withLost } from "./LostWithin.ts"
import { limits } from "../tree/Limits.ts"
import { select } from "./Selection.ts"
import { isShownIn, shortMainIn } from "./ShortMain.ts"

/** The parts of a body that aren't main content, and counts of the blocks. */
export interface Split {
  readonly kept: number
  readonly of: number
  /** The blocks that aren't main content, in document order. */
  readonly rejected: ReadonlyArray<Block>
  /** Pictures and marks without words that belong to rejected blocks, and redundant pictures. */
  readonly wordless: ReadonlyArray<ChildNode>
  /** The posts of each thread. */
  readonly threads: ReadonlyArray<ReadonlyArray<Element>>
  /** What went from inside of the text, if it is a good part of it. */
  readonly lost: LostWithin | undefined
}

/** What is known of a page before its blocks are judged. */
export interface Known {
  readonly declared: Declared
  /** Whether all of the text is kept. */
  readonly hasNoClutter?: boolean | undefined
}

/**
 * Finds the blocks that aren't main content; `undefined` for a body with too many blocks or too few words, unless it
 * has a short `main`. The body stays unchanged.
 */
export const splitOf = (body: Element, known: PageFacts & Known, phases: Phases, model?: Model): Split | undefined => {
  const found = blocksOf(body)
  const main = shortMainIn(found)
  if (main !== undefined) return splitAround(main, found)
  if (found.blocks.length > limits.blocks || found.root.words < minWords) return undefined
  return splitBy(judge(found, known, model), body, known, phases)
}

/** Finds the same by the judgement of the body's blocks. */
export const splitBy = (
  page: Judged,
  body: Element,
  { declared, hasNoClutter = false }: Known,
  phases: Phases,
): Split => {
  const { blocks } = page
  const records = recordsIn(body, phases.record)
  const chances = Array.from(page.chances)
  const units = unitsOf({ blocks, chances, records, columnRules: phases.column }, phases.block)
  const choice = { page, declared, records, units, chances }
  const { kept: chosen, wordless } = choiceOf(choice, select(units), phases.unit)
  const kept = hasNoClutter ? withLost(blocks, chosen) : chosen
  const threads = units.flatMap(({ posts = [] }) => (posts.length > 0 ? [posts] : []))
  return {
    kept: kept.filter(Boolean).length,
    of: blocks.length,
    rejected: blocks.filter((_, at) => kept[at] !== true),
    wordless,
    lost: lostWithin(blocks, kept, threads.length > 0),
    threads,
  }
}

/** Joins blocks into units. */
export const unitsOf = (
  page: Parameters<typeof joiningOf>[0],
  rules: ReadonlyArray<BlockRule>,
): ReadonlyArray<Unit> => {
  const joining: Joining = joiningOf(page)
  for (const { run } of rules) run(joining)
  page.blocks.forEach((_, at) => {
    if (joining.isFree(at)) joining.join([at])
  })
  return joining.units
}

/** Chooses blocks: those of the selected units without the lesser parts of others, and what the rules change. */
export const choiceOf = (
  known: Pick<Choice, "chances" | "declared" | "page" | "records" | "units">,
  selected: ReadonlyArray<boolean>,
  rules: ReadonlyArray<UnitRule>,
): Choice => {
  const kept = known.page.blocks.map(() => false)
  known.units.forEach(({ core, members }, index) => {
    const isKept = selected[index] === true && (core === undefined || selected[core] === true)
    for (const at of members) kept[at] = isKept
  })
  const choice: Choice = {
    ...known,
    kept,
    offers: new Set(),
    needed: undefined,
    wordless: [],
  }
  for (const { run } of rules) run(choice)
  return choice
}

/**
 * Removes everything except the main content from its document; returns the rejected blocks as elements, in document
 * order.
 */
export const separate = (body: Element, { rejected, wordless }: Split): Element => {
  const outside = body.ownerDocument.createElement("div")
  for (const { holder, nodes } of rejected) {
    const block = body.ownerDocument.createElement(blockNames.has(holder.name) ? holder.name : "p")
    for (const node of nodes) block.appendChild(node)
    outside.appendChild(block)
  }
  for (const node of wordless) node.remove()
  return outside
}

// --- private --------------------------------------------------------------------------

/** A `main` and the rest. */
const splitAround = (main: Holder, { blocks, marks, pictures }: Blocks): Split => {
  const rejected = blocks.filter((block, at) => !isShownIn(main, block, at))
  return {
    kept: blocks.length - rejected.length,
    of: blocks.length,
    rejected,
    wordless: [...pictures, ...marks].flatMap(({ nodes }) => nodes.filter((node) => !main.element.contains(node))),
    threads: [],
    lost: undefined,
  }
}

/** Minimum words of a page for the model. */
const minWords = 80

/** Elements that a rejected block keeps. */
const blockNames: ReadonlySet<string> = new Set("h1 h2 h3 h4 h5 h6 pre blockquote".split(" "))
