/** Keeps who is quoted: a `footer` within a quotation says so (HTML standard, section 4.4.4), and would go with the page's own. */
import { rename } from "../tree/Dom.ts"
import { select } from "../tree/Select.ts"

/** Makes paragraphs of the headers and footers of quotations. */
export const keepAttributions = (root: Element): void => {
  for (const part of select(root, "blockquote footer, blockquote header")) rename(part, "p")
}
