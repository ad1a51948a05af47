/** The title of a Markdown document. */
import { UntrustedText } from "@porthole/core"
import { codeLines } from "./MarkdownCode.ts"
import { withoutEnd } from "./WrittenLinks.ts"

/** The first heading of the first level, or the title that the matter before the text declares; empty when there is neither. */
export const titleOf = (markdown: string): string => {
  const [whole = "", , matter = ""] = frontMatter.exec(markdown) ?? []
  const [, onLine = "", below = ""] = /^title[ \t]*[:=][ \t]*(.*)((?:\n[ \t]+\S.*)*)/m.exec(matter) ?? []
  const written = blockMark.test(onLine) ? below : onLine
  const declared = written
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
  return headingOf(markdown.slice(whole.length, whole.length + farthest)) || declared
}

// --- private --------------------------------------------------------------------------

/** In YAML, or in TOML. */
const frontMatter = /^(---|\+\+\+)\n([^]{0,4000}?)\n\1(?:\n|$)/

/** That a text stands on the lines below, set in (YAML 1.2, section 8.1). */
const blockMark = /^[>|][-+\d]{0,2}[ \t]*$/

/** A heading that is farther from the start is one of a part. */
const farthest = 20_000
const longest = 500

const headingOf = (markdown: string): string => {
  const isCode = codeLines()
  let before = ""
  for (const line of markdown.split("\n")) {
    const isText = !isCode(line)
    if (isText && before !== "" && /^ {0,3}=+[ \t]*$/.test(line)) return shown(before)
    const heading = isText ? /^ {0,3}#[ \t]+(.*)$/.exec(line)?.[1]?.trim() : undefined
    const title = shown(withoutClosing(heading ?? ""))
    if (title !== "") return title
    before = isText ? line.trim() : ""
  }
  return ""
}

/** Marks at the end of a heading are part of it unless there is a space before them (CommonMark, section 4.2). */
const withoutClosing = (heading: string): string => {
  const bare = withoutEnd(heading, "#")
  return bare === "" || /[ \t]$/.test(bare.slice(-1)) ? bare.trimEnd() : heading
}

/** A heading as text: without the marks of links, code and strong words, the name it is linked by, and pictures beside its words. */
const shown = (heading: string): string => {
  const start = UntrustedText.takeWhole(heading, longest)
  return plain(start.replace(picture, "")) || plain(start.replace(picture, "$1"))
}

const picture = /!\[([^[\]]{0,300})\](?:\([^()]{0,300}\)|\[[^[\]]{0,300}\])/g
const link = /\[([^[\]]{0,300})\](?:\([^()]{0,300}\)|\[[^[\]]{0,300}\])/g

const plain = (text: string): string =>
  text
    .replace(link, "$1")
    .replace(/\{#[^{}]{0,300}\}$/, "")
    .replace(/`|\*\*/g, "")
    .trim()
