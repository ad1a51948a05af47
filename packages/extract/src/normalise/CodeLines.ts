/**
 * The lines of a code block: of its text, of breaks, and of elements that stand for a line each. What is set beside
 * the lines, numbers and buttons that copy them, is no part of the code.
 */
import { childrenOf, isElement, isText, lineOf } from "../tree/Dom.ts"

/** The text of a code block with its lines. */
export const linesOf = (block: Element): string => {
  const pieces: Array<string> = []
  // A break is made once something follows, so that an element and a break beside it end one line.
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
export const isLine = (element: Element): boolean =>
  lineNames.has(element.localName) ||
  (element.localName !== "pre" &&
    (element.hasAttribute("data-line") || lineClass.test(element.getAttribute("class") ?? "")))

/** Whether an element is set beside the lines, or above them. */
export const isBeside = (element: Element): boolean => {
  if (controlNames.has(element.localName) || element.getAttribute("role") === "button") return true
  if (element.localName === "code") return false
  const classes = element.getAttribute("class") ?? ""
  if (copying.test(classes)) return lineOf(element).length <= longestButton
  return (element.hasAttribute("data-line-number") || gutter.test(classes)) && !/\p{L}/u.test(lineOf(element))
}

// --- private --------------------------------------------------------------------------

const lineNames: ReadonlySet<string> = new Set(["div", "p", "li", "tr"])
const lineClass = /(?:^|\s)(?:line|code-?line|token-line|view-line|cm-line|CodeMirror-line)(?:\s|$)/i
const gutter =
  /(?:^|[\s_-])(?:gutter|line-?num(?:ber)?s?(?:-rows)?|linenos?|linenumber|ln-num|ln-numbers|blob-num|linenodiv)(?:[\s_-]|$)/i
const copying = /(?:^|[\s_-])(?:copy|clipboard)(?:[\s_-]|$)/i
const longestButton = 20
const controlNames: ReadonlySet<string> = new Set(["button", "clipboard-copy", "select", "textarea", "input"])

/** White space that only sets the elements of lines apart in the source. */
const isBetweenLines = (text: Text): boolean => {
  const beside = [text.previousSibling, text.nextSibling].filter((node) => node !== null)
  return text.data.trim() === "" && beside.length > 0 && beside.every((node) => isElement(node) && isLine(node))
}
