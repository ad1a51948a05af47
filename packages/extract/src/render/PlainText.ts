/** Cleaned content as text without markup: empty lines between blocks, line breaks between list items and table rows. */
import { childrenOf, isElement, isText } from "../tree/Dom.ts"
import * as Vocabulary from "../clean/Vocabulary.ts"

/** Renders content. */
export const textOf = (content: Element): string => {
  const pieces: Array<string> = []
  write(content, pieces)
  return pieces
    .join("")
    .replace(/[^\S\n]*\n[^\S\n]*\n\s*\n*/g, "\n\n")
    .trim()
}

// --- private --------------------------------------------------------------------------

const tight: ReadonlySet<string> = new Set(["li", "tr", "dt", "dd", "thead", "tbody", "tfoot"])

const write = (parent: Element, pieces: Array<string>): void => {
  for (const child of childrenOf(parent)) {
    if (isText(child)) pieces.push(child.data)
    else if (isElement(child)) {
      const name = child.localName
      const edge = tight.has(name) ? "\n" : "\n\n"
      // The title of a frame isn't text, like the alternative text of a picture.
      if (child.hasAttribute("data-embed")) continue
      if (name === "br") pieces.push("\n")
      else if (Vocabulary.cells.has(name)) {
        write(child, pieces)
        pieces.push("\t")
      } else if (Vocabulary.blocks.has(name)) {
        pieces.push(edge)
        write(child, pieces)
        pieces.push(edge)
      } else write(child, pieces)
    }
  }
}
