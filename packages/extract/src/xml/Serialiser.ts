/** Writes elements as XML or HTML. */
import { escaped } from "../text/Code.ts"
import { localOf, type Node } from "./Tree.ts"

/** An element's start tag. */
export const startTag = ({ attributes, name }: Node): string =>
  `<${name}${Array.from(attributes, ([key, value]) => ` ${key}="${escaped(value)}"`).join("")}>`

/** An element as XML on one line. */
export const xmlOf = (node: Node): string => {
  const inside = node.children.map((child) => (typeof child === "string" ? escaped(child) : xmlOf(child))).join("")
  const start = startTag(node)
  return inside === "" ? `${start.slice(0, -1)}/>` : `${start}${inside.trim()}</${node.name}>`
}

/** What an element holds, as HTML. */
export const htmlIn = (node: Node): string =>
  node.children
    .map((child) => {
      if (typeof child === "string") return escaped(child)
      const name = localOf(child.name)
      const start = startTag({ ...child, name })
      return voidNames.has(name) ? start : `${start}${htmlIn(child)}</${name}>`
    })
    .join("")

// --- private --------------------------------------------------------------------------

const voidNames = new Set("area br col embed hr img input source track wbr".split(" "))
