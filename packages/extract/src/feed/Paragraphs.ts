/** A feed's plain text as HTML. */
import { escaped } from "../text/Code.ts"

/** Paragraphs, separated by empty lines, with their line breaks. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${escaped(paragraph.trim()).replaceAll("\n", "<br>")}</p>`)
    .join("")

/** HTML that may be plain text, as many descriptions are: if it has no tag, empty lines separate its paragraphs. */
export const parted = (html: string): string =>
  /<[a-z!/?]/i.test(html) || !/\n\s*\n/.test(html.trim())
    ? html
    : `<p>${html.trim().replace(/\n\s*\n/g, "</p><p>")}</p>`
