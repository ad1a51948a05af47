/**
 * The links of a Markdown document, made absolute: a model that reads it knows no other way to follow them. Code is left
 * alone, inline or fenced; what isn't a link by CommonMark's common forms (inline links and images, definitions of
 * references) is left as it is, and so is what comes after very many. One pass over each line.
 */
import { HttpUrl } from "@porthole/core"
import { codeLines } from "./MarkdownCode.ts"
import { linksIn, mostLinks } from "./WrittenLinks.ts"

/** A document, and the addresses in it, of links and as they stand written, as `linksIn` tells them. */
export interface Linked {
  readonly text: string
  readonly addresses: ReadonlyArray<string>
}

/** Makes the links of a document absolute that are relative to a URL. */
export const absolute = (markdown: string, base: string): Linked => {
  const addresses = new Set<string>()
  const note = (text: string): void => {
    if (addresses.size < mostLinks && text.includes("://")) for (const address of linksIn(text)) addresses.add(address)
  }
  let left = mostLinks
  const resolved = (written: string): string => {
    left -= 1
    if (left < 0) return written
    const target = URL.parse(written.replace(/\\([!-/:-@[-`{-~])/g, "$1"), base)
    if (target === null || (target.protocol !== "http:" && target.protocol !== "https:")) return written
    const address = HttpUrl.withoutFragment(target.href)
    if (address !== undefined) addresses.add(address)
    // A destination that says the same absolutely stays as its author wrote it.
    if (hasScheme.test(written)) return written
    return target.href.replace(/[()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  }
  const destination = (before: string, bracketed: string | undefined, bare: string): string =>
    `${before}${bracketed === undefined ? resolved(bare) : `<${resolved(bracketed)}>`}`
  const untouched = (line: string): string => {
    note(line)
    return line
  }
  const isCode = codeLines()
  const lines = markdown.split("\n").map((line) => {
    if (left <= 0 || isCode(line) || line.length > longestLine) return untouched(line)
    const definition = line.includes("]:") ? definitionLine.exec(line) : null
    if (definition !== null) {
      const [whole, before = "", bracketed, bare = ""] = definition
      return destination(before, bracketed, bare) + line.slice(whole.length)
    }
    if (!line.includes("](")) return untouched(line)
    let parts = ""
    let at = 0
    for (const match of line.matchAll(codeOrDestination)) {
      const [whole, code, before = "", bracketed, bare = ""] = match
      parts += untouched(line.slice(at, match.index))
      parts += code === undefined ? destination(before, bracketed, bare) : untouched(whole)
      at = match.index + whole.length
    }
    return parts + untouched(line.slice(at))
  })
  return { text: lines.join("\n"), addresses: Array.from(addresses) }
}

// --- private --------------------------------------------------------------------------

/** Of a line that is longer nothing is changed: it is data rather than prose, and code in it would be sought over and over. */
const longestLine = 10_000

/** Nothing but a title may follow the destination; else it is a paragraph. A name that begins with `^` is a note's, which is text. */
const definitionLine = /^( {0,3}\[(?!\^)[^\]\n]{1,200}\]:[ \t]*)(?:<([^<>\n]*)>|([^\s<]\S*))(?=[ \t]*$|[ \t]+["'(])/
const hasScheme = /^[a-z][a-z0-9+.-]*:/i

/** A span of code, or the end of a link's text with its destination: `](<a b>`, `](a`. */
const codeOrDestination =
  /(?<!`)(`{1,20})(?!`)[^]*?(?<!`)\1(?!`)|(\]\([ \t]*)(?:<([^<>\n]*)>|((?:[^\s()<>\\]|\\.|\([^\s()]*\))+))/g
