/** Plain text of a feed as HTML. */
import { escaped } from "../formats/Code.ts"

/** Its paragraphs, between which there are empty lines, with their lines. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escaped(paragraph.trim()).replaceAll("\n", "<br>")}</p>`)
    .join("")
