/** Code of cleaned content: blocks as `CodeBlocks.ts` makes them, and inline code that holds text only. */
import { appendAll, childrenOf, isElement, isText } from "../tree/Dom.ts"

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
 * Inline code of nodes. Links and pictures stand around their part of it, and code right after other code continues it.
 */
export const cleanInlineCode = (
  nodes: ReadonlyArray<ChildNode>,
  before: ChildNode | undefined,
  document: Document,
): ReadonlyArray<ChildNode> => {
  const codeOf = (content: ReadonlyArray<ChildNode | string>): Element => {
    const code = document.createElement("code")
    appendAll(code, content)
    return code
  }
  if (!nodes.some(isElement)) {
    const isContinued = before !== undefined && isElement(before) && before.localName === "code"
    if (!isContinued || before.hasAttribute("data-math")) return [codeOf(nodes)]
    appendAll(before, nodes)
    return []
  }
  const pieces: Array<ChildNode> = []
  let run = ""
  const close = (): void => {
    const inner = run.trim()
    if (run !== run.trimStart()) pieces.push(document.createTextNode(" "))
    if (inner !== "") pieces.push(codeOf([inner]))
    if (inner !== "" && run !== run.trimEnd()) pieces.push(document.createTextNode(" "))
    run = ""
  }
  for (const node of nodes) {
    if (isText(node) || !isElement(node) || !apart.has(node.localName)) run += node.textContent ?? ""
    else {
      close()
      if (node.localName === "a") node.replaceChildren(codeOf([node.textContent ?? ""]))
      pieces.push(node)
    }
  }
  close()
  return pieces
}

// --- private --------------------------------------------------------------------------

const apart: ReadonlySet<string> = new Set(["a", "img", "br"])
