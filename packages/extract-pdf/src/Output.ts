/** Writes the pages of a document, each under a heading with its number. */
import type { Extractor } from "@porthole/core"
import type { Block } from "./layout/Block.ts"

/** A page to write. */
export interface OutputPage {
  readonly number: number
  readonly blocks: ReadonlyArray<Block>
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

const asText = ({ blocks, number }: OutputPage): string => [`Page ${number}`, ...blocks.map(textOf)].join("\n\n")

const textOf = (block: Block): string =>
  block.kind === "table" ? block.rows.map((row) => row.join(" | ")).join("\n") : block.lines.join("\n")

const asHtml = ({ blocks, number }: OutputPage): string =>
  [`<h2>Page ${number}</h2>`, ...blocks.map(htmlBlock)].join("\n")

const htmlBlock = (block: Block): string => {
  if (block.kind === "paragraph") return `<p>${block.lines.map(htmlOf).join("<br>")}</p>`
  if (block.kind === "code") return `<pre><code>${block.lines.map(htmlOf).join("\n")}</code></pre>`
  const rows = block.rows.map((row) => `<tr>${row.map((cell) => `<td>${htmlOf(cell)}</td>`).join("")}</tr>`)
  return `<table>${rows.join("")}</table>`
}

const htmlOf = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const asMarkdown = ({ blocks, number }: OutputPage): string =>
  [`## Page ${number}`, ...blocks.map(markdownBlock)].join("\n\n")

const markdownBlock = (block: Block): string => {
  if (block.kind === "paragraph") return block.lines.map(markdownOf).join("  \n")
  if (block.kind === "table") return markdownTable(block.rows)
  const longest = block.lines.flatMap((line) => line.match(/`+/g) ?? []).map((ticks) => ticks.length)
  const fence = "`".repeat(longest.reduce((most, length) => Math.max(most, length + 1), 3))
  return [fence, ...block.lines, fence].join("\n")
}

/** A table whose head is its first row. */
const markdownTable = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const [head, ...others] = rows.map(
    (row) => `| ${row.map((cell) => escape(cell).replaceAll("|", "\\|")).join(" | ")} |`,
  )
  return [head, `|${" --- |".repeat(rows[0]?.length ?? 0)}`, ...others].join("\n")
}

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
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}{])/gu, "\\_")
    .replace(/^(?:[-+](?=\s|$|-)|=+$|#{1,6}(?=\s|$)|~~~|>)/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
