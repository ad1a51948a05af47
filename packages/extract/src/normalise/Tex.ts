/**
 * Formulas as TeX without delimiters in `<code data-math="inline">` or `<code data-math="display">`, the one form that
 * all markup of formulas is brought into. The search for the main content keeps code, and its text isn't escaped as
 * Markdown. A page can't set the attribute: the parser drops it from `code`.
 */
/** Whether a formula is in a line or on lines of its own. */
export type Place = "inline" | "display"

/** Makes a formula's element; `undefined` if the TeX is empty or too long. */
export const formula = (document: Document, tex: string, place: Place): Element | undefined => {
  const tidied = tidy(tex)
  if (tidied === "" || tidied.length > longest) return undefined
  const code = document.createElement("code")
  code.setAttribute("data-math", place)
  code.append(document.createTextNode(tidied))
  return code
}

/** TeX without its comments, which end with their line. */
export const withoutComments = (tex: string): string => {
  // A comment on the last line has no end; searching for it from each sign would take quadratic time.
  const end = tex.lastIndexOf("\n") + 1
  return end === 0 ? tex : tex.slice(0, end).replace(/(?<!\\)%[^\n]*\n/g, "") + tex.slice(end)
}

/**
 * Whether hidden TeX has no word that the visible formula lacks: visitors don't see the source of a formula, so prose
 * in it may be an injected instruction. Names of commands and environments, and words up to three letters, don't count.
 */
export const isBackedBy = (tex: string, shown: string): boolean => {
  const letters = shown
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "")
  const words = tex.replace(unprinted, " ").match(/\p{L}{4,}/gu) ?? []
  return words.every((word) => letters.includes(word.toLowerCase()))
}

/** The TeX of a text that is one formula in delimiters. */
export const undelimited = (text: string): { readonly tex: string; readonly place: Place } | undefined => {
  const trimmed = text.trim()
  if (trimmed.length > longest + 4) return undefined
  const [, dollars, brackets, parentheses, dollar] = delimited.exec(trimmed) ?? []
  const display = dollars ?? brackets
  const tex = display ?? parentheses ?? dollar
  return tex === undefined ? undefined : { tex, place: display === undefined ? "inline" : "display" }
}

// --- private --------------------------------------------------------------------------

/** In characters; the longest formulas of papers have about a thousand. */
const longest = 4_000

/** Names of environments and commands, and colours. */
const unprinted =
  /\\(?:begin|end)\s*\{[a-z]{0,9}(?:matrix|cases|array|align(?:ed)?(?:at)?|gather(?:ed)?|split|equation|multline)\*?\}|\\[a-z]+|#[\da-f]{3,8}\b/gi

/** A formula in `$$`, `\\[ \\]`, `\\( \\)` or `$`. */
const delimited = /^(?:\$\$((?:(?!\$\$)[^])+)\$\$|\\\[((?:(?!\\\[)[^])+)\\\]|\\\(((?:(?!\\\()[^])+)\\\)|\$([^$]+)\$)$/

/** On one line, without the group and style that a converter adds. */
const tidy = (tex: string): string => {
  const line = withoutComments(tex).replace(/\s+/g, " ").trim()
  const style = /^\{\\(?:display|text)style\s?/.exec(line)?.[0]
  if (style === undefined) return line
  let depth = 0
  for (const { 0: sign, index } of line.matchAll(/\\[^]|[{}]/g)) {
    if (sign === "{") depth++
    // Unless the first group ends with the last character, it isn't all.
    if (sign === "}" && --depth === 0) return index === line.length - 1 ? line.slice(style.length, -1).trim() : line
  }
  return line
}
