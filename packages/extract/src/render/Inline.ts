/**
 * Inline content as Markdown. White space collapses as in a browser: a space at the start of a line or after another
 * space is dropped. White space at the edges of an element moves out of it, because `* text *` isn't emphasis.
 */
import { childrenOf, isElement, isText, nearest } from "@porthole/visibility/dom"
import { destination, escape, escapedWithin, link, spanned } from "./CommonMark.ts"

/** A run of inline content during writing. */
export interface Run {
  readonly pieces: Array<string>
  /** The kind of the last character: white space is only written after text. */
  last: "start" | "space" | "text"
  /** Whether a sign precedes the text on its line, such as that of a heading, so that it can't begin a block. */
  readonly isWithin: boolean
  readonly isInLink: boolean
}

export const makeRun = (isWithin: boolean): Run => ({ pieces: [], last: "start", isWithin, isInLink: false })

/** Writes adjacent texts as one, so that escaping sees the characters on both sides of their border. */
export const writeText = (run: Run, data: string): void => {
  const collapsed = data.replace(/[ \t\r\n]{2,}|[\t\r\n]/g, " ")
  const text = run.last !== "text" && collapsed.startsWith(" ") ? collapsed.slice(1) : collapsed
  if (text === "") return
  const isWithin = run.isWithin || run.last !== "start"
  add(run, isWithin ? escapedWithin(text, run.isInLink) : escape(text))
  run.last = text.endsWith(" ") ? "space" : "text"
}

/** Writes an inline element. */
export const writeInline = (run: Run, element: Element): void => {
  const name = element.localName
  if (name === "br") return breakLine(run)
  if (name === "img") return write(run, image(element))
  if (element.hasAttribute("data-math")) return writeMath(run, element)
  if (element.hasAttribute("data-task")) return write(run, element.getAttribute("data-task") === "done" ? "[x]" : "[ ]")
  if (element.hasAttribute("data-ref")) return write(run, `[^${element.getAttribute("data-ref")}]`)
  if (name === "code") return writeCode(run, element)
  const wrap = wrappers.get(name)
  if (wrap === undefined) return writeChildren(run, element)
  const isInLink = run.isInLink || name === "a"
  const inner: Run = { pieces: [], last: run.last, isWithin: run.isWithin || isInLink, isInLink }
  writeChildren(inner, element)
  const content = inner.pieces.join("")
  const text = content.trim()
  const start = content.length - content.trimStart().length
  if (text === "") add(run, content)
  else {
    add(run, content.slice(0, start))
    add(run, wrap(text, element))
    add(run, content.slice(start + text.length))
  }
  run.last = inner.last
}

// --- private --------------------------------------------------------------------------

/** Adds a piece. Outside links brackets aren't escaped, so a piece after one may not begin an address or a mark. */
const add = ({ isInLink, pieces }: Run, piece: string): void => {
  const sign = piece.charAt(0)
  const bracket = sign === "(" ? "]" : sign === "^" ? "[" : undefined
  if (bracket !== undefined && !isInLink && pieces.at(-1)?.endsWith(bracket) === true) pieces.push("\\")
  if (piece !== "") pieces.push(piece)
}

const writeChildren = (run: Run, parent: Element): void => {
  let text = ""
  for (const child of childrenOf(parent)) {
    if (isText(child)) text += child.data
    else if (isElement(child)) {
      if (text !== "") writeText(run, text)
      text = ""
      writeInline(run, child)
    }
  }
  if (text !== "") writeText(run, text)
}

/**
 * Subscripts and superscripts as text: Markdown has no syntax for them. Unicode's characters are used if each character
 * has one (H₂O, 10⁻³), else TeX's braces (x^{a+b}). Words always get braces, because no search finds ₘₐₓ. Ordinals
 * (1st), signs that are raised anyway (®), the cents of a price (10,⁸³) and scripts with a link, which are notes, stay
 * unchanged.
 */
const script = (text: string, element: Element): string => {
  const before = textBefore(element)
  const isOrdinal = /^\p{L}{2,3}$/u.test(text) && /\d$/.test(before)
  const isPrice = /\p{Sc}[\d.,\s]{1,15}$/u.test(before) || /^\s?\p{Sc}/u.test(element.nextSibling?.textContent ?? "")
  const areCents = isPrice && /^\d+[.,]\d\d\W{0,4}$/.test(`${/\d{1,15}[.,]?$/.exec(before)?.[0] ?? ""}${text}`)
  if (/^[^\p{L}\p{N}+\-−=()]*$/u.test(text) || text.includes("](") || isOrdinal || areCents) return text
  const isLow = element.localName === "sub"
  const signs = isLow ? subscripts : superscripts
  const characters = [...text].map((character) => signs.get(character))
  const hasAll = !characters.includes(undefined) && !/\p{L}{2}/u.test(text)
  return hasAll ? characters.join("") : `${isLow ? "_" : "^"}{${text}}`
}

/** The end of the text before an element in its line, which may be several nodes. */
const textBefore = ({ previousSibling }: Element): string => {
  let text = ""
  for (let at = previousSibling; at !== null && text.length < maxBefore; at = at.previousSibling)
    text = (at.textContent ?? "").slice(-maxBefore) + text
  return text
}
const maxBefore = 20

const signsOf = (plain: string, signs: string): ReadonlyMap<string, string> =>
  new Map([...plain].map((character, index) => [character, signs.charAt(index)]))
const superscripts = signsOf("0123456789+-−=()in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ")
const subscripts = signsOf("0123456789+-−=()aeoxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ")

/** Whether an element is in another one of its name: `****` is no emphasis. */
const isNested = (element: Element): boolean => nearest(element.parentElement, element.localName) !== null

/** Functions from the Markdown of an element's content to that of the element. */
const wrappers: ReadonlyMap<string, (text: string, element: Element) => string> = new Map([
  ["em", (text, element) => (isNested(element) ? text : `*${text}*`)],
  ["strong", (text, element) => (isNested(element) ? text : `**${text}**`)],
  ["del", (text) => `~~${text}~~`],
  ["sub", script],
  ["sup", script],
  ["a", (text, element) => (element.hasAttribute("href") ? link(text, element.getAttribute("href") ?? "") : text)],
])

const write = (run: Run, markdown: string): void => {
  if (markdown === "") return
  add(run, markdown)
  run.last = "text"
}

/** A hard line break; spaces before it are dropped. */
const breakLine = (run: Run): void => {
  const { pieces } = run
  while (pieces.at(-1)?.trim() === "") pieces.pop()
  const last = pieces.pop()
  if (last !== undefined) pieces.push(last.trimEnd(), "  \n")
  run.last = "start"
}

const writeCode = (run: Run, code: Element): void => {
  const content = (code.textContent ?? "").replace(/[ \t\r\n]+/g, " ")
  const text = content.trim()
  if (content.startsWith(" ")) writeText(run, " ")
  if (text !== "") write(run, spanned(text))
  if (content.length > 1 && content.endsWith(" ")) writeText(run, " ")
}

/**
 * A formula, `$…$` within a line or `$$…$$` on its own. Markdown's escapes would change TeX, which ignores spaces: a
 * space after `<` prevents a tag, and one within `](` a link. A backtick, which would pair with one of code, becomes a
 * quotation mark. In a cell bars are written by their names, because a bar's escape there is the sign of a norm in TeX.
 */
const writeMath = (run: Run, element: Element): void => {
  const tex = (element.textContent ?? "").replace(/[ \t\r\n]+/g, " ").trim()
  const isDisplay = element.getAttribute("data-math") === "display"
  const barred = tex.includes("|") && nearest(element, "td, th") !== null ? withNamedBars(tex) : tex
  const safe = barred.replace(/\\[^]|`|\$|<(?=[a-z/!?])|\](?=[([])/gi, (sign) => {
    if (sign === "`") return "‘"
    if (sign === "$") return "\\$"
    return sign.length > 1 ? sign : `${sign} `
  })
  // An odd number of backslashes at the end would escape the delimiter.
  const isEscaping = (/(?<!\\)\\*$/.exec(safe.slice(-200))?.[0].length ?? 0) % 2 === 1
  const closed = isEscaping ? `${safe} ` : safe
  if (tex !== "") write(run, isDisplay ? `\n\n$$${closed}$$\n\n` : `$${closed}$`)
  if (isDisplay) run.last = "start"
}

/** TeX whose bars are commands; those between the columns of an array have no other name. */
const withNamedBars = (tex: string): string =>
  tex.replace(/\\begin\{array\}\{[^{}]{0,80}\}|\\[^]|\|/g, (part) =>
    part === "|" ? "\\vert " : part === "\\|" ? "\\Vert " : part,
  )

const image = (element: Element): string => {
  const src = element.getAttribute("src") ?? ""
  return src === "" ? "" : `![${escapedWithin(element.getAttribute("alt") ?? "", true)}](${destination(src)})`
}
