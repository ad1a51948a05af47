/** What is wrong with a passage that is read alone. */
import type { Page } from "@porthole/core"
import { plain } from "./Kind.ts"

/**
 * `bare`: fewer than three words, or front matter. `cut`: it ends in a colon, and what that leads to is left out.
 * `dangling`: it opens with a word that refers back, and the text before it in its section is left out.
 */
export const faults = ["bare", "cut", "dangling"] as const
export type Fault = (typeof faults)[number]

/** The faults of a passage. Headings count as words above it, not as its own. */
export const faultsOf = (text: string, { end, start }: Page.Passage): ReadonlyArray<Fault> => {
  const lines = text.slice(start, end).split("\n")
  const body = lines.filter((line) => !heading.test(line)).join("\n")
  const words = plain(body).match(/[\p{L}\p{N}]+/gu) ?? []
  const isBare = (words.length < 3 && !hasIdeographs.test(body)) || end <= endOfFrontMatter(text)
  if (isBare) return ["bare"]
  const before = text.slice(0, start).trimEnd()
  const isFirst =
    before === "" || heading.test(before.slice(before.lastIndexOf("\n") + 1)) || heading.test(lines[0] ?? "")
  return [
    ...(/[:：][*_`)"”]*$/.test(body.trimEnd()) && text.slice(end).trim() !== "" ? (["cut"] as const) : []),
    ...(!isFirst && anaphor.test(body.replace(/^[\s>*_\-+\d.)]+/, "")) ? (["dangling"] as const) : []),
  ]
}

// --- private --------------------------------------------------------------------------

const heading = /^ {0,3}#{1,6} /
const hasIdeographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4}/u

/** Words that open a sentence and refer to the one before, in English. */
const anaphor =
  /^(?:then|it|its|this|these|those|they|their|he|his|she|such|also|however|therefore|thus|otherwise|instead)\b/iu

const endOfFrontMatter = (text: string): number => {
  if (!text.startsWith("---\n")) return 0
  const end = text.indexOf("\n---\n", 3)
  return end === -1 ? 0 : end + 5
}
