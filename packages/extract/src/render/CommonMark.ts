/** Text, code and links in Markdown, escaped by the rules of CommonMark 0.31. */

/** Escapes a text at the start of a line, so that nothing in it is Markdown or HTML. */
export const escape = (text: string): string =>
  withoutDefinition(escapedWithin(text))
    .replace(/^\[([ x])\](?=\s|$)/i, "\\[$1\\]")
    .replace(/^(?:[-+](?=\s|$|-)|=+$|#{1,6}(?=\s|$)|~~~|>)/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")

/**
 * Like {@link escape}, for a text within a line. Brackets only matter in a link; elsewhere the sign after one is
 * escaped that would make a link or a note of it. An asterisk between spaces begins no emphasis.
 */
export const escapedWithin = (text: string, isInLink = false): string =>
  // Most texts hold no special character.
  /[\\*`[\]<&_]/.test(text)
    ? text
        .replace(/[\\`]|(?<! )\*|\*(?! )/g, "\\$&")
        .replace(isInLink ? /[[\]]/g : /(?<=\])\(|(?<=\[)\^/g, "\\$&")
        .replace(/<(?![\s\d=])/g, "\\<")
        .replace(/&(?=#?\w{1,32};)/g, "\\&")
        .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    : text

/** A paragraph that isn't the definition of a link (section 4.7): both brackets at its start are escaped. */
export const withoutDefinition = (paragraph: string): string =>
  paragraph.replace(/^\[((?:[^\\[\]]|\\.)*)\](?=:)/, "\\[$1\\]")

/** A block of code with its language, between fences that the code doesn't contain (section 4.5). */
export const fenced = (code: string, language = ""): string => {
  const ticks = longestRun(code, /`{3,}/g)
  // Two fences of a long run would double a page, so the character with the shorter runs is used.
  const tildes = ticks < 32 ? ticks : longestRun(code, /~{3,}/g)
  const fence = tildes < ticks ? "~".repeat(tildes + 1) : "`".repeat(ticks + 1)
  return `${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}`
}

/** Code within a line, between runs of backticks that the code doesn't contain (section 6.1). */
export const spanned = (content: string): string => {
  const code = content.replace(/\r?\n|\r/g, " ")
  const runs = new Set(Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const delimiter = "`".repeat(length)
  const isSpaced = code.startsWith(" ") && code.endsWith(" ") && /[^ ]/.test(code)
  const space = isSpaced || code.startsWith("`") || code.endsWith("`") ? " " : ""
  return `${delimiter}${space}${code}${space}${delimiter}`
}

/** A link on text that is already Markdown; nothing if the text is empty. */
export const link = (content: string, href: string): string => {
  const text = (content.includes("\n") ? content.replace(/\s+/g, inOneLine) : content).trim()
  return text === "" ? "" : `[${text}](${destination(href)})`
}

/** An address as the destination of a link. */
export const destination = (address: string): string =>
  /[()\\\s<>]/.test(address) ? address.replace(/[()\\]/g, "\\$&").replace(/[\s<>]/g, encodeURIComponent) : address

// --- private --------------------------------------------------------------------------

const inOneLine = (space: string): string => (space.includes("\n") ? " " : space)

const longestRun = (code: string, runs: RegExp): number => {
  let longest = 2
  for (const [run] of code.matchAll(runs)) longest = Math.max(longest, run.length)
  return longest
}
