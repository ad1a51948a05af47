/**
 * A small reader of stylesheets (CSS Syntax Module Level 3): every declaration with the selectors that it is
 * for, in order. Comments, strings, escapes, nested rules and conditional groups are understood;
 * whatever can't hide anything (fonts, keyframes, pages) is passed over.
 *
 * It goes over the text once, from mark to mark, so its cost grows with the length alone. It never fails: what was left
 * open at the end is closed, as the standard has it.
 */
import { containerApplies, mediaApply, supportsApply } from "./Conditions.ts"

/** A declaration as written, its escapes read: a lower-case property and its value. */
export interface Declaration {
  readonly property: string
  readonly value: string
  readonly isImportant: boolean
  /** Whether it stands in a cascade layer. */
  readonly isLayered: boolean
}

/** Told each declaration that applies, and the selectors that it is for. */
export type Declared = (selectors: ReadonlyArray<string>, declaration: Declaration) => void

/** Reads a stylesheet. */
export const readStylesheet = (css: string, declared: Declared): void => {
  const open: Array<Block> = [{ selectors: [], applies: true, isLayered: false }]
  const budget = { left: mostNested }
  let pieces = ""
  let from = 0
  let at = 0
  const block = (): Block => open.at(-1) ?? nothing
  const taken = (to: number): string => {
    const text = pieces + css.slice(from, to)
    pieces = ""
    return text
  }
  const declare = (text: string): void => {
    const { applies, isLayered, selectors } = block()
    if (!applies || selectors.length === 0) return
    const declaration = declarationOf(text, isLayered)
    if (declaration !== undefined) declared(selectors, declaration)
  }
  for (;;) {
    mark.lastIndex = at
    const found = mark.exec(css)
    if (found === null) break
    const [character] = found
    at = mark.lastIndex
    if (character === "/*") {
      pieces = taken(found.index)
      const end = css.indexOf("*/", at)
      at = from = end === -1 ? css.length : end + 2
    } else if (character === "\\") at++
    else if (character === "'" || character === '"') at = endOfString(css, at, character)
    else {
      if (character === "{") open.push(opened(taken(found.index), block(), open.length, budget))
      else {
        declare(taken(found.index))
        if (character === "}" && open.length > 1) open.pop()
      }
      from = at
    }
  }
  declare(taken(css.length))
}

/** The declarations of a `style` attribute, in order. */
export const readStyle = (style: string): ReadonlyArray<Declaration> => {
  const declarations: Array<Declaration> = []
  readStylesheet(`x{${style.replaceAll(/[{}]/g, "")}`, (_, declaration) => declarations.push(declaration))
  return declarations
}

/** A text of CSS with its escapes read (section 4.3.7). */
export const unescaped = (text: string): string =>
  text.includes("\\")
    ? text.replace(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_, hex?: string, character = "") =>
        hex === undefined ? character : characterOf(Number.parseInt(hex, 16)),
      )
    : text

// --- private --------------------------------------------------------------------------

interface Block {
  /** What the declarations in it are for; none at the top, and where there are none to be. */
  readonly selectors: ReadonlyArray<string>
  readonly applies: boolean
  readonly isLayered: boolean
}

const deepest = 8
const mostSelectors = 200

/** Characters of a value that are looked at: what reads values may take quadratic time. */
const longestValue = 300

/** Characters of the selectors that nesting makes of others; more is nobody's stylesheet. */
const mostNested = 1_000_000

const mark = /\/\*|[\\'"{};]/g

const endOfString = (css: string, from: number, quote: string): number => {
  stringMark.lastIndex = from
  for (;;) {
    const found = stringMark.exec(css)
    if (found === null) return css.length
    if (found[0] === "\\") stringMark.lastIndex++
    else if (found[0] === quote || found[0] === "\n") return stringMark.lastIndex
  }
}
const stringMark = /[\\'"\n]/g

const nothing: Block = { selectors: [], applies: false, isLayered: false }

const opened = (written: string, parent: Block, depth: number, budget: { left: number }): Block => {
  if (!parent.applies || depth > deepest) return nothing
  const prelude = written.replace(/<!--|-->/g, "").trim()
  const { isLayered } = parent
  if (!prelude.startsWith("@"))
    return { selectors: nested(listed(prelude), parent.selectors, budget), applies: true, isLayered }
  const name = /^@([a-z-]*)/i.exec(prelude)?.[1]?.toLowerCase() ?? ""
  const condition = prelude.slice(name.length + 1)
  if (name === "media") return mediaApply(condition) ? parent : nothing
  if (name === "supports") return supportsApply(condition) ? parent : nothing
  if (name === "container") return containerApplies(condition) ? parent : nothing
  return name === "layer" ? { ...parent, isLayered: true } : nothing
}

/** The selectors of a list; a comma in brackets or in a string separates nothing. */
export const listed = (list: string): ReadonlyArray<string> => {
  const selectors: Array<string> = []
  let depth = 0
  let from = 0
  for (const { 0: character, index } of list.matchAll(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\\[^]|[()[\],]/g)) {
    if (character === "(" || character === "[") depth++
    else if (character === ")" || character === "]") depth--
    else if (character === "," && depth === 0) {
      selectors.push(list.slice(from, index).trim())
      from = index + 1
    }
    if (selectors.length >= mostSelectors) return selectors
  }
  return [...selectors, list.slice(from).trim()]
}

/** The selectors of a nested rule (CSS Nesting Module): `&` is the outer one, which else stands before. */
const nested = (
  inner: ReadonlyArray<string>,
  outer: ReadonlyArray<string>,
  budget: { left: number },
): ReadonlyArray<string> => {
  if (outer.length === 0) return inner
  const made: Array<string> = []
  for (const selector of inner) {
    for (const parent of outer) {
      const length = selector.length + parent.length
      if (made.length >= mostSelectors || length > budget.left) return made
      if (length > longestNested) continue
      budget.left -= length
      made.push(selector.includes("&") ? selector.replace("&", () => parent) : `${parent} ${selector}`)
    }
  }
  return made
}
const longestNested = 1_000

const declarationOf = (text: string, isLayered: boolean): Declaration | undefined => {
  const colon = text.indexOf(":")
  if (colon === -1) return undefined
  const value = unescaped(text.slice(colon + 1))
    .trim()
    .toLowerCase()
  const bang = value.lastIndexOf("!")
  const isImportant = bang !== -1 && value.slice(bang + 1).trim() === "important"
  return {
    property: unescaped(text.slice(0, colon)).trim().toLowerCase(),
    value: (isImportant ? value.slice(0, bang).trimEnd() : value).slice(0, longestValue),
    isImportant,
    isLayered,
  }
}

const characterOf = (code: number): string =>
  code === 0 || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff) ? "\ufffd" : String.fromCodePoint(code)
