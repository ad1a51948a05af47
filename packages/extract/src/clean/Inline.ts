/**
 * Inline elements of cleaned content that Markdown has no sign for, as the characters that a browser would
 * show: quotation marks, the reading of a base text in brackets. Code holds text only, and links that stood in it
 * stand around their part of it.
 */
import { childrenOf, isElement, isText, rename, unwrap } from "../tree/Dom.ts"
import { nearest, select } from "../tree/Select.ts"

/** Writes out what has no sign, within a whole content. */
export const writeOut = (root: Element): void => {
  // Inner ones first, while they can see what they are in.
  for (const element of select(root, "q").toReversed()) quote(element)
  for (const element of select(root, "ruby")) spellOut(element)
  for (const element of select(root, "span[data-embed]")) {
    const link = rename(element, "a")
    link.setAttribute("href", element.getAttribute("data-embed") ?? "")
    link.setAttribute("data-embed", "")
  }
}

/** Makes code hold text only, set apart at its links and pictures, and one with code right before it. */
export const cleanInlineCode = (code: Element): void => {
  if (code.hasAttribute("data-math")) return
  const before = code.previousSibling
  if (!childrenOf(code).some(isElement)) {
    if (before === null || !isElement(before) || before.localName !== "code" || before.hasAttribute("data-math")) return
    before.append(...childrenOf(code))
    return code.remove()
  }
  for (const piece of piecesOf(code)) code.before(piece)
  code.remove()
}

// --- private --------------------------------------------------------------------------

/** Sets the marks that a browser sets around a quotation, single ones within another. */
const quote = (element: Element): void => {
  const [open = "", close = ""] = nearest(element.parentElement, "q") == null ? "“”" : "‘’"
  element.before(text(element, open))
  element.after(text(element, close))
  unwrap(element)
}

/** Writes the reading of a base text behind it, in brackets: 漢字(かんじ). */
const spellOut = (ruby: Element): void => {
  for (const bracket of select(ruby, "rp")) bracket.remove()
  for (const reading of select(ruby, "rt")) {
    reading.before(text(ruby, "("))
    reading.after(text(ruby, ")"))
    unwrap(reading)
  }
  unwrap(ruby)
}

const text = (near: Element, data: string): Text => near.ownerDocument.createTextNode(data)

const piecesOf = (code: Element): ReadonlyArray<Node> => {
  const pieces: Array<Node> = []
  let run = ""
  const close = (): void => {
    const inner = run.trim()
    if (run !== run.trimStart()) pieces.push(text(code, " "))
    if (inner !== "") pieces.push(codeOf(code, inner))
    if (inner !== "" && run !== run.trimEnd()) pieces.push(text(code, " "))
    run = ""
  }
  for (const child of childrenOf(code)) {
    if (isText(child)) run += child.data
    else if (isElement(child) && isApart(child)) {
      close()
      if (child.localName === "a") {
        const inner = codeOf(code, child.textContent ?? "")
        for (const own of childrenOf(child)) own.remove()
        child.append(inner)
      }
      pieces.push(child)
    } else run += child.textContent ?? ""
  }
  close()
  return pieces
}

const isApart = (element: Element): boolean => apart.has(element.localName)
const apart: ReadonlySet<string> = new Set(["a", "img", "br"])

const codeOf = (near: Element, content: string): Element => {
  const code = near.ownerDocument.createElement("code")
  code.append(text(near, content))
  return code
}
