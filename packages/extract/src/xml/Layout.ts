/** Lays out XML: an element a line, indented by its depth; elements among text stay on its line. */
import { escaped } from "../text/Code.ts"
import { elementsOf, type Node } from "./Tree.ts"

/** An element and its content as XML. */
export const laidOut = (root: Node): string => {
  const lines: Array<string> = []
  const lay = (node: Node, indent: string): void => {
    const inner = node.children.filter((child) => typeof child !== "string" || child.trim() !== "")
    if (inner.length === 0 || inner.some((child) => typeof child === "string")) {
      lines.push(indent + onOneLine(node).replace(/\s+/g, " "))
      return
    }
    lines.push(indent + startTag(node))
    for (const child of elementsOf(node)) lay(child, indent.length < mostIndent ? `${indent}  ` : indent)
    lines.push(`${indent}</${node.name}>`)
  }
  lay(root, "")
  return lines.join("\n")
}

/** An element's start tag. */
export const startTag = ({ attributes, name }: Node): string =>
  `<${name}${Array.from(attributes, ([key, value]) => ` ${key}="${escaped(value)}"`).join("")}>`

// --- private --------------------------------------------------------------------------

/** Spaces; deeper elements aren't indented further. */
const mostIndent = 48

const onOneLine = (node: Node): string => {
  const inside = node.children.map((child) => (typeof child === "string" ? escaped(child) : onOneLine(child))).join("")
  const start = startTag(node)
  return inside === "" ? `${start.slice(0, -1)}/>` : `${start}${inside.trim()}</${node.name}>`
}
