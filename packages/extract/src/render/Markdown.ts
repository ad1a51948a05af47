/**
 * Cleaned content as Markdown: ATX headings, fenced code with its language, GFM tables and task lists, absolute links.
 * A `<` in text is escaped, so raw HTML reaches a reader only inside code.
 *
 * One pass writes each block once; only lists and quotations indent their content, at most {@link maxDepth} times.
 */
import { UntrustedText } from "@porthole/core"
import { childrenOf, headingLevel, isElement, isText } from "@porthole/visibility/dom"
import { blocks } from "../clean/Vocabulary.ts"
import { fenced, withoutDefinition } from "./CommonMark.ts"
import { makeRun, writeInline, writeText } from "./Inline.ts"
import { tables } from "./Table.ts"

/** Renders cleaned content. */
export const markdownOf = (content: Element): string =>
  UntrustedText.stripInvisible(contentOf(content, { depth: 0, isWithin: false, tableOf: tables() }))

// --- private --------------------------------------------------------------------------

interface Context {
  /** The number of lists and quotations around the current element. */
  readonly depth: number
  /** Whether a sign precedes the text on its line. */
  readonly isWithin: boolean
  readonly tableOf: ReturnType<typeof tables>
}

/** Maximum depth of indented lists and quotations, so that the output stays linear. */
const maxDepth = 16

/** The Markdown of an element's children: blocks and runs of inline content, separated by empty lines. */
const contentOf = (parent: Element, context: Context): string => {
  const written: Array<string> = []
  let run = makeRun(context.isWithin)
  let text = ""
  const add = (markdown: string, gap = "\n\n"): void => {
    if (markdown === "") return
    if (written.length > 0) written.push(gap)
    written.push(markdown)
  }
  const closeText = (): void => {
    if (text !== "") writeText(run, text)
    text = ""
  }
  const closeRun = (): void => {
    closeText()
    const paragraph = run.pieces.join("").trim()
    if (paragraph !== "") add(context.isWithin ? paragraph : withoutDefinition(paragraph))
    run = makeRun(context.isWithin)
  }
  for (const child of childrenOf(parent)) {
    if (isText(child)) text += child.data
    else if (isElement(child) && blocks.has(child.localName)) {
      closeRun()
      const markdown = block(child, context)
      add(markdown, isTight(child, markdown) ? "\n" : "\n\n")
    } else if (isElement(child)) {
      closeText()
      writeInline(run, child)
    }
  }
  closeRun()
  return written.join("")
}

/**
 * Whether a list may directly follow the text of the item that it ends, without an empty line. A list that starts with
 * a number other than 1 can't (CommonMark 0.31, section 5.3).
 */
const isTight = ({ localName, nextElementSibling, parentElement }: Element, markdown: string): boolean =>
  (localName === "ul" || localName === "ol") &&
  parentElement?.localName === "li" &&
  nextElementSibling === null &&
  /^(?:-|1\.) /.test(markdown)

const block = (element: Element, context: Context): string => {
  const name = element.localName
  if (name === "pre") return code(element)
  if (name === "hr") return "---"
  if (name === "ul" || name === "ol") return list(element, context)
  if (name === "blockquote") return quotation(element, context)
  const within = { ...context, isWithin: true }
  if (name === "table") return context.tableOf(element, (cell) => contentOf(cell, within))
  const content = contentOf(element, headingLevel(name) > 0 ? within : context)
  if (content === "") return ""
  if (headingLevel(name) > 0) return `${"#".repeat(headingLevel(name))} ${withoutMarks(content)}`
  if (name === "dt" || name === "summary") return `**${content.replaceAll("**", "")}**`
  const label = element.getAttribute("data-note")
  if (label === null) return content
  // A note begins with its mark; lines after the first are indented (Pandoc, GitHub).
  return `[^${label}]: ${indented(content.replace(/^\\?\[[^\]\\]*\\?\]\s*/, ""), 4)}`
}

/** Number signs at the end of a heading would count as its closing marks (CommonMark 0.31, section 4.2). */
const withoutMarks = (content: string): string =>
  content.endsWith("#") ? content.replace(/(^|\s)(#+)$/, "$1\\$2") : content

/** Each item states its own number, so that an item can be read by itself. */
const list = (element: Element, context: Context): string => {
  const isNumbered = element.localName === "ol"
  const items: Array<string> = []
  let number = 0
  for (const item of childrenOf(element)) {
    if (!isElement(item)) continue
    number = Number(item.getAttribute("value") ?? number + 1)
    const marker = isNumbered ? markerOf(number, element.getAttribute("type") ?? "") : "- "
    const text = contentOf(item, { ...context, depth: context.depth + 1 })
    const width = context.depth >= maxDepth ? 0 : marker.startsWith("- ") ? 2 : marker.length
    if (text !== "") items.push(`${marker}${indented(text, width)}`)
  }
  return items.join("\n")
}

/**
 * The marker of an item. Markdown supports no letters, Roman numerals or negative numbers as markers, so these are
 * written after a bullet; texts refer to them ("clause b").
 */
export const markerOf = (number: number, type: string): string => {
  if (/^i$/i.test(type) && number > 0 && number <= maxRoman) {
    const numeral = romanOf(number)
    return `- ${type === "i" ? numeral.toLowerCase() : numeral}. `
  }
  const first = /^a$/i.test(type) && number > 0 && number <= 26 ? type.charCodeAt(0) : undefined
  if (first !== undefined) return `- ${String.fromCodePoint(first + number - 1)}. `
  return number < 0 ? `- ${number}. ` : `${number}. `
}

/** The largest number that is written as a Roman numeral. */
const maxRoman = 89

const romanOf = (number: number): string => {
  const tens = ["", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX"]
  const ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
  return `${tens[Math.floor(number / 10)] ?? ""}${ones[number % 10] ?? ""}`
}

const indented = (text: string, width: number): string =>
  width === 0 ? text : text.replace(/\n(?!\n)/g, `\n${" ".repeat(width)}`)

const quotation = (element: Element, context: Context): string => {
  const text = contentOf(element, { ...context, depth: context.depth + 1 })
  return text === "" || context.depth >= maxDepth
    ? text
    : text.replace(/^(?=(.)?)/gm, (_, sign) => (sign === undefined ? ">" : "> "))
}

/** A block of code; white space at the end of its lines is dropped. */
const code = (pre: Element): string => {
  const text = (pre.textContent ?? "").replace(/(?<![ \t])[ \t]+$/gm, "")
  if (text.trim() === "") return ""
  return fenced(text, /^language-(\S+)/.exec(pre.firstElementChild?.getAttribute("class") ?? "")?.[1])
}
