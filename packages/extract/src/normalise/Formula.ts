/**
 * Formulas as TeX without delimiters in `<code data-math="inline">` or `<code data-math="display">`, the common form of
 * all formula markup. The search for the main content keeps code, and its text isn't escaped as Markdown. A page can't
 * set the attribute: the parser drops it from `code`.
 */

import commandNames from "./tex-commands.json" with { type: "json" }

/** Whether a formula is in a line or on lines of its own. */
export type FormulaLayout = "inline" | "display"

/** Makes a formula's element; `undefined` if the TeX is empty or too long. */
export const formula = (document: Document, tex: string, place: FormulaLayout): Element | undefined => {
  // A comment ends with its line. One on the last line has no end; a search for it would take quadratic time.
  const end = tex.lastIndexOf("\n") + 1
  const line = tex.slice(0, end).replace(/(?<!\\)%[^\n]*(?:\n|$)/g, "") + tex.slice(end)
  const tidied = withoutStyle(line.replace(/\s+/g, " ").trim())
  if (tidied === "" || tidied.length > maxLength) return undefined
  const code = document.createElement("code")
  code.setAttribute("data-math", place)
  code.append(document.createTextNode(tidied))
  return code
}

/**
 * Whether hidden TeX has no word that the visible formula lacks: visitors don't see the source of a formula, so prose
 * in it may be an injected instruction. Names of known commands and environments, and words up to three letters, don't
 * count.
 */
export const isBackedBy = (tex: string, shown: string): boolean => {
  // V8 can't be stopped while it normalises, and its time is quadratic in a run of combining marks.
  if (tex.length > maxLength || shown.length > maxShownLength) return false
  const letters = lettersOnly(shown.normalize("NFKC").toLowerCase())
  const words = withoutCommands(tex).match(/\p{L}{4,}/gu) ?? []
  return words.every((word) => letters.includes(word.toLowerCase()))
}

/** Whether a visible formula has every letter and digit of TeX but those of known commands, as often. */
export const isSpelledBy = (tex: string, shown: string): boolean => {
  if (tex.length > maxLength || shown.length > maxShownLength) return false
  const left = new Map<string, number>()
  for (const letter of spelled(shown.normalize("NFKC"))) left.set(letter, (left.get(letter) ?? 0) + 1)
  return [...spelled(withoutCommands(tex))].every((letter) => {
    const count = left.get(letter) ?? 0
    left.set(letter, count - 1)
    return count > 0
  })
}

/**
 * Whether TeX of which a page shows only a picture is a formula: it has no words but names of functions and a word or
 * two in letters of text. Prose in it may be an injected instruction, and so may the name of an unknown command.
 */
export const isFormula = (tex: string): boolean => {
  if (tex.length > maxLength || !looksLikeTex.test(tex)) return false
  const rest = withoutCommands(tex.replace(lettering, " "))
  const short = rest.match(/\p{L}{2,}/gu) ?? []
  const named = lettersIn(tex)
  return (
    named.length <= maxNamed &&
    named.every(({ length }) => length <= maxNamedLength) &&
    !unspaced.test(tex) &&
    short.length <= maxShort &&
    short.every(({ length }) => length < 4) &&
    !/(?:(?:^|\s)\p{L}(?=\s|$)){6}/u.test(rest.replace(/[^\p{L}\p{N}=+<>-]+/gu, " ")) &&
    !/[.!?]\s+\p{Lu}\p{Ll}/u.test(tex)
  )
}

/** The words of a formula, in letters of text and of three letters; several formulas may make a sentence of them. */
export const wordsIn = (tex: string): ReadonlyArray<string> => {
  const start = tex.slice(0, maxLength)
  return [...lettersIn(start), ...(withoutCommands(start.replace(lettering, " ")).match(/\p{L}{3,}/gu) ?? [])]
}

// --- private --------------------------------------------------------------------------

const spelled = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "")
const lettersOnly = (text: string): string => text.replace(/[^\p{L}]/gu, "")

const lettersIn = (tex: string): ReadonlyArray<string> =>
  Array.from(tex.matchAll(lettering), ([, words = ""]) => words.match(/\p{L}{2,}/gu) ?? []).flat()

const looksLikeTex = /\\[a-z]|[_^=+<>]|\p{N}/iu

/** Letters of text in a formula, as in `v_{\text{max}}`. */
const lettering = /\\(?:text|textrm|textit|mathrm|mathit|mathbf|mathsf|operatorname)\s?\*?\{([^{}]{0,40})\}/g

/** Maximum words in letters of text, and of others, such as `dx`. */
const maxNamed = 2
/** In letters: longer words may be several. */
const maxNamedLength = 10
const maxShort = 4

/** Letters of scripts that write several words without spaces. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Hang}]{2}/u

/** In characters; the longest formulas of papers have about a thousand. */
const maxLength = 4_000

/** In characters; a formula is shown with fewer than its source has. */
const maxShownLength = 2 * maxLength

/** TeX without names of environments and known commands, and without colours. */
const withoutCommands = (tex: string): string =>
  tex.replace(unprintedTex, " ").replace(/\\([a-z]+)/gi, (_, name: string) => (commands.has(name) ? " " : ` ${name} `))

/** The commands of KaTeX, amsmath and physics but those whose name may be a word of an order. */
const commands: ReadonlySet<string> = new Set(commandNames.flatMap((line) => line.split(" ")))

const unprintedTex =
  /\\(?:begin|end)\s*\{(?:[bpv]?(?:small)?matrix|[dr]?cases|(?:sub|d)?array|(?:fl|x)?align(?:ed)?(?:at)?|gather(?:ed)?|split|equation|multline)\*?\}|#[\da-f]{3,8}\b/gi

/** TeX without the group and style that a converter adds around all of it. */
const withoutStyle = (tex: string): string => {
  const inner = /^\{\\(?:display|text)style\s?([^]*)\}$/.exec(tex)?.[1]
  let depth = 0
  const signs = inner?.match(/\\[^]|[{}]/g) ?? []
  const isWhole = signs.every((sign) => (depth += sign === "{" ? 1 : sign === "}" ? -1 : 0) >= 0)
  return inner !== undefined && isWhole ? inner.trim() : tex
}
