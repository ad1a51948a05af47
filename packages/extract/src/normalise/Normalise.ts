/** Brings the many forms that pages give to code, breaks, notes and the like into one form each, before content is chosen. */
import { partAtBreaks } from "./Breaks.ts"
import { candidatesIn } from "./Candidates.ts"
import { normaliseCode } from "./CodeBlocks.ts"
import { keepEmbeds } from "./Embeds.ts"
import { dropFieldLabels } from "./Fields.ts"
import { keepFootnotes } from "./Footnotes.ts"
import { keepHeadings } from "./Headings.ts"
import { fillPictures } from "./Pictures.ts"
import { keepAttributions } from "./Quotes.ts"
import { keepTasks } from "./Tasks.ts"

/** Rewrites a document in place. A step without candidates costs nothing. */
export const normalise = (root: Element): void => {
  const candidates = candidatesIn(root)
  for (const step of steps) step(candidates)
}

// --- private --------------------------------------------------------------------------

/** In this order: breaks look at inline elements that code has left, and notes travel as they are by then. */
const steps = [
  dropFieldLabels,
  keepTasks,
  fillPictures,
  normaliseCode,
  partAtBreaks,
  keepHeadings,
  keepAttributions,
  keepEmbeds,
  keepFootnotes,
]
