/** The title of a Markdown document: its first heading of level 1; empty without one. */
import { UntrustedText } from "@porthole/core"
import { codeLines } from "./MarkdownCode.ts"

/** Reads the title. */
export const titleOf = (markdown: string): string => {
  const isCode = codeLines()
  let before = ""
  for (const line of markdown.slice(0, farthest).split("\n")) {
    const text = isCode(line) ? "" : UntrustedText.takeWhole(line, longest)
    if (before !== "" && /^ {0,3}=+[ \t]*$/.test(text)) return plainOf(before)
    // Closing marks need a space before them (CommonMark, section 4.2).
    const heading = /^ {0,3}#[ \t]+(.*)$/
      .exec(text)?.[1]
      ?.trimEnd()
      .replace(/[ \t]#+$/, "")
    const title = plainOf(heading ?? "")
    if (title !== "") return title
    before = text.trim()
  }
  return ""
}

// --- private --------------------------------------------------------------------------

/** In characters: a heading after this many is a section's. */
const farthest = 20_000
const longest = 500

/** A heading without markup; a picture counts only if the heading has no words. */
const plainOf = (heading: string): string => {
  const withPictures = (shown: string): string =>
    heading
      .replace(/!\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, shown)
      .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1")
      .replace(/\{#[^{}]*\}$|`|\*\*/g, "")
      .trim()
  return withPictures("") || withPictures("$1")
}
