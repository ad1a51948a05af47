/**
 * Cleaned content as Markdown by Turndown, with what GitHub's Markdown adds to CommonMark: tables, struck text and task
 * lists. Formulas, notes, subscripts and superscripts, which Turndown doesn't know, are written as in `render`. A `<`
 * in text is escaped, so raw HTML reaches a model only inside code.
 */
import { UntrustedText } from "@porthole/core"
import Turndown from "turndown"
import { select } from "@porthole/visibility/dom"
import { escape } from "../render/CommonMark.ts"
import { makeRun, writeInline } from "../render/Inline.ts"
import { markerOf } from "../render/Markdown.ts"
import { tables } from "../render/Table.ts"

/** Renders cleaned content. It sets the numbers of its items. */
export const markdownOf = (content: Element): string => {
  for (const list of select(content, "ol")) number(list)
  return UntrustedText.stripInvisible(converterOf(tables())(content))
}

// --- private --------------------------------------------------------------------------

const options: Turndown.Options = {
  headingStyle: "atx",
  codeBlockStyle: "fenced",
  emDelimiter: "*",
  hr: "---",
  blankReplacement: (_, node) => (isMarked(node) ? inlineOf(node) : "isBlock" in node && node.isBlock ? "\n\n" : ""),
}

/** Makes the converter of one document; the repetitions of its tables share one bound. */
const converterOf = (tableOf: ReturnType<typeof tables>): ((element: Element) => string) => {
  const turndown = new Turndown(options)
  const convert = (element: Element): string => turndown.turndown(isHtml(element) ? element : element.outerHTML)
  // Turndown escapes each text by itself; the next one may begin with the address of a link. A whole task's mark is
  // escaped already.
  turndown.escape = (text) => escape(text).replace(/(?<!^\\\[[ x]\\)[[\]]$/i, "\\$&")
  turndown.addRule("struck", { filter: "del", replacement: (content) => `~~${content}~~` })
  turndown.addRule("marked", { filter: isMarked, replacement: (_, node) => inlineOf(node) })
  turndown.addRule("item", { filter: "li", replacement: itemOf })
  turndown.addRule("note", { filter: (node) => node.hasAttribute("data-note"), replacement: noteOf })
  turndown.addRule("table", { filter: "table", replacement: (_, table) => `\n\n${tableOf(table, convert)}\n\n` })
  return convert
}

const isHtml = (element: Element): element is HTMLElement => "innerText" in element

/** Whether an element is a formula, the mark of a note or task, a script, or a picture, whose text Turndown trusts. */
const isMarked = (element: Element): boolean =>
  ["data-math", "data-ref", "data-task"].some((name) => element.hasAttribute(name)) ||
  ["sub", "sup", "img"].includes(element.localName)

const inlineOf = (element: Element): string => {
  const run = makeRun(false)
  writeInline(run, element)
  return run.pieces.join("")
}

/** Each item states its own number, so that an item can be read by itself. */
const number = (list: Element): void => {
  let last = 0
  for (const item of list.children) {
    last = Number(item.getAttribute("value") ?? last + 1)
    item.setAttribute("value", String(last))
  }
}

const itemOf = (content: string, item: Element): string => {
  const list = item.parentElement
  const isNumbered = list?.localName === "ol"
  const marker = isNumbered ? markerOf(Number(item.getAttribute("value")), list.getAttribute("type") ?? "") : "- "
  const text = content.replace(/^\n+/, "").trimEnd()
  const indent = " ".repeat(marker.startsWith("- ") ? 2 : marker.length)
  return `${marker}${text.replace(/\n(?!\n)/g, `\n${indent}`)}${item.nextSibling === null ? "" : "\n"}`
}

/** A note begins with its mark; lines after the first are indented. */
const noteOf = (content: string, note: Element): string => {
  const text = content.trim().replace(/^\\?\[[^\]\\]*\\?\]\s*/, "")
  return `\n\n[^${note.getAttribute("data-note") ?? ""}]: ${text.replace(/\n(?!\n)/g, "\n    ")}\n\n`
}
