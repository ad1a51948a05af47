/**
 * Keeps what the search for the main content takes from headings: Readability makes every `h1` an
 * `h2`, because it shows the title elsewhere. Links that only mark a heading's place go as well.
 */
import { lineOf } from "../tree/Dom.ts"
import { nearest, select } from "../tree/Select.ts"

/** Notes the level of each heading that would lose it, and takes the links to itself off each. */
export const keepHeadings = (root: Element): void => {
  for (const heading of select(root, "h1")) heading.setAttribute(level, "1")
  for (const link of select(root, "h1 a, h2 a, h3 a, h4 a, h5 a, h6 a")) {
    const isMark =
      anchorName.test(link.getAttribute("class") ?? "") && link.getAttribute("href")?.includes("#") === true
    const heading = nearest(link, "h1, h2, h3, h4, h5, h6")
    if (isMark && heading !== null && lineOf(link) !== lineOf(heading)) link.remove()
  }
}

/** The name of a heading whose level was noted. */
export const levelOf = (element: Element): string | undefined =>
  element.localName === "h2" && element.hasAttribute(level) ? "h1" : undefined

// --- private --------------------------------------------------------------------------

const level = "data-level"

/** What generators of sites call the link beside a heading's text. */
const anchorName = /(?:^|[\s_-])(?:anchor|permalink|headerlink|hash-?link|heading-?link|header-?link)(?:$|[\s_-])/i
