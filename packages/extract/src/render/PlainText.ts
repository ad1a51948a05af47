/**
 * Cleaned content as text without markup: empty lines between blocks, line breaks between list items and table rows.
 */
import { childrenOf, isElement, isText } from "../tree/Dom.ts"
import * as Vocabulary from "../clean/Vocabulary.ts"

/** Renders content. */
export const textOf = (content: Element): string => {
  const pieces: Array<string> = []
  write(content, pieces)
  const text = pieces.join("")
  return text.replace(/[^\S\n]*\n[^\S\n]*\n\s*\n*/g, "\n\n").trim()
}

// --- private --------------------------------------------------------------------------

const tight: ReadonlySet<string> = new Set(["li", "tr", "dt", "dd", "thead", "tbody", "tfoot"])

const write = (parent: Element, pieces: Array<string>): void => {
  for (const child of childrenOf(parent)) {
    if (isText(child)) pieces.push(child.data)
    // The title of a frame isn't text, like the alternative text of a picture.
    if (!isElement(child) || child.hasAttribute("data-embed")) continue
    const name = child.localName
    const isCell = Vocabulary.cells.has(name)
    const edge = name === "br" || tight.has(name) ? "\n" : Vocabulary.blocks.has(name) ? "\n\n" : ""
    if (!isCell) pieces.push(edge)
    write(child, pieces)
    pieces.push(isCell ? "\t" : name === "br" ? "" : edge)
  }
}
