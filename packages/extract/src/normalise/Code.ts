/**
 * Brings code blocks into one form, `<pre><code class="language-x">`: tables of line numbers and lines become code,
 * elements of lines become line breaks, and numbers and buttons beside the lines are removed. The attributes and class
 * names of highlighters and Markdown converters name the language.
 */
import { childrenOf, isElement, isText, lineOf } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"
import { boundedRuns } from "../tree/Texts.ts"
import words from "./code-languages.json" with { type: "json" }
import type { Candidates } from "./Candidates.ts"

/** Rewrites every code block of a document. */
export const normaliseCode = (root: Element, candidates: Candidates): void => {
  const tables = candidates("table").filter(unwrapTable)
  for (const code of candidates("code")) if (isAlone(code)) code.replaceWith(preOf(code, code.cloneNode(true)))
  if (tables.length + candidates("pre", "code").length === 0) return
  for (const pre of select(root, "pre")) {
    if (nearest(pre.parentElement, "pre") !== null) continue
    const code = pre.ownerDocument.createElement("code")
    const language = languageOf(pre)
    if (language !== "") code.setAttribute("class", `language-${language}`)
    code.append(boundedRuns(linesOf(pre)).replace(/^\n+/, "").trimEnd())
    pre.replaceWith(preOf(pre, code))
  }
}

// --- private --------------------------------------------------------------------------

const classOf = (element: Element): string => element.getAttribute("class") ?? ""

const preOf = (beside: Element, content: Node | string): Element => {
  const pre = beside.ownerDocument.createElement("pre")
  pre.append(content)
  return pre
}

/** Whether code outside `pre` has lines of its own. */
const isAlone = (code: Element): boolean =>
  code.parentElement !== null &&
  !code.hasAttribute("data-math") &&
  childrenOf(code).some((child) => isElement(child) && (child.localName === "br" || isLine(child))) &&
  nearest(code, "pre, td, th, li, p, dt, h1, h2, h3, h4, h5, h6") === null

/**
 * Replaces a table that shows code: numbers beside lines, in a cell for the whole block (Pygments, Rouge) or for each
 * line (GitHub, highlight.js). One within a `pre` stays, because its lines are read anyway.
 */
const unwrapTable = (table: Element): boolean => {
  if (first(table, "table") !== null || nearest(table, "pre") !== null) return false
  const cells = codeCells(table)
  const [start] = cells
  if (start === undefined) return false
  const lines = cells.map((cell) => {
    const [block = cell, ...others] = select(cell, "pre")
    return linesOf(others.length > 0 ? cell : block).replace(/^\n|\n$/g, "")
  })
  const pre = preOf(table, lines.join("\n"))
  const named = [table, ...select(start, "[class], [lang], [data-lang], [data-language]")].map(languageNamed)
  pre.setAttribute("data-lang", named.find((name) => name !== "") ?? "")
  table.replaceWith(pre)
  return true
}

/** The cells that hold code, if each row is a cell of numbers and a cell of code. */
const codeCells = (table: Element): ReadonlyArray<Element> => {
  const cells: Array<Element> = []
  for (const row of select(table, "tr")) {
    const own = childrenOf(row).filter(isElement)
    const [only, ...others] = own.filter(
      (cell) => !isBeside(cell) && !(isOfPre(cell) && /^[\s\d]*$/.test(lineOf(cell))),
    )
    if (own.length > 3 || others.length > 0 || own.length === 0) return []
    if (only === undefined) continue
    if (own.length === 1 || !(codeCell.test(classOf(only)) || isOfPre(only))) return []
    cells.push(only)
  }
  return cells
}

const codeCell = /(?:^|[\s_-])(?:code|blob-code|line-?content|hljs-ln-code|crayon-code)(?:[\s_-]|$)/i
const isOfPre = (cell: Element): boolean => first(cell, "pre, code") !== null

/**
 * The text of a code block with its lines. A break is written before the next text, so that adjacent breaks count once.
 */
const linesOf = (block: Element): string => {
  const pieces: Array<string> = []
  let isEnded = false
  const isAtStart = (): boolean => pieces.at(-1)?.endsWith("\n") ?? true
  const add = (text: string): void => {
    if (text === "") return
    if (isEnded && !text.startsWith("\n")) pieces.push("\n")
    isEnded = false
    pieces.push(text)
  }
  const collect = (parent: Node): void => {
    for (const child of childrenOf(parent)) {
      if (isText(child)) add(isBetweenLines(child) ? child.data.replace(/[^\n]/g, "") : child.data)
      else if (!isElement(child) || isBeside(child)) continue
      else if (child.localName === "br") add("\n")
      else if (isLine(child)) {
        if (isEnded || !isAtStart()) pieces.push("\n")
        isEnded = false
        const from = pieces.length
        collect(child)
        isEnded = pieces.length === from || !isAtStart()
      } else collect(child)
    }
  }
  collect(block)
  return pieces.join("")
}

/** Whether an element of code stands for a line of its own. */
const isLine = (element: Element): boolean =>
  /^(?:div|p|li|tr)$/.test(element.localName) ||
  (element.localName !== "pre" && (element.hasAttribute("data-line") || lineClass.test(classOf(element))))

/** White space that only separates the elements of lines in the source. */
const isBetweenLines = (text: Text): boolean => {
  const beside = [text.previousSibling, text.nextSibling].filter((node) => node !== null)
  return text.data.trim() === "" && beside.length > 0 && beside.every((node) => isElement(node) && isLine(node))
}

/** Whether an element is beside the lines, or above them: a number, or a button that copies them. */
const isBeside = (element: Element): boolean => {
  if (controls.test(element.localName) || element.getAttribute("role") === "button") return true
  if (element.localName === "code") return false
  const classes = classOf(element)
  if (copyButtonClass.test(classes)) return lineOf(element).length <= 20
  return (element.hasAttribute("data-line-number") || gutter.test(classes)) && !/\p{L}/u.test(lineOf(element))
}

const controls = /^(?:button|clipboard-copy|select|textarea|input)$/
const copyButtonClass = /(?:^|[\s_-])(?:copy|clipboard)(?:[\s_-]|$)/i
const lineClass = /(?:^|\s)(?:line|code-?line|token-line|view-line|cm-line)(?:\s|$)/i
const gutter =
  /(?:^|[\s_-])(?:gutter|line-?num(?:ber)?s?(?:-rows)?|linenos?|linenumber|ln-num|ln-numbers|blob-num|linenodiv)(?:[\s_-]|$)/i

/** The language of a block, in lower case: from its `code`, itself, or one of the two elements around it. */
const languageOf = (pre: Element): string => {
  const around = [first(pre, "code"), pre, pre.parentElement, pre.parentElement?.parentElement]
  const named = around.map((element) => (element == null || element.localName === "body" ? "" : languageNamed(element)))
  return named.find((name) => name !== "") ?? ""
}

/** The language that an element itself names; empty without one. */
const languageNamed = (element: Element): string => {
  const declared = element.getAttribute("data-lang") ?? element.getAttribute("data-language") ?? ""
  if (/^[a-z][a-z0-9+#._-]{0,24}$/i.test(declared)) return languageOrEmpty(declared)
  // `lang` is for natural languages, but some pages write a programming language into it.
  const lang = element.getAttribute("lang")?.toLowerCase() ?? ""
  if (known.has(lang) && !ambiguousNames.has(lang)) return lang
  const classes = classOf(element).toLowerCase()
  const marked = languageOrEmpty(prefixedLanguage.exec(classes)?.[1]?.slice(0, 25) ?? "")
  // Other words also follow the prefix "highlight-".
  if (marked !== "" && (!/(?:^|\s)highlight-/.test(classes) || known.has(marked))) return marked
  const names = classes.split(/\s+/)
  return names.some((name) => highlighters.has(name)) ? (names.find((name) => known.has(name)) ?? "") : ""
}

const prefixedLanguage =
  /(?:(?:^|\s)(?:lang(?:uage)?|highlight(?:-source|-text)?)-|(?:^|[\s;])brush:\s*)([a-z][a-z0-9+#._]*)/

const languageOrEmpty = (name: string): string => (notLanguages.has(name.toLowerCase()) ? "" : name.toLowerCase())

const notLanguages: ReadonlySet<string> = new Set(words.notLanguages)
const ambiguousNames: ReadonlySet<string> = new Set(words.ambiguousNames)
const highlighters: ReadonlySet<string> = new Set(words.highlighters)
const known: ReadonlySet<string> = new Set(words.known)
