/** Sets the headings within an entry of a feed below that of the entry, so that it can be told where the next one begins. */
import { rename } from "../tree/Dom.ts"
import { select } from "../tree/Select.ts"

/** Lowers them all by as many levels as the highest needs. The entry's own heading, if it has one, comes first. */
export const lowerHeadings = (body: Element): void => {
  const own = body.firstElementChild
  const headings = select(body, "h1, h2, h3, h4, h5, h6").filter((heading) => heading !== own)
  const by = headings.reduce((most, heading) => Math.max(most, highest - levelOf(heading)), 0)
  if (by > 0) for (const heading of headings) rename(heading, `h${Math.min(lowest, levelOf(heading) + by)}`)
}

// --- private --------------------------------------------------------------------------

/** Levels that headings within an entry may have; its own is above. */
const [highest, lowest] = [3, 6]

const levelOf = (heading: Element): number => Number(heading.localName.slice(1))
