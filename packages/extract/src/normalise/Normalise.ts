/**
 * Brings the many forms that pages give to code, tasks, notes and the like into one form each, before content is
 * chosen.
 */
import { lineOf, rename } from "../tree/Dom.ts"
import { select } from "../tree/Select.ts"
import { type Candidates, candidatesIn } from "./Candidates.ts"
import { normaliseCode } from "./CodeBlocks.ts"
import { dropFieldLabels, keepTasks } from "./Controls.ts"
import { keepEmbeds } from "./Embeds.ts"
import { keepFootnotes } from "./Footnotes.ts"

/** Rewrites a document in place. A step without candidates costs nothing. */
export const normalise = (root: Element): void => {
  const candidates = candidatesIn(root)
  for (const step of steps) step(candidates)
}

// --- private --------------------------------------------------------------------------

/** Removes the links that only mark a heading's place. */
const dropAnchors = (candidates: Candidates): void => {
  for (const heading of candidates.of("h1", "h2", "h3", "h4", "h5", "h6"))
    for (const link of select(heading, "a")) {
      const isAnchor =
        anchor.test(link.getAttribute("class") ?? "") && link.getAttribute("href")?.includes("#") === true
      if (isAnchor && lineOf(link) !== lineOf(heading)) link.remove()
    }
}

/** What generators of sites call the link beside a heading's text. */
const anchor = /(?:^|[\s_-])(?:anchor|permalink|headerlink|hash-?link|heading-?link|header-?link)(?:$|[\s_-])/i

/** Makes a paragraph of a quotation's source (HTML standard, section 4.4.4), which else goes with the page's footer. */
const keepAttributions = (candidates: Candidates): void => {
  for (const quotation of candidates.of("blockquote"))
    for (const part of select(quotation, "footer, header")) rename(part, "p")
}

/** Puts the picture for readers without scripts in the place of the one beside it, which a script loads late. */
const fillPictures = (candidates: Candidates): void => {
  for (const noscript of candidates.of("noscript")) {
    const [twin, ...others] = select(noscript, "img")
    const beside = noscript.previousElementSibling
    if (twin === undefined || others.length > 0 || beside?.localName !== "img" || lineOf(noscript) !== "") continue
    if ((twin.getAttribute("alt") ?? "") === "") twin.setAttribute("alt", beside.getAttribute("alt") ?? "")
    beside.remove()
    noscript.replaceWith(twin)
  }
}

/** In this order: notes travel as they are by then. */
const steps = [
  dropFieldLabels,
  keepTasks,
  fillPictures,
  normaliseCode,
  dropAnchors,
  keepAttributions,
  keepEmbeds,
  keepFootnotes,
]
