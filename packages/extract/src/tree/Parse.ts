/** Bounded markup to a document with exactly one html, head and body, and the URL that its links are relative to. */
import { Node as AnyNode, parseHTML } from "linkedom/worker"
import { UntrustedText } from "@porthole/core"
import type { Markup } from "../budget/Budget.ts"
import { isElement, isText } from "./Dom.ts"
import { baseOf } from "./Base.ts"
import { arrived } from "./References.ts"

/** A parsed document. */
export interface Parsed {
  readonly document: Document
  /** The final URL, or the document's own `base` resolved against it. */
  readonly base: string
  /** Characters that nobody can see, of those that were in what a reader of the page is given. */
  readonly invisible: number
}

/** Parses a document that came from `url`. Nothing in it is run or fetched. */
export const parse = (markup: Markup, url: string): Parsed => {
  const { document } = parseHTML(
    `<!doctype html><html${markup.htmlAttributes}><head>${markup.head}</head>` +
      `<body${markup.bodyAttributes}>${markup.body}</body></html>`,
  )
  const base = baseOf(document.querySelector("base[href]")?.getAttribute("href"), url)
  for (const element of document.querySelectorAll("base")) element.remove()
  const dropped = { characters: UntrustedText.countInvisible(document.querySelector("head title")?.textContent ?? "") }
  tidyText(document.body, false, dropped)
  for (const image of document.querySelectorAll("img[alt]")) tidyAlternative(image, dropped)
  return { document, base, invisible: dropped.characters }
}

// --- private --------------------------------------------------------------------------

// Each node of the parser's registers for its listeners when it is made, a third of what a tree costs, and nobody listens
// here. Its bundle for workers holds classes of its own, so that whoever else uses the parser doesn't notice.
Object.setPrototypeOf(AnyNode.prototype.constructor, Object)

/** What was dropped so far. */
interface Dropped {
  characters: number
}

const tidyAlternative = (image: Element, dropped: Dropped): void => {
  const text = image.getAttribute("alt") ?? ""
  const count = UntrustedText.countInvisible(text)
  if (count === 0) return
  dropped.characters += count
  image.setAttribute("alt", UntrustedText.stripInvisible(text))
}

/** Joins neighbouring texts, folds their white space outside `pre` and drops what nobody can see. */
const tidyText = (parent: Element, isPre: boolean, dropped: Dropped): void => {
  let node: ChildNode | null = parent.firstChild
  while (node !== null) {
    const next: ChildNode | null = node.nextSibling
    if (isElement(node)) tidyText(node, isPre || node.localName === "pre", dropped)
    else if (isText(node)) {
      let data = node.data
      let following = next
      while (following !== null && isText(following)) {
        data += following.data
        const after: ChildNode | null = following.nextSibling
        following.remove()
        following = after
      }
      const whole = arrived(data)
      dropped.characters += UntrustedText.countInvisible(whole)
      const visible = UntrustedText.stripInvisible(whole).replace(/[^\P{Cc}\s]/gu, "")
      node.data = isPre ? visible : visible.replace(/\s+/g, " ")
      node = following
      continue
    } else node.remove()
    node = next
  }
}
