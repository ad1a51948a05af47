/** Writes a tree out again, laid out for reading, or as HTML. */
import { escaped } from "../formats/Code.ts"
import { localOf, type Node } from "./Tree.ts"

/** An element laid out: one a line, with what it holds set in; text among elements stays in one line with them. */
export const printed = (node: Node): string => {
  const lines: Array<string> = []
  const lay = (element: Node, depth: number): void => {
    const indent = "  ".repeat(Math.min(depth, deepest))
    if (element.children.some((child) => typeof child === "string" && child.trim() !== "") || !hasElements(element)) {
      lines.push(indent + inline(element, false).replace(/\s+/g, " "))
      return
    }
    lines.push(`${indent}<${element.name}${attributesOf(element)}>`)
    for (const child of element.children) if (typeof child !== "string") lay(child, depth + 1)
    lines.push(`${indent}</${element.name}>`)
  }
  lay(node, 0)
  return lines.join("\n")
}

/** What an element holds, as HTML. */
export const htmlIn = (node: Node): string =>
  node.children.map((child) => (typeof child === "string" ? escaped(child) : inline(child, true))).join("")

// --- private --------------------------------------------------------------------------

/** What is deeper isn't set in further. */
const deepest = 24

const hasElements = (node: Node): boolean => node.children.some((child) => typeof child !== "string")

const inline = (node: Node, isHtml: boolean): string => {
  const name = isHtml ? localOf(node.name) : node.name
  const start = `<${name}${attributesOf(node)}`
  if (isHtml && voidNames.has(name)) return `${start}>`
  const inside = node.children
    .map((child) => (typeof child === "string" ? escaped(child) : inline(child, isHtml)))
    .join("")
  if (inside === "" && !isHtml) return `${start}/>`
  return `${start}>${isHtml ? inside : inside.trim()}</${name}>`
}

const voidNames: ReadonlySet<string> = new Set([
  "br",
  "hr",
  "img",
  "input",
  "wbr",
  "source",
  "track",
  "col",
  "area",
  "embed",
])

const attributesOf = (node: Node): string => {
  let text = ""
  for (const [name, value] of node.attributes) text += ` ${name}="${escaped(value)}"`
  return text
}
