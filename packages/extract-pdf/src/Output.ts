/** Writes the pages of a document, each under a heading with its number. */
import type { Extractor } from "@porthole/core"
import type { Paragraph } from "./layout/Paragraphs.ts"

/** A page to write. */
export interface OutputPage {
  readonly number: number
  readonly paragraphs: ReadonlyArray<Paragraph>
}

/** Writes the pages in the mode, and also as plain text. */
export const write = (
  pages: ReadonlyArray<OutputPage>,
  mode: Extractor.Fetched["mode"],
): { readonly content: string; readonly text: string } => {
  const text = pages.map(asText).join("\n\n")
  if (mode === "text") return { content: text, text }
  return { content: mode === "html" ? pages.map(asHtml).join("\n") : pages.map(asMarkdown).join("\n\n"), text }
}

// --- private --------------------------------------------------------------------------

const asText = ({ number, paragraphs }: OutputPage): string =>
  [`Page ${number}`, ...paragraphs.map((lines) => lines.join("\n"))].join("\n\n")

const asHtml = ({ number, paragraphs }: OutputPage): string =>
  [`<h2>Page ${number}</h2>`, ...paragraphs.map((lines) => `<p>${lines.map(htmlOf).join("<br>")}</p>`)].join("\n")

const htmlOf = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const asMarkdown = ({ number, paragraphs }: OutputPage): string =>
  [`## Page ${number}`, ...paragraphs.map((lines) => lines.map(markdownOf).join("  \n"))].join("\n\n")

/** A line as Markdown; a bullet becomes a list item. */
const markdownOf = (line: string): string => {
  const item = /^[•●▪◦‣∙■]\s+(?=\S)/.exec(line)?.[0]
  return item === undefined ? escape(line) : `- ${escape(line.slice(item.length))}`
}

/** Escapes everything that CommonMark 0.31 would read as markup, within a line and at its beginning. */
const escape = (text: string): string =>
  text
    .replace(/[\\*`[\]]/g, "\\$&")
    .replace(/<(?![\s\d=])/g, "\\<")
    .replace(/&(?=#?\w{1,32};)/g, "\\&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/^(?:[-+](?=\s|$|-)|=+$|#{1,6}(?=\s|$)|~~~|>)/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
