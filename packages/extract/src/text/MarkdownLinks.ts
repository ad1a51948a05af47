/**
 * Makes the links of a Markdown document absolute, so that a model can follow them: inline links and images, and
 * definitions of references. Code stays as it is, and so does everything after very many links. One pass over each
 * line.
 */
import { codeLines, codeSpan } from "./MarkdownCode.ts"
import { mostLinks } from "./WrittenLinks.ts"

/** Resolves the links of a document against its URL. */
export const absolute = (markdown: string, base: string): string => {
  let left = mostLinks
  const resolved = (written: string): string => {
    left -= 1
    // An absolute destination stays as it is written.
    if (left < 0 || /^[a-z][a-z0-9+.-]*:/i.test(written)) return written
    const target = URL.parse(written.replace(/\\([!-/:-@[-`{-~])/g, "$1"), base)
    if (target === null || !/^https?:$/.test(target.protocol)) return written
    return target.href.replace(/[()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  }
  const destination = (before = "", bracketed: string | undefined, bare = ""): string =>
    before + (bracketed === undefined ? resolved(bare) : `<${resolved(bracketed)}>`)
  const isCode = codeLines()
  const lines = markdown.split("\n").map((line) => {
    if (left <= 0 || isCode(line) || line.length > longestLine) return line
    if (definition.test(line)) {
      return line.replace(definition, (_, before?: string, bracketed?: string, bare?: string) =>
        destination(before, bracketed, bare),
      )
    }
    if (!line.includes("](")) return line
    return line.replace(
      codeOrDestination,
      (whole: string, code?: string, before?: string, bracketed?: string, bare?: string) =>
        code === undefined ? destination(before, bracketed, bare) : whole,
    )
  })
  return lines.join("\n")
}

// --- private --------------------------------------------------------------------------

/** A longer line is data, and spans of code would be searched for again and again. */
const longestLine = 10_000

/** Only a title may follow the destination. A label that begins with `^` is a footnote's, whose content is text. */
const definition = /^( {0,3}\[(?!\^)[^\]\n]{1,200}\]:[ \t]*)(?:<([^<>\n]*)>|([^\s<]\S*))(?=[ \t]*$|[ \t]+["'(])/

/** A span of code, or the end of a link's text with its destination: `](<a b>`, `](a`. */
const codeOrDestination = new RegExp(
  `${codeSpan}|(\\]\\([ \\t]*)(?:<([^<>\\n]*)>|((?:[^\\s()<>\\\\]|\\\\.|\\([^\\s()]*\\))+))`,
  "g",
)
