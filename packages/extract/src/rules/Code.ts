/**
 * Brings code blocks into one form, `<pre><code class="language-x">`: tables of line numbers and lines, the lines of
 * editors and of repositories' views of files become code, elements of lines become line breaks, and numbers and
 * buttons beside the lines are removed.
 */
import { childrenOf, first, isElement, isText, nearest, select } from "@porthole/visibility/dom"
import { boundedRuns } from "../tree/Texts.ts"
import { spaced } from "../phases/Candidates.ts"
import { languageOf } from "../normalise/CodeLanguage.ts"
import { isLine, linesOf } from "../normalise/CodeLines.ts"
import { unwrapCodeTable } from "../normalise/CodeTables.ts"
import { preOf, unwrapCodeView } from "../normalise/CodeViews.ts"
import type { DocumentRule } from "../phases/Rule.ts"

/** Rewrites every code block of a document. */
export const code: DocumentRule = {
  name: "code",
  case: "Editors and highlighters make lines, tables and buttons of code.",
  phase: "document",
  reads: {
    elements: ["code", "table", spaced],
    attributes: [
      "class",
      "role",
      "style",
      "lang",
      "data-lang",
      "data-language",
      "data-line",
      "data-line-number",
      "data-code-marker",
      "data-type-marker",
    ],
    classes: [
      "codeLine",
      "editorLine",
      "editor",
      "codeCell",
      "lineNumbers",
      "addedLine",
      "removedLine",
      "copyButton",
      "hiddenCode",
    ],
  },
  run: ({ candidates, root }) => {
    for (const table of candidates("table")) unwrapCodeTable(table)
    for (const part of candidates(spaced)) unwrapCodeView(part)
    const onlyTexts = new Map<Element, Node | undefined>()
    for (const code of candidates("code")) if (isAlone(code, onlyTexts)) wrap(code)
    for (const pre of select(root, "pre")) {
      if (nearest(pre.parentElement, "pre") !== null) continue
      const code = pre.ownerDocument.createElement("code")
      const language = languageOf(pre)
      if (language !== "") code.setAttribute("class", `language-${language}`)
      code.append(boundedRuns(linesOf(pre)).replace(/^\n+/, "").trimEnd())
      const outer = pre.parentElement
      const isAllOfCode =
        outer?.localName === "code" && childrenOf(outer).every((child) => child === pre || !hasText(child))
      const block = isAllOfCode ? outer : pre
      block.replaceWith(preOf(pre, [code]))
    }
    for (const element of candidates("code", spaced)) foldSpaces(element)
  },
}

// --- private --------------------------------------------------------------------------

/** Puts code into a block of its own, instead of a paragraph that has nothing else. */
const wrap = (code: Element): void => {
  const pre = preOf(code, [])
  const outer = code.parentElement?.localName === "p" ? code.parentElement : code
  if (outer !== code) foldLines(code, true)
  outer.replaceWith(pre)
  pre.append(code)
}

/** Folds the white space of a paragraph, where only breaks begin a line; returns whether a line begins behind it. */
const foldLines = (parent: Element, isAtStart: boolean): boolean => {
  let isStart = isAtStart
  for (const child of childrenOf(parent)) {
    if (isText(child)) {
      const folded = child.data.replace(/[ \t\r\n]+/g, " ")
      child.data = isStart ? folded.replace(/^ /, "") : folded
      isStart &&= child.data === ""
    } else if (isElement(child)) isStart = child.localName === "br" || foldLines(child, isStart)
  }
  return isStart
}

const hasText = (node: Node): boolean => (node.textContent ?? "").trim() !== ""

/** Whether code outside `pre` has lines of its own. `onlyTexts` caches the only nodes with text in elements. */
const isAlone = (code: Element, onlyTexts: Map<Element, Node | undefined>): boolean => {
  const outer = code.parentElement
  if (outer === null || code.hasAttribute("data-math") || !hasText(code)) return false
  const hasBreaks = childrenOf(code).some(
    (child) => isElement(child) && (breakNames.has(child.localName) || isLine(child)),
  )
  if (!hasBreaks && !hasLines(code)) return false
  if (!onlyTexts.has(outer)) onlyTexts.set(outer, onlyTextIn(outer))
  const isOnly = onlyTexts.get(outer) === code
  const isAll = isOnly && hasBreaks && outer.localName === "p" && first(outer, media) === null
  const around = isAll ? outer.parentElement : code
  return nearest(around, "pre, td, th, li, p, dt, h1, h2, h3, h4, h5, h6") === null && (hasBreaks || isOnly)
}

/** The only node in an element that has text; a paragraph may have thousands, so it stops at the second one. */
const onlyTextIn = (outer: Element): Node | undefined => {
  let only: Node | undefined
  for (let child = outer.firstChild; child !== null; child = child.nextSibling) {
    if (!hasText(child)) continue
    if (only !== undefined) return undefined
    only = child
  }
  return only
}

/** What a paragraph shows besides text. */
const media = "img, picture, svg, video, audio, iframe, object"

/** Elements that divide lines, besides the lines: viewers of JSON are lists of lists. */
const breakNames: ReadonlySet<string> = new Set(["br", "ul"])

const hasLines = (code: Element): boolean => code.textContent?.trim().includes("\n") === true

/** Folds the white space that turned out not to count. */
const foldSpaces = (parent: Element): void => {
  for (const child of childrenOf(parent)) {
    if (isElement(child) && child.localName !== "pre") foldSpaces(child)
    else if (isText(child) && /\s{2}|[^\S ]/.test(child.data)) child.data = child.data.replace(/\s{2,}|[^\S ]/g, " ")
  }
}
