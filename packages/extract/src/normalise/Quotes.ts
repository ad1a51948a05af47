/** Keeps the source of a quotation: its `footer` (HTML standard, section 4.4.4) would go with the page's own. */
import { rename } from "../tree/Dom.ts"
import { select } from "../tree/Select.ts"
import type { Candidates } from "./Candidates.ts"

/** Makes paragraphs of the headers and footers of quotations. */
export const keepAttributions = (candidates: Candidates): void => {
  for (const quotation of candidates.of("blockquote"))
    for (const part of select(quotation, "footer, header")) rename(part, "p")
}
