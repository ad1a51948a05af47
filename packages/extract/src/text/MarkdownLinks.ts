/**
 * Makes the links of a Markdown document absolute, so that a model can follow them: inline links and images, and
 * definitions of references. Code stays as it is, and so does everything after very many links. One pass over each line.
 */
import { HttpUrl } from "@porthole/core"
import { codeLines, codeSpan } from "./MarkdownCode.ts"
import { linksIn, mostLinks } from "./WrittenLinks.ts"

/** A document, and the addresses in it, as links and as text. */
export interface Linked {
  readonly text: string
  readonly addresses: ReadonlyArray<string>
}

/** Resolves the links of a document against its URL. */
export const absolute = (markdown: string, base: string): Linked => {
  const addresses = new Set<string>()
  let left = mostLinks
  const noted = (text: string): string => {
    if (addresses.size < mostLinks && text.includes("://")) for (const address of linksIn(text)) addresses.add(address)
    return text
  }
  const resolved = (written: string): string => {
    left -= 1
    const target = left < 0 ? null : URL.parse(written.replace(/\\([!-/:-@[-`{-~])/g, "$1"), base)
    if (target === null || (target.protocol !== "http:" && target.protocol !== "https:")) return written
    const address = HttpUrl.withoutFragment(target.href)
    if (address !== undefined) addresses.add(address)
    // An absolute destination stays as it is written.
    if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return written
    return target.href.replace(/[()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  }
  const destination = (before = "", bracketed: string | undefined, bare = ""): string =>
    before + (bracketed === undefined ? resolved(bare) : `<${resolved(bracketed)}>`)
  const isCode = codeLines()
  const lines = markdown.split("\n").map((line) => {
    if (left <= 0 || isCode(line) || line.length > longestLine) return noted(line)
    const definition = line.includes("]:") ? definitionLine.exec(line) : null
    if (definition !== null) {
      return destination(definition[1], definition[2], definition[3]) + line.slice(definition[0].length)
    }
    if (!line.includes("](")) return noted(line)
    let [parts, at] = ["", 0]
    for (const { 0: whole, 1: code, 2: before, 3: bracketed, 4: bare, index } of line.matchAll(codeOrDestination)) {
      parts += noted(line.slice(at, index))
      parts += code === undefined ? destination(before, bracketed, bare) : noted(whole)
      at = index + whole.length
    }
    return parts + noted(line.slice(at))
  })
  return { text: lines.join("\n"), addresses: Array.from(addresses) }
}

// --- private --------------------------------------------------------------------------

/** A longer line is data, and spans of code would be searched for again and again. */
const longestLine = 10_000

/** Only a title may follow the destination. A label that begins with `^` is a footnote's, whose content is text. */
const definitionLine = /^( {0,3}\[(?!\^)[^\]\n]{1,200}\]:[ \t]*)(?:<([^<>\n]*)>|([^\s<]\S*))(?=[ \t]*$|[ \t]+["'(])/

/** A span of code, or the end of a link's text with its destination: `](<a b>`, `](a`. */
const codeOrDestination = new RegExp(
  `${codeSpan}|(\\]\\([ \\t]*)(?:<([^<>\\n]*)>|((?:[^\\s()<>\\\\]|\\\\.|\\([^\\s()]*\\))+))`,
  "g",
)
