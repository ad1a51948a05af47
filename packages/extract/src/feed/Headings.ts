/** Lowers the headings within a feed's entry below the entry's own, so that the next entry can be recognised. */
import { rename } from "../tree/Dom.ts"
import { select } from "../tree/Select.ts"

/** Lowers all headings by as many levels as the highest needs. The entry's own heading is the first element. */
export const lowerHeadings = (body: Element): void => {
  const headings = select(body, "h1, h2, h3, h4, h5, h6").filter((heading) => heading !== body.firstElementChild)
  const by = headings.reduce((most, heading) => Math.max(most, 3 - levelOf(heading)), 0)
  if (by > 0) for (const heading of headings) rename(heading, `h${Math.min(6, levelOf(heading) + by)}`)
}

// --- private --------------------------------------------------------------------------

const levelOf = (heading: Element): number => Number(heading.localName.slice(1))
