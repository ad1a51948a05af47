/**
 * Cleaned content as text without markup: empty lines between blocks, line breaks between list items and table rows.
 * Also its links.
 */
import { HttpUrl } from "@porthole/core"
import { isElement, isText, select } from "@porthole/visibility/dom"
import * as Vocabulary from "../clean/Vocabulary.ts"

/** Renders content. */
export const textOf = (content: Element): string => {
  const pieces: Array<string> = []
  write(content, pieces)
  const text = pieces.join("")
  return text.replace(/(?<![ \t])[ \t]*\n[^\S\n]*\n\s*/g, "\n\n").trim()
}

/** Absolute http(s) addresses without fragment, each once, in order; links within the page are left out. */
export const linksOf = (content: Element, url: string): ReadonlyArray<string> => {
  const here = HttpUrl.withoutFragment(url)
  const links = new Set<string>()
  for (const element of select(content, "a[href]")) {
    const href = element.getAttribute("href") ?? ""
    const address = HttpUrl.withoutFragment(href)
    if (address !== undefined && !(address === here && href.includes("#"))) links.add(address)
  }
  return Array.from(links)
}

// --- private --------------------------------------------------------------------------

const tight: ReadonlySet<string> = new Set(["li", "tr", "dt", "dd", "thead", "tbody", "tfoot"])

const write = (parent: Element, pieces: Array<string>): void => {
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
    if (isText(child)) pieces.push(child.data)
    // Neither the title of a frame nor the alternative text of a picture counts as text.
    if (!isElement(child) || child.hasAttribute("data-embed")) continue
    const name = child.localName
    const isCell = Vocabulary.cells.has(name)
    const edge = name === "br" || tight.has(name) ? "\n" : Vocabulary.blocks.has(name) ? "\n\n" : ""
    if (!isCell) pieces.push(edge)
    write(child, pieces)
    pieces.push(isCell ? "\t" : name === "br" ? "" : edge)
  }
}
