/**
 * What a reader says of a document, comparable between readers: its words, the cells of its tables and its headings. A
 * merged cell that is repeated counts once, so do its words.
 */
import { parseHTML } from "linkedom"

/** The facts of a document; each list is a multiset. */
export interface Facts {
  readonly words: ReadonlyArray<string>
  readonly cells: ReadonlyArray<string>
  readonly headings: ReadonlyArray<string>
}

/** The facts of Markdown with tables of pipes, without what some readers add and others don't. */
export const factsOfMarkdown = (markdown: string): Facts => {
  const lines = additions.reduce((text, addition) => text.replace(addition, ""), markdown).split("\n")
  const headings = lines.flatMap((line) => /^#{1,6} +(.*)/.exec(line)?.slice(1, 2) ?? [])
  const tables: Array<Array<ReadonlyArray<string>>> = []
  const texts: Array<string> = []
  let isTable = false
  for (const line of lines) {
    const row = /^\s*\|(.*)\|\s*$/.exec(line)?.[1]
    if (row === undefined) texts.push(line)
    else if (!isTable) tables.push([])
    isTable = row !== undefined
    if (row !== undefined && !/^[\s|:-]*-[\s|:-]*$/.test(row)) tables.at(-1)?.push(row.split(/(?<!\\)\|/))
  }
  return factsOf(texts, tables, headings)
}

/** The facts of HTML. */
export const factsOfHtml = (html: string): Facts => {
  const body = html.replace(/^[^]*?<body[^>]*>|<\/body>[^]*$/g, "")
  const { document } = parseHTML(`<html><body>${body}</body></html>`)
  for (const formula of document.querySelectorAll(".math"))
    formula.textContent = `$${(formula.textContent ?? "").replace(/\\[()[\]]/g, "")}$`
  for (const gone of document.querySelectorAll("script, style, title, svg")) gone.remove()
  for (const line of document.querySelectorAll("br")) line.replaceWith(" ")
  for (const block of document.querySelectorAll("p, li, td, th, div, h1, h2, h3, h4, h5, h6, dt, dd")) block.append(" ")
  const headings = Array.from(
    document.querySelectorAll("h1, h2, h3, h4, h5, h6"),
    ({ textContent }) => textContent ?? "",
  )
  const tables = Array.from(document.querySelectorAll("table"), (table) =>
    Array.from(table.querySelectorAll("tr"), (row) =>
      Array.from(row.querySelectorAll("td, th"), ({ textContent }) => textContent ?? ""),
    ),
  )
  for (const table of document.querySelectorAll("table")) table.remove()
  return factsOf([document.body.textContent ?? ""], tables, headings)
}

/** How far two multisets agree, from 0 to 1; 1 if both are empty. */
export const f1 = (found: ReadonlyArray<string>, wanted: ReadonlyArray<string>): number => {
  if (found.length === 0 && wanted.length === 0) return 1
  return (2 * common(found, wanted)) / (found.length + wanted.length)
}

/** The texts of a list that another one lacks, for a person. */
export const missing = (found: ReadonlyArray<string>, wanted: ReadonlyArray<string>): ReadonlyArray<string> => {
  const left = counted(found)
  return wanted.filter((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
}

// --- private --------------------------------------------------------------------------

/** Alternative texts, comments, speaker notes, and sentences about the document, of ours and of the references. */
const additions = [
  /<!--[^]*?-->/g,
  /\\?\[Picture: [^\]]*\\?\]/g,
  /^\\?\[Comment by [^\n]*\]$/gm,
  / \\?\[Comment: [^\]|\n]*\\?\]/g,
  /^\[\^\d+\]: Comment[^\n]*$/gm,
  /^\\?\[author: [^\n]*$/gm,
  /^\*(?:Not read: |With \d+ tracked changes)[^\n]*$/gm,
  /^\*\*Speaker notes:\*\*[^]*?(?=\n#|$(?![^]))/gm,
  /^#+ Slide \d+$/gm,
  /^(?:Bar|Line|Scatter|Pie|Other|Area) chart$/gm,
]

const factsOf = (
  texts: ReadonlyArray<string>,
  tables: ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>>,
  headings: ReadonlyArray<string>,
): Facts => {
  const cells = tables.flatMap((table) => cellsOf(table.map((row) => row.map((cell) => wordsOf(cell).join(" ")))))
  return {
    words: [...texts.flatMap(wordsOf), ...cells.flatMap((cell) => cell.split(" "))],
    cells,
    headings: headings.map((heading) => wordsOf(heading).join(" ")).filter((heading) => heading !== ""),
  }
}

/** Cells with a text that isn't the one to the left or above. */
const cellsOf = (table: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  table.flatMap((row, at) =>
    row.filter((cell, column) => cell !== "" && cell !== row[column - 1] && cell !== table[at - 1]?.[column]),
  )

const wordsOf = (text: string): ReadonlyArray<string> =>
  text.split(/(\$\$?[^$]+\$\$?)/).flatMap((part, at) => (at % 2 === 1 ? symbolsOf(part) : plainWordsOf(part)))

/** Letters and numbers of a formula, whose commands differ between readers. */
const symbolsOf = (tex: string): ReadonlyArray<string> =>
  tex.replace(/\\[a-zA-Z]+/g, " ").match(/[a-zA-Z]|\p{N}+/gu) ?? []

const plainWordsOf = (text: string): ReadonlyArray<string> =>
  text
    .replace(/!?\[((?:[^[\]]|\\.)*)\]\([^)]*\)/g, "$1")
    .replace(/\[\^\d+\]:?|<br\s*\/?>|&nbsp;/g, " ")
    .replace(/&(?:amp|lt|gt|quot);/g, " ")
    .replace(/\\([^\w\s])/g, "$1")
    // Raw values of times, and boxes that are ticked.
    .replace(/\b0(?=:\d\d)/g, "00")
    .replace(/[☒☑]/g, " x ")
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

const counted = (texts: ReadonlyArray<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

const common = (found: ReadonlyArray<string>, wanted: ReadonlyArray<string>): number =>
  wanted.length - missing(found, wanted).length
