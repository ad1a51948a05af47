/** The kind of a question: which words it shares with the block that holds the answer. */
import { Words } from "@porthole/core"
import type { Text } from "./Pages.ts"

/** Text normalised for comparison: without markup and link targets, in lower case, white space folded. */
export const plain = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/[*_`[\]\\#|>]/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase()
    .trim()

/**
 * `outside`: the answer isn't in the main content. `heading`: a heading above it holds a third of the question's words.
 */
export type Kind = "outside" | "paraphrase" | "plain" | "heading"

/** `paraphrase`: the block of the answer has at most 30 % of the question's words; `plain`: it has more. */
export const kindsOf = (
  { mainLength, text }: Text,
  { answer, question }: { readonly answer: string; readonly question: string },
): ReadonlyArray<Kind> => {
  const wanted = plain(answer)
  const words = Words.wordsOf(question).filter((word) => !Words.isStopWord(word))
  const shared = (other: string): number => {
    const stems = new Set(Words.wordsOf(other).map(Words.stemOf))
    return words.filter((word) => stems.has(Words.stemOf(word))).length / Math.max(1, words.length)
  }
  let offset = 0
  let heading = ""
  for (const block of text.split(/\n{2,}/)) {
    if (/^#{1,6} /.test(block)) heading = block
    else if (plain(block).includes(wanted)) {
      return [
        shared(block) > 0.3 ? "plain" : "paraphrase",
        ...(shared(heading) >= 0.3 ? (["heading"] as const) : []),
        ...(offset >= mainLength ? (["outside"] as const) : []),
      ]
    }
    offset += block.length + 2
  }
  return ["plain"]
}
