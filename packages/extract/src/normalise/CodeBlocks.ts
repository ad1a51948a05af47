/**
 * Brings code blocks into one form, `<pre><code class="language-x">`: tables of line numbers and lines become code
 * (`CodeTables.ts`), elements that mark lines become line breaks, numbers and buttons go (`CodeLines.ts`), and the
 * language is read from the markup of highlighters (`CodeLanguage.ts`).
 */
import { boundedRuns } from "../tree/Texts.ts"
import { childrenOf, isElement, rename } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"
import { type Candidates, editorLines } from "./Candidates.ts"
import { languageOf } from "./CodeLanguage.ts"
import { isLine, linesOf } from "./CodeLines.ts"
import { unwrapCodeTables } from "./CodeTables.ts"

/** Rewrites every code block of a document. */
export const normaliseCode = (candidates: Candidates): void => {
  unwrapCodeTables(candidates.of("table"))
  joinEditorLines(candidates.of(editorLines))
  for (const code of candidates.of("code")) if (isBlock(code)) wrap(code)
  // The steps before may have made some of a table, an editor or a single code element.
  if (!candidates.has("pre", "code", "table", editorLines)) return
  for (const pre of select(candidates.root, "pre")) {
    if (nearest(pre.parentElement, "pre") != null) continue
    const language = languageOf(pre)
    const code = pre.ownerDocument.createElement("code")
    if (language !== "") code.setAttribute("class", `language-${language}`)
    code.append(pre.ownerDocument.createTextNode(boundedRuns(linesOf(pre)).replace(/^\n+|\s+$/g, "")))
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
const joinEditorLines = (editors: ReadonlyArray<Element>): void => {
  for (const code of editors) {
    if (nearest(code, "pre") !== null || first(code, ".CodeMirror-line, .cm-line, .view-line") === null) continue
    for (const line of select(code, "pre")) rename(line, "div")
    rename(code, "pre")
  }
}
