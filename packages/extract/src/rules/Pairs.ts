/**
 * Rows of titles and texts that aren't headings: a question and its answer, a name and what it stands for. If the title
 * goes, its text reads like a part of the text before.
 */
import type { Block, Holder } from "../model/Block.ts"
import { isApart } from "../model/Hints.ts"
import { chanceWithin, isInCard, keepPart } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the titles of kept texts that alternate with their texts. */
export const pairs: UnitRule = {
  name: "pairs",
  case: "A question that goes leaves its answer to the question before.",
  phase: "unit",
  reads: {},
  run: (choice) => {
    const { kept, page } = choice
    const found: Array<Pair> = []
    for (let at = 1; at < page.blocks.length; at++) {
      const pair = pairAt(page.blocks[at - 1], page.blocks[at])
      if (pair !== undefined) found.push(pair)
    }
    const isKept = ({ blocks, first }: Holder): boolean => kept.slice(first, first + blocks).includes(true)
    for (const row of Map.groupBy(found, ({ title }) => title.parent).values())
      for (const alike of Map.groupBy(row, ({ text, title }) => `${title.kind} ${text.kind}`).values()) {
        if (alike.length < minPairs) continue
        for (const { text, title } of alike)
          if (isKept(text) && isTitle(title) && !isInCard(title, choice) && chanceWithin(title, choice) >= minChance)
            keepPart(title, choice)
      }
  },
}

// --- private --------------------------------------------------------------------------

interface Pair {
  readonly title: Holder
  readonly text: Holder
}

/** The minimum number of pairs of a row, and the minimum mean chance and maximum words of a title. */
const minPairs = 3
const minChance = 0.1
const maxWords = 60

const isTitle = (title: Holder): boolean =>
  title.words > 1 &&
  title.words <= maxWords &&
  title.linked * 2 <= title.words &&
  title.controls === 0 &&
  !isApart(title)

/** The siblings of different classes of which one ends and the other begins between two blocks. */
const pairAt = (before: Block | undefined, behind: Block | undefined): Pair | undefined => {
  let title = before?.holder
  let text = behind?.holder
  while (title !== undefined && text !== undefined && title.parent !== text.parent)
    if (title.depth > text.depth) title = title.parent
    else if (text.depth > title.depth) text = text.parent
    else {
      title = title.parent
      text = text.parent
    }
  if (title === undefined || text === undefined || title === text || title.kind === text.kind) return undefined
  return title.kind !== title.name && text.kind !== text.name ? { title, text } : undefined
}
