/** Code of cleaned content: blocks as `CodeBlocks.ts` makes them, and inline code that holds text only. */
import { childrenOf, isElement, isText } from "../tree/Dom.ts"

/** Copies a block of code without the attributes that other stages wrote on it. */
export const cleanCode = (pre: Element): Element => {
  const copy = pre.ownerDocument.createElement("pre")
  for (const child of childrenOf(pre)) {
    const code = child.cloneNode(true)
    if (isElement(code)) for (const name of code.getAttributeNames()) if (name !== "class") code.removeAttribute(name)
    copy.append(code)
  }
  return copy
}

/**
 * Inline code of some nodes. Links and pictures stand around their part of the code, and code right after other code
 * continues it.
 */
export const cleanInlineCode = (
  nodes: ReadonlyArray<ChildNode>,
  before: ChildNode | undefined,
  document: Document,
): ReadonlyArray<ChildNode> => {
  if (nodes.some(isElement)) return piecesOf(nodes, document)
  const isContinued = before !== undefined && isElement(before) && before.localName === "code"
  if (!isContinued || before.hasAttribute("data-math")) {
    const code = document.createElement("code")
    for (const node of nodes) code.append(node)
    return [code]
  }
  for (const node of nodes) before.append(node)
  return []
}

// --- private --------------------------------------------------------------------------

const piecesOf = (nodes: ReadonlyArray<ChildNode>, document: Document): ReadonlyArray<ChildNode> => {
  const pieces: Array<ChildNode> = []
  let run = ""
  const close = (): void => {
    const inner = run.trim()
    if (run !== run.trimStart()) pieces.push(document.createTextNode(" "))
    if (inner !== "") pieces.push(codeOf(inner, document))
    if (inner !== "" && run !== run.trimEnd()) pieces.push(document.createTextNode(" "))
    run = ""
  }
  for (const node of nodes) {
    if (isText(node)) run += node.data
    else if (isElement(node) && apart.has(node.localName)) {
      close()
      if (node.localName === "a") {
        const inner = codeOf(node.textContent ?? "", document)
        for (const own of childrenOf(node)) own.remove()
        node.append(inner)
      }
      pieces.push(node)
    } else run += node.textContent ?? ""
  }
  close()
  return pieces
}

const apart: ReadonlySet<string> = new Set(["a", "img", "br"])

const codeOf = (content: string, document: Document): Element => {
  const code = document.createElement("code")
  code.append(document.createTextNode(content))
  return code
}
