/**
 * Brings code blocks into one form, `<pre><code class="language-x">`: tables of line numbers and lines become code,
 * elements that mark lines become line breaks, numbers and buttons go (`CodeLines.ts`), and the language is read from
 * the markup of highlighters (`CodeLanguage.ts`).
 */
import { boundedRuns } from "../tree/Texts.ts"
import { childrenOf, isElement, rename } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"
import { type Candidates, editorLines } from "./Candidates.ts"
import { languageNamed, languageOf } from "./CodeLanguage.ts"
import { isBeside, isLine, linesOf } from "./CodeLines.ts"

/** Rewrites every code block of a document. */
export const normaliseCode = (candidates: Candidates): void => {
  for (const table of candidates.of("table")) unwrapTable(table)
  for (const editor of candidates.of(editorLines)) joinLines(editor)
  for (const code of candidates.of("code")) if (isBlock(code)) wrap(code)
  // The steps before may have made some of a table, an editor or a single code element.
  if (!candidates.has("pre", "code", "table", editorLines)) return
  for (const pre of select(candidates.root, "pre")) {
    if (nearest(pre.parentElement, "pre") !== null) continue
    const language = languageOf(pre)
    const code = pre.ownerDocument.createElement("code")
    if (language !== "") code.setAttribute("class", `language-${language}`)
    code.append(boundedRuns(linesOf(pre)).replace(/^\n+|\s+$/g, ""))
    const plain = pre.ownerDocument.createElement("pre")
    plain.append(code)
    pre.replaceWith(plain)
  }
}

// --- private --------------------------------------------------------------------------

/** Code outside `pre` that is shown as a block: by its style, or because it has lines. */
const isBlock = (code: Element): boolean =>
  nearest(code, "pre, td, th, li, p, dt, h1, h2, h3, h4, h5, h6") === null &&
  !code.hasAttribute("data-math") &&
  (/display\s*:\s*block/i.test(code.getAttribute("style") ?? "") ||
    childrenOf(code).some((child) => isElement(child) && (child.localName === "br" || isLine(child))))

const wrap = (code: Element): void => {
  const pre = code.ownerDocument.createElement("pre")
  code.replaceWith(pre)
  pre.append(code)
}

/** Editors in a page make an element of each line, and some a `pre` of it. */
const joinLines = (editor: Element): void => {
  if (nearest(editor, "pre") !== null || first(editor, ".CodeMirror-line, .cm-line, .view-line") === null) return
  for (const line of select(editor, "pre")) rename(line, "div")
  rename(editor, "pre")
}

/**
 * Replaces a table that shows code: numbers beside lines, in a cell for the whole block (Pygments, Rouge) or for each
 * line (GitHub, highlight.js). One within a `pre` stays, because its lines are read anyway.
 */
const unwrapTable = (table: Element): void => {
  if (nearest(table, "pre") !== null || first(table, "table") !== null) return
  const cells = codeCells(table)
  const [start] = cells
  if (start === undefined) return
  const pre = table.ownerDocument.createElement("pre")
  const named = [table, ...select(start, "[class], [lang], [data-lang], [data-language]")]
  const language = named.map(languageNamed).find((name) => name !== "")
  if (language !== undefined) pre.setAttribute("data-lang", language)
  pre.append(cells.map((cell) => linesOf(blockOf(cell)).replace(/^\n|\n$/g, "")).join("\n"))
  table.replaceWith(pre)
}

/** The element with a cell's lines: white space around its only block isn't one. */
const blockOf = (cell: Element): Element => {
  const [only, ...others] = select(cell, "pre")
  return only === undefined || others.length > 0 ? cell : only
}

/** The cells that hold code, if each row is a cell of numbers and a cell of code. */
const codeCells = (table: Element): ReadonlyArray<Element> => {
  const cells: Array<Element> = []
  for (const row of select(table, "tr")) {
    const own = childrenOf(row).filter(isElement)
    const [only, ...others] = own.filter((cell) => !isNumbers(cell))
    if (own.length > 3 || others.length > 0 || own.length === 0) return []
    if (only === undefined) continue
    if (own.length === 1 || !isCode(only)) return []
    cells.push(only)
  }
  return cells
}

const isNumbers = (cell: Element): boolean =>
  isBeside(cell) || (first(cell, "pre") !== null && /^[\s\d]*$/.test(cell.textContent ?? ""))

const isCode = (cell: Element): boolean =>
  /(?:^|[\s_-])(?:code|blob-code|line-?content|hljs-ln-code|crayon-code)(?:[\s_-]|$)/i.test(
    cell.getAttribute("class") ?? "",
  ) || first(cell, "pre, code") !== null
