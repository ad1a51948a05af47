/** How text, code and links are written so that a reader of Markdown takes them for what they are (CommonMark 0.31). */

/** Keeps a text that begins a line from being read as Markdown or as HTML. */
export const escape = (text: string): string => (meaningful.test(text) ? escapedBeginning(escapedWithin(text)) : text)

/** As {@link escape}, for a text that stands within a line. */
export const escapedWithin = (text: string): string =>
  meaningfulWithin.test(text)
    ? text
        .replace(/[\\*`[\]]/g, "\\$&")
        .replace(/<(?![\s\d=])/g, "\\<")
        .replace(/&(?=#?\w{1,32};)/g, "\\&")
        .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    : text

/** Keeps a line of Markdown from being taken for more than a paragraph because of what it begins with. */
export const escapedBeginning = (line: string): string =>
  line.replace(/^(?:[-+](?=\s|$|-)|=+$|#{1,6}(?=\s|$)|~~~|>)/, "\\$&").replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")

/** A block of code with its language, between fences that don't occur in it (section 4.5). */
export const fenced = (code: string, language = ""): string => {
  const fence = fenceAround(code)
  return `${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}`
}

/** Code within a line, between rows of so many backticks as don't occur in it (section 6.1). */
export const spanned = (content: string): string => {
  const code = content.replace(/\r?\n|\r/g, " ")
  const runs = new Set(Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const delimiter = "`".repeat(length)
  const space = /^`|^ .*?[^ ].* $|`$/.test(code) ? " " : ""
  return `${delimiter}${space}${code}${space}${delimiter}`
}

/** A link on text that is Markdown already; none where the text says nothing. */
export const link = (content: string, href: string): string => {
  const text = (content.includes("\n") ? content.replace(/\s*\n\s*/g, " ") : content).trim()
  return text === "" ? "" : `[${text}](${destination(href)})`
}

/** An address where a link's stands. */
export const destination = (address: string): string =>
  /[()\\\s<>]/.test(address) ? address.replace(/[()\\]/g, "\\$&").replace(/[\s<>]/g, encodeURIComponent) : address

// --- private --------------------------------------------------------------------------

/** Most texts hold no sign that means anything. */
const meaningful = /[\\*`[\]<&_]|^(?:[-+=#~>]|\d{1,9}[.)])/
const meaningfulWithin = /[\\*`[\]<&_]/

/** Signs from which on a fence is made of the sign that the code has fewer of in a row: an answer is no multiple of its page. */
const longFence = 32

/** Longer than any row of the same sign in the code (CommonMark 0.31, section 4.5). */
const fenceAround = (code: string): string => {
  const ticks = longestRun(code, /`{3,}/g)
  const tildes = ticks < longFence ? ticks : longestRun(code, /~{3,}/g)
  return tildes < ticks ? "~".repeat(tildes + 1) : "`".repeat(ticks + 1)
}

const longestRun = (code: string, runs: RegExp): number => {
  let longest = 2
  for (const [run] of code.matchAll(runs)) longest = Math.max(longest, run.length)
  return longest
}
