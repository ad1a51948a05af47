/**
 * Rejected blocks that introduce kept text, and stay with it: the standfirst, and short titles that look like those of
 * other kept texts.
 */
import { nearest } from "../tree/Select.ts"
import { pairShare } from "./Features.ts"
import type { Judged } from "./Model.ts"
import type { Template } from "./Template.ts"

/** The indexes of the blocks that introduce kept text. */
export const introductionsIn = (judged: Judged, kept: ReadonlyArray<boolean>): ReadonlyArray<number> => [
  ...standfirstIn(judged, kept),
  ...titlesIn(judged, kept),
]

// --- private --------------------------------------------------------------------------

/** A standfirst's minimum chance, number of words, and share of its pairs of words that the description has. */
const minStandfirst = { chance: 0.15, words: 6, described: 0.9 }

/**
 * The standfirst: blocks between title and text that the page's description repeats. It is often in the page's header,
 * beside pictures and share boxes, so its own chance is low. No item of a list is one, because items have one fate.
 */
const standfirstIn = (
  { blocks, chances, describedPairs, titleAt, words }: Judged,
  kept: ReadonlyArray<boolean>,
): ReadonlyArray<number> => {
  const text = blocks.findIndex(({ prose }, at) => prose > 0 && kept[at] === true)
  return Array.from(words.keys())
    .slice(titleAt + 1, Math.max(0, text))
    .filter(
      (at) =>
        (chances[at] ?? 0) >= minStandfirst.chance &&
        (words[at]?.length ?? 0) >= minStandfirst.words &&
        pairShare(words[at] ?? [], describedPairs) >= minStandfirst.described &&
        nearest(blocks[at]?.element ?? null, "li") === null,
    )
}

/** Maximum words of a title, and minimum number of blocks of its template. */
const titleLimits = { maxWords: 20, minBlocks: 3 }

/**
 * Short blocks before kept text, if at least half of the blocks of their template are kept: without its question an
 * answer would follow another question.
 */
const titlesIn = ({ blocks, templates }: Judged, kept: ReadonlyArray<boolean>): ReadonlyArray<number> => {
  const keptOf = new Map<Template, number>()
  for (const [at, template] of templates.entries())
    if (kept[at] === true) keptOf.set(template, (keptOf.get(template) ?? 0) + 1)
  return blocks.flatMap(({ holder, prices, words }, at) => {
    const [template, next] = [templates[at], blocks[at + 1]]
    if (template === undefined || next === undefined || kept[at] === true || kept[at + 1] !== true) return []
    const areAlikeKept = template.blocks >= titleLimits.minBlocks && (keptOf.get(template) ?? 0) * 2 >= template.blocks
    const isShort = words <= titleLimits.maxWords && prices === 0 && holder.name !== "figcaption"
    return areAlikeKept && isShort && next.prose > 0 && templates[at + 1] !== template ? [at] : []
  })
}
