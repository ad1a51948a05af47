/** Rejected blocks that introduce the text, and stay with it. Without the rule a standfirst is lost in silence. */
import { nearest } from "@porthole/visibility/dom"
import { pairShare } from "../model/Features.ts"
import type { Judged } from "../model/Model.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the standfirst. */
export const standfirst: UnitRule = {
  name: "standfirst",
  case: "A standfirst between title and text stands among pictures and share boxes.",
  phase: "unit",
  reads: { elements: ["li"] },
  run: ({ kept, page }) => {
    for (const at of standfirstIn(page, kept)) kept[at] = true
  },
}

/**
 * The indexes of the standfirst: blocks between title and text that the page's description repeats. It is often in the
 * page's header, beside pictures and share boxes, so its own chance is low. No item of a list is one, because items
 * have one fate.
 */
export const standfirstIn = (
  { blocks, chances, describedPairs, titleAt, words }: Judged,
  kept: ReadonlyArray<boolean>,
): ReadonlyArray<number> => {
  const text = blocks.findIndex(({ prose }, at) => prose > 0 && kept[at] === true)
  const isSaid = (at: number): boolean => {
    const described = pairShare(words[at] ?? [], describedPairs)
    const chance = described === 1 ? minStandfirst.saidChance : minStandfirst.chance
    return described >= minStandfirst.described && (chances[at] ?? 0) >= chance
  }
  const isSubtitle = (at: number): boolean =>
    at === titleAt + 1 &&
    titleAt >= 0 &&
    (blocks[at]?.holder.heading ?? 0) > 1 &&
    blocks[at]?.linked === 0 &&
    blocks[at]?.holder.parent === blocks[titleAt]?.holder.parent &&
    (chances[at] ?? 0) >= minStandfirst.subtitleChance
  return Array.from(words.keys())
    .slice(titleAt + 1, Math.max(0, text))
    .filter(
      (at) =>
        isSubtitle(at) ||
        ((words[at]?.length ?? 0) >= minStandfirst.words &&
          isSaid(at) &&
          nearest(blocks[at]?.element ?? null, "li") === null),
    )
}

// --- private --------------------------------------------------------------------------

/**
 * A standfirst's minimum number of words, share of its pairs of words that the description has, and chance: it may be
 * lower if the description has all, and a heading right below the title needs no description.
 */
const minStandfirst = { words: 6, described: 0.9, chance: 0.15, saidChance: 0.05, subtitleChance: 0.5 }
