/** Text of a feed as HTML. */
import { escaped } from "../formats/Code.ts"

/** Its paragraphs, between which there are empty lines, with their lines. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${escaped(paragraph.trim()).replaceAll("\n", "<br>")}</p>`)
    .join("")

/** HTML that may be plain text, as of many descriptions: where it has no tag, an empty line parts its paragraphs. */
export const parted = (html: string): string =>
  /<[a-z!/?]/i.test(html) || !/\n\s*\n/.test(html.trim())
    ? html
    : html
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph) => `<p>${paragraph}</p>`)
        .join("")
