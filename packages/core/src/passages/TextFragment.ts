/** Links to a text in a page: text fragments (https://wicg.github.io/scroll-to-text-fragment/). */
import { linkTarget } from "./Blocks.ts"

/**
 * The URL with a text fragment for a part of the page's Markdown. A browser finds a text only within one block, so a
 * part of several lines, like a long one, is named by its first and last words.
 */
export const link = (url: string, markdown: string): string => {
  const lines = endsOf(markdown)
    .toWellFormed()
    .replace(linkTarget, "")
    .replace(/[*_`\\[\]]/g, "")
    .split(/[\n|]/)
    .map((line) => line.replace(blockMark, "").replace(/\s+/g, " ").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
  const [first = "", last = first] = [lines[0], lines.at(-1)]
  const isShort = lines.length < 2 && first.length <= maxLength
  const words = isShort ? [first] : [first.split(" ").slice(0, maxWords), last.split(" ").slice(-maxWords)]
  const directive = words.map((part) => encode(typeof part === "string" ? part : part.join(" "))).join(",")
  const page = url.replace(/:~:.*$/s, "")
  return `${page}${page.includes("#") ? "" : "#"}:~:text=${directive}`
}

// --- private --------------------------------------------------------------------------

/** Maximum characters of a part's beginning, and of its end, that name it. */
const maxEndLength = 10_000

/** The beginning and the end of a long text, which is mostly white space or targets of links, on lines of their own. */
const endsOf = (markdown: string): string =>
  markdown.length <= 2 * maxEndLength
    ? markdown
    : `${markdown.slice(0, maxEndLength)}\n${markdown.slice(-maxEndLength)}`

/** Maximum characters of a text that is named whole. */
const maxLength = 300

/** Number of words that name the beginning and the end of other texts. */
const maxWords = 6

/** Marks of headings, quotations and lists, which a page doesn't show as text. */
const blockMark = /^\s*(?:#{1,6}|[-+>]|\d{1,9}[.)])\s/

/** A hyphen, a comma and an ampersand have a meaning in the directive; only the hyphen isn't encoded anyway. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll("-", "%2D")
