/**
 * Markdown laid out for a terminal: headings set off, paragraphs, lists and tables within the width, links by their
 * text. Code stays unchanged. The input is the reader's own Markdown, in which a paragraph or a row is one line.
 */
import * as Printable from "./Printable.ts"
import * as TableLayout from "./TableLayout.ts"
import type { Style } from "./View.ts"
import * as Width from "./Width.ts"

/** Lays a text out in lines of at most `width` columns. */
export const of = (style: Style, width: number, markdown: string): string => {
  const laid: Array<string> = []
  let fence: string | undefined
  let table: Array<ReadonlyArray<string>> = []
  const endTable = () => {
    if (table.length > 0) laid.push(TableLayout.of(style, width, table))
    table = []
  }
  for (const line of Printable.text(markdown).split("\n")) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && /^\s*\|/.test(line)) {
      if (!isDelimiter(line)) table.push(cellsOf(style, line))
      continue
    }
    endTable()
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined
      laid.push(fence === undefined ? style.faint(line) : line)
    } else if (mark !== undefined) {
      fence = mark
      laid.push(style.faint(line))
    } else laid.push(block(style, width, line))
  }
  endTable()
  return laid.join("\n")
}

// --- private --------------------------------------------------------------------------

/** The row between a table's head and its body. */
const isDelimiter = (line: string): boolean => /^[\s|:-]+$/.test(line) && line.includes("-")

/** The cells of a row. An escaped bar belongs to its cell. */
const cellsOf = (style: Style, line: string): ReadonlyArray<string> =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => inline(style, cell.trim()))

const block = (style: Style, width: number, line: string): string => {
  if (line.trim() === "" || /^(?: {4}|\t)/.test(line)) return line
  const [, marks, heading] = /^(#{1,6}) +(.*)$/s.exec(line) ?? []
  if (heading !== undefined) return style.strong(Width.wrap(inline(plainStyle, heading), width, `${marks} `, ""))
  if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(line.trim())) return style.faint("─".repeat(width))
  const [, quotes = "", quoted] = /^((?:> ?)+)(.*)$/s.exec(line) ?? []
  if (quoted !== undefined) {
    const bar = style.faint("│ ".repeat(quotes.replaceAll(" ", "").length))
    return Width.wrap(inline(style, quoted), width, bar)
  }
  const [, indent = "", marker = "", item] = /^(\s*)([-*+]|\d{1,9}[.)]) +(.*)$/s.exec(line) ?? []
  if (item !== undefined) {
    const label = `${indent}${/\d/.test(marker) ? marker : "•"} `
    return Width.wrap(inline(style, item), width, label, " ".repeat(label.length))
  }
  return Width.wrap(inline(style, line.trim()), width)
}

/** Links and images by their text, bold text set off, escapes removed; code spans stay unchanged. */
const inline = (style: Style, text: string): string =>
  text
    .split(code)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .replace(image, (_, alt: string) => (alt === "" ? "" : `[${alt}]`))
            .replace(link, "$1")
            .replace(/\*\*((?:[^*\\]|\\.)+)\*\*/g, (_, strong: string) => style.strong(strong))
            .replace(/\\([!-/:-@[-`{-~])/g, "$1"),
    )
    .join("")

// Each pattern takes linear time: a failed match ends where the next one may begin.
const code = /((?<!`)`+[^`]+`+)/
const image = /!\[((?:[^[\]\\]|\\.)*)\]\((?:[^()\s]|\([^()\s]*\))*(?: "[^"]*")?\)/g
const link = /(?<!\\)\[((?:[^[\]\\]|\\.)+)\]\((?:[^()\s]|\([^()\s]*\))*(?: "[^"]*")?\)/g

const plainStyle: Style = { strong: (text) => text, faint: (text) => text, width: undefined }
