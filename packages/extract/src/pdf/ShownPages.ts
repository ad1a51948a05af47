/** Pages of text as they are shown: each under a heading with its number. */
import type { Extractor } from "@porthole/core"
import { escape } from "../render/CommonMark.ts"
import { escaped } from "../formats/Code.ts"
import type { Paragraph } from "./Paragraphs.ts"

/** A page to show. */
export interface Shown {
  readonly number: number
  readonly paragraphs: ReadonlyArray<Paragraph>
}

/** Pages as they are shown in a mode, and as text. */
export const showPages = (
  pages: ReadonlyArray<Shown>,
  mode: Extractor.Fetched["mode"],
): { readonly content: string; readonly text: string } => {
  const text = pages
    .map(({ number, paragraphs }) => [`Page ${number}`, ...paragraphs.map(asText)].join("\n\n"))
    .join("\n\n")
  return {
    text,
    content:
      mode === "text" ? text : pages.map(mode === "html" ? asHtml : asMarkdown).join(mode === "html" ? "\n" : "\n\n"),
  }
}

// --- private --------------------------------------------------------------------------

const asText = (paragraph: Paragraph): string => paragraph.join("\n")

const asMarkdown = ({ number, paragraphs }: Shown): string =>
  [`## Page ${number}`, ...paragraphs.map((lines) => lines.map(line).join("  \n"))].join("\n\n")

/** A bullet as Markdown writes it. */
const line = (text: string): string => {
  const item = /^[•●▪◦‣∙■]\s+(?=\S)/.exec(text)?.[0]
  return item === undefined ? escape(text) : `- ${escape(text.slice(item.length))}`
}

const asHtml = ({ number, paragraphs }: Shown): string =>
  [`<h2>Page ${number}</h2>`, ...paragraphs.map((lines) => `<p>${lines.map(escaped).join("<br>")}</p>`)].join("\n")
