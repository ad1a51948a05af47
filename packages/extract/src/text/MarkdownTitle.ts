/** The title of a Markdown document. */
import { UntrustedText } from "@porthole/core"
import { codeLines } from "./MarkdownCode.ts"
import { withoutEnd } from "./WrittenLinks.ts"

/** The first heading of level 1, else the title in the front matter; empty without both. */
export const titleOf = (markdown: string): string => {
  const [whole = "", , matter = ""] = frontMatter.exec(markdown) ?? []
  const [, onLine = "", below = ""] = /^title[ \t]*[:=][ \t]*(.*)((?:\n[ \t]+\S.*)*)/m.exec(matter) ?? []
  // A block scalar is on the next lines (YAML 1.2, section 8.1).
  const declared = (/^[>|][-+\d]{0,2}[ \t]*$/.test(onLine) ? below : onLine).replace(/\s+/g, " ").trim()
  return headingOf(markdown.slice(whole.length, whole.length + farthest)) || declared.replace(/^(["'])(.*)\1$/, "$2")
}

// --- private --------------------------------------------------------------------------

/** In YAML or TOML. */
const frontMatter = /^(---|\+\+\+)\n([^]{0,4000}?)\n\1(?:\n|$)/

/** A heading after this many characters is a section's. */
const farthest = 20_000
const longest = 500

const headingOf = (markdown: string): string => {
  const isCode = codeLines()
  let before = ""
  for (const line of markdown.split("\n")) {
    const isText = !isCode(line)
    if (isText && before !== "" && /^ {0,3}=+[ \t]*$/.test(line)) return plainOf(before)
    const heading = isText ? (/^ {0,3}#[ \t]+(.*)$/.exec(line)?.[1]?.trim() ?? "") : ""
    // Closing marks need a space before them (CommonMark, section 4.2).
    const bare = withoutEnd(heading, "#")
    const title = plainOf(bare === "" || /[ \t]$/.test(bare.slice(-1)) ? bare : heading)
    if (title !== "") return title
    before = isText ? line.trim() : ""
  }
  return ""
}

/** A heading without markup; a picture counts only if the heading has no words. */
const plainOf = (heading: string): string => {
  const start = UntrustedText.takeWhole(heading, longest)
  const [without = "", withPictures = ""] = ["", "$1"].map((picture) =>
    start
      .replace(/!\[([^[\]]{0,300})\](?:\([^()]{0,300}\)|\[[^[\]]{0,300}\])/g, picture)
      .replace(/\[([^[\]]{0,300})\](?:\([^()]{0,300}\)|\[[^[\]]{0,300}\])/g, "$1")
      .replace(/\{#[^{}]{0,300}\}$/, "")
      .replace(/`|\*\*/g, "")
      .trim(),
  )
  return without || withPictures
}
