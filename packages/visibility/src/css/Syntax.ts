/** The syntax of CSS (CSS Syntax Level 3): blocks and statements, and the parts of a value. Reading never fails. */

/** A block with its statements and inner blocks in order. */
export interface Block {
  /** The selectors or the at-rule before the brace. */
  readonly prelude: string
  readonly content: Array<Block | string>
}

/**
 * The outermost block of a style sheet or a `style` attribute. One regular expression finds the brackets and
 * semicolons, so the cost is linear. The end of the text closes open blocks; too deep ones are left out. Between the
 * rules of a sheet a semicolon ends only at-rules: elsewhere it belongs to the selectors, which then match nothing.
 */
export const blocksOf = (css: string, kind: "sheet" | "style"): Block => {
  const outermost: Block = { prelude: "", content: [] }
  const open = [outermost]
  let start = 0
  let brackets = 0
  let notAtRule = -1
  const isSelector = (): boolean => {
    if (kind === "style" || open.length > 1) return false
    atRule.lastIndex = start
    if (notAtRule !== start && !atRule.test(css)) notAtRule = start
    return notAtRule === start
  }
  const takeTo = (end: number): string => {
    const text = css.slice(start, end)
    start = end + 1
    return (commentSigns.some((sign) => text.includes(sign)) ? text.replaceAll(comments, "") : text).trim()
  }
  const endStatement = (end: number): void => {
    const statement = takeTo(end)
    if (statement !== "") open.at(-1)?.content.push(statement)
  }
  for (const { 0: mark, index } of css.matchAll(marks)) {
    if (mark === "(" || mark === "[") brackets++
    else if (mark === ")" || mark === "]") brackets = Math.max(0, brackets - 1)
    else if (brackets > 0) continue
    else if (mark === ";" && isSelector()) continue
    else if (mark === ";") endStatement(index)
    else if (mark === "{") {
      const block: Block = { prelude: takeTo(index), content: [] }
      if (open.length <= maxDepth) open.at(-1)?.content.push(block)
      open.push(block)
    } else if (mark === "}" && open.length > 1) {
      endStatement(index)
      open.pop()
    }
  }
  endStatement(css.length)
  return outermost
}

/** The parts of a value between white space, functions in one piece; commas and slashes are parts. */
export const partsOf = (value: string): ReadonlyArray<string> => value.match(parts) ?? []

/** The parts of a list between its commas, except for those in brackets. */
export const listOf = (list: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let start = 0
  let open = 0
  for (let at = 0; at <= list.length; at++) {
    const character = list[at]
    if (character === "(" || character === "[") open++
    else if (character === ")" || character === "]") open = Math.max(0, open - 1)
    else if (character === undefined || (character === "," && open === 0)) {
      found.push(list.slice(start, at).trim())
      start = at + 1
    }
  }
  return found
}

/** A name or the content of a string, without escapes. */
export const unescaped = (text: string): string =>
  text.replaceAll(/\\([\da-f]{1,6})\s?|\\(.)/gi, (_, hex: string | undefined, plain: string | undefined) =>
    hex === undefined ? (plain ?? "") : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10_ff_ff)),
  )

/** The functions in a value, each with the parts of its arguments. */
export const functionsOf = (value: string): ReadonlyArray<readonly [name: string, args: ReadonlyArray<string>]> =>
  Array.from(value.matchAll(functions)).flatMap(([, name = "", inside]) =>
    inside === undefined ? [] : [[name, partsOf(inside).filter((part) => part !== ",")] as const],
  )

// --- private --------------------------------------------------------------------------

const maxDepth = 32

/** A comment, or a mark that is ignored, has one of these. */
const commentSigns = ["/*", "<!--", "-->"]

const comments = /\/\*[^]*?(?:\*\/|$)|<!--|-->/g

const atRule = /(?:\s|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|<!--|-->)*@/y

/** The ends of statements, and the tokens that may contain such a character. */
const marks = new RegExp(
  String.raw`/\*[^]*?(?:\*/|$)|"(?:[^"\\\n]+|\\[^])*"?|'(?:[^'\\\n]+|\\[^])*'?|\\[^]|` +
    String.raw`url\(\s*(?!["'\s])(?:[^)\\]+|\\[^])*\)?|[{};()[\]]`,
  "gi",
)

/** The text inside brackets, with brackets nested up to three deep. */
const insideBrackets = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))*`
const parts = new RegExp(String.raw`(?:[^\s,/()]|\(${insideBrackets}\))+|[,/]`, "g")
/** A function, or a word without brackets: no search begins within a word. */
const functions = new RegExp(String.raw`([a-z][\w-]*)(?:\((${insideBrackets})\))?`, "g")
