/**
 * Formulas as TeX: the one form that every marking of mathematics is brought into before anything else
 * looks at it, `<code data-math="inline">` or `<code data-math="display">` around TeX without delimiters.
 *
 * Code survives the search for the main content, and its text isn't taken for Markdown. The attribute
 * can't come from a page: the budget passes no such attribute of a `code` on.
 */
/** How a formula stands: within a line, or on lines of its own. */
export type Place = "inline" | "display"

/** Makes the element of a formula, or none of TeX that is empty or longer than any formula. */
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
  // Behind the last line break none ends, and to look for its end from each sign would take quadratic time.
  const end = tex.lastIndexOf("\n") + 1
  return end === 0 ? tex : tex.slice(0, end).replace(/(?<!\\)%[^\n]*\n/g, "") + tex.slice(end)
}

/**
 * Whether TeX that a page doesn't show says no word that the formula doesn't show either: the source
 * of a formula is a place that no visitor sees, so prose in it may be an instruction in disguise.
 * Names of commands and environments, and words of up to three letters, say nothing.
 */
export const isBackedBy = (tex: string, shown: string): boolean => {
  const letters = shown
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "")
  const said = tex.replace(unprinted, " ")
  return (said.match(/\p{L}{4,}/gu) ?? []).every((word) => letters.includes(word.toLowerCase()))
}

/** TeX within delimiters, if that is all that a text is. */
export const undelimited = (text: string): { readonly tex: string; readonly place: Place } | undefined => {
  const trimmed = text.trim()
  for (const [open, close, place] of delimiters) {
    const tex = trimmed.slice(open.length, -close.length)
    if (trimmed.length > open.length + close.length && trimmed.startsWith(open) && trimmed.endsWith(close))
      return tex.includes(open) ? undefined : { tex, place }
  }
  return undefined
}

// --- private --------------------------------------------------------------------------

/** Characters; the longest formulas of papers have about a thousand. */
const longest = 4_000

/** Names of environments and commands, and colours. */
const unprinted =
  /\\(?:begin|end)\s*\{[a-z]{0,9}(?:matrix|cases|array|align(?:ed)?(?:at)?|gather(?:ed)?|split|equation|multline)\*?\}|\\[a-z]+|#[\da-f]{3,8}\b/gi

const delimiters: ReadonlyArray<readonly [open: string, close: string, place: Place]> = [
  ["$$", "$$", "display"],
  ["\\[", "\\]", "display"],
  ["\\(", "\\)", "inline"],
  ["$", "$", "inline"],
]

/** On one line, and without the style that a converter puts around it. */
const tidy = (tex: string): string => {
  const line = withoutComments(tex).replace(/\s+/g, " ").trim()
  const styled = /^\{\\(?:display|text)style\s?/.exec(line)?.[0]
  return styled !== undefined && isOneGroup(line) ? line.slice(styled.length, -1).trim() : line
}

/** Whether the brace at the start is closed by the last character. */
const isOneGroup = (tex: string): boolean => {
  let depth = 0
  for (let at = 0; at < tex.length; at++) {
    const character = tex[at]
    if (character === "\\") at++
    else if (character === "{") depth++
    else if (character === "}" && --depth === 0) return at === tex.length - 1
  }
  return false
}
