/**
 * Code without `pre` or `code`: the lines of an editor in a page (Monaco, CodeMirror, Ace), and files with a column of
 * line numbers before the lines. Their own style sheets, which aren't read, show them as code.
 */
import { appendAll, childrenOf, isElement, lineOf, nearest, select } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import { isLine, numbersIn } from "./CodeLines.ts"

/** Replaces an element that shows lines of code. */
export const unwrapCodeView = (part: Element): void => {
  const { localName, parentElement } = part
  if (parentElement === null || localName === "table" || nearest(part, "pre, code, td, textarea") !== null) return
  if (isEditor(part)) {
    dropGutters(part)
    part.replaceWith(preOf(part, inOrder(part)))
  } else if (part.hasAttribute("data-line-number")) unwrapNumbered(parentElement)
}

/** A code block with the content of another element. */
export const preOf = (beside: Element, content: ReadonlyArray<ChildNode | string>): Element => {
  const pre = beside.ownerDocument.createElement("pre")
  appendAll(pre, content)
  return pre
}

// --- private --------------------------------------------------------------------------

const partsOf = (element: Element): ReadonlyArray<Element> => childrenOf(element).filter(isElement)

/** Whether an element contains nothing but lines of an editor. */
const isEditor = (element: Element): boolean => {
  const lines = partsOf(element)
  return lines.length > 0 && lines.every((line) => isEditorLine(line) || partsOf(line).some(isLineOfPre))
}

const isEditorLine = (line: Element): boolean => editorLine.test(line.getAttribute("class") ?? "")

const isLineOfPre = (line: Element): boolean => line.localName === "pre" && isEditorLine(line)

/** Removes the numbers beside the lines of an editor, up to three elements around them. */
const dropGutters = (lines: Element): void => {
  for (const number of select(lines, "[class*=gutter], [class*=linenumber]")) number.remove()
  let inside = lines
  for (let depth = 0; depth < 3; depth++) {
    const around = inside.parentElement
    if (around === null || !editor.test(around.getAttribute("class") ?? "")) return
    for (const beside of partsOf(around)) if (beside !== inside && /^[\d\s]+$/.test(lineOf(beside))) beside.remove()
    inside = around
  }
}

const editorLine = patternOf("editorLine")
const editor = patternOf("editor")

/** Lines by their place: an editor reuses its elements when one scrolls. */
const inOrder = (element: Element): ReadonlyArray<Element> => {
  const lines = partsOf(element)
  return lines.some((line) => Number.isNaN(topOf(line)))
    ? lines
    : lines.toSorted((one, other) => topOf(one) - topOf(other))
}

const topOf = (line: Element): number =>
  Number(/(?:^|[\s;])top:\s*(-?\d{1,7})/.exec(line.getAttribute("style") ?? "")?.[1])

/** Replaces a column of line numbers and the lines beside it. */
const unwrapNumbered = (column: Element): void => {
  const lines = column.nextElementSibling
  if (lines === null) return
  const numbers = numbersIn(partsOf(column).map(lineOf))
  if (numbers === 0 || partsOf(lines).length !== numbers || !partsOf(lines).every(isLine)) return
  column.remove()
  lines.replaceWith(preOf(lines, childrenOf(lines)))
}
