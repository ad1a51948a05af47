/**
 * Takes out what stands around a page's content: navigation, page header and footer, asides, banners
 * for cookies. What holds a large part of the text stays, whatever it is called: some pages
 * are one big `nav`, and a mistake here can't be made good later.
 */
import { select, weightOf } from "../Dom.ts"

/** Removes the surroundings of a document's content. */
export const removeChrome = (document: Document): void => {
  const total = weightOf(document.body)
  for (const { selector, share } of surroundings) {
    for (const element of select(document.body, selector)) {
      // Not `isConnected`: the parser denies it of whatever is in a copy of a document.
      if (!document.body.contains(element) || weightOf(element) >= total * share) continue
      if (element.localName === "header" && isContentHeader(element)) continue
      element.remove()
    }
  }
}

// --- private --------------------------------------------------------------------------

interface Surrounding {
  readonly selector: string
  /** The share of the page's text from which on such an element is taken for content. */
  readonly share: number
}

const surroundings: ReadonlyArray<Surrounding> = [
  { selector: "nav, [role=navigation], [role=menu], [role=menubar], [role=search]", share: 0.4 },
  { selector: "footer, [role=contentinfo]", share: 0.4 },
  { selector: "header, [role=banner]", share: 0.4 },
  { selector: "aside, [role=complementary], [role=dialog], [role=alertdialog], [role=tooltip]", share: 0.3 },
  {
    selector: ["cookie", "consent", "gdpr"].flatMap((word) => [`[id*=${word}]`, `[class*=${word}]`]).join(", "),
    share: 0.2,
  },
  { selector: "select, button, textarea", share: 0.2 },
]

const isContentHeader = (header: Element): boolean =>
  header.querySelector("h1") !== null || header.closest("article, main, [role=main]") !== null
