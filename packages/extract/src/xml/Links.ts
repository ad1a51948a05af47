/** The addresses in an XML document, in its text and its attributes. */
import { linksIn } from "../formats/WrittenLinks.ts"
import type { Node } from "./Tree.ts"

/** As `linksIn` tells them. The name of a namespace is written as an address and is none. */
export const linksOf = (root: Node): ReadonlyArray<string> => {
  const written: Array<string> = []
  const note = (text: string): void => {
    if (text.includes("://")) written.push(text)
  }
  const look = (node: Node): void => {
    for (const [name, value] of node.attributes) if (!/^xmlns(?::|$)/.test(name)) note(value)
    for (const child of node.children) {
      if (typeof child === "string") note(child)
      else look(child)
    }
  }
  look(root)
  return linksIn(written.join("\n"))
}
