/**
 * Keeps what the search for the main content takes from headings: Readability makes every `h1` an
 * `h2`, because it shows the title elsewhere. Links that only mark a heading's place go as well.
 */
import { lineOf } from "../tree/Dom.ts"
import { select } from "../tree/Select.ts"
import type { Candidates } from "./Candidates.ts"

/** Notes the level of each heading that would lose it, and takes the links to itself off each. */
export const keepHeadings = (candidates: Candidates): void => {
  for (const heading of candidates.of("h1")) heading.setAttribute(level, "1")
  for (const heading of candidates.of("h1", "h2", "h3", "h4", "h5", "h6")) {
    for (const link of select(heading, "a")) {
      const isMark =
        anchorName.test(link.getAttribute("class") ?? "") && link.getAttribute("href")?.includes("#") === true
      if (isMark && lineOf(link) !== lineOf(heading)) link.remove()
    }
  }
}

/** The name of a heading whose level was noted. */
export const levelOf = (element: Element): string | undefined =>
  element.localName === "h2" && element.hasAttribute(level) ? "h1" : undefined

// --- private --------------------------------------------------------------------------

const level = "data-level"

/** What generators of sites call the link beside a heading's text. */
const anchorName = /(?:^|[\s_-])(?:anchor|permalink|headerlink|hash-?link|heading-?link|header-?link)(?:$|[\s_-])/i
