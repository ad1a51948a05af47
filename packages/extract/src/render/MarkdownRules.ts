/** How the elements of cleaned content are written in Markdown, where that differs from Turndown's own rules. */
import type Turndown from "turndown"
import { tableRules } from "./MarkdownTable.ts"

/** Keeps a text from being read as Markdown or as HTML. */
export const escape = (text: string): string =>
  text
    .replace(/[\\*`[\]]/g, "\\$&")
    .replace(/<(?![\s\d=])/g, "\\<")
    .replace(/&(?=#?\w{1,32};)/g, "\\&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/^(?:[-+](?=\s|$|-)|=+$|#{1,6}(?=\s|$)|~~~|>)/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")

/** A rule and the name it is known by. */
export type NamedRule = readonly [name: string, rule: Turndown.Rule]

/** The rules of one conversion. */
export const rulesOfConversion = (): ReadonlyArray<NamedRule> => [
  ["codeBlock", { filter: "pre", replacement: (_, node) => `\n\n${fenced(node)}\n\n` }],
  ["link", { filter: (node) => isLink(node), replacement: (content, node) => link(content, attribute(node, "href")) }],
  ["image", { filter: "img", replacement: (_, node) => image(attribute(node, "src"), attribute(node, "alt")) }],
  ["listItem", listItems()],
  ["strikethrough", { filter: "del", replacement: (content) => (content.trim() === "" ? "" : `~~${content}~~`) }],
  ["task", { filter: (node) => attribute(node, "data-task") !== "", replacement: (_, node) => box(node) }],
  [
    "term",
    { filter: ["dt", "summary"], replacement: (content) => `\n\n**${content.replaceAll("**", "").trim()}**\n\n` },
  ],
  ...tableRules(),
]

// --- private --------------------------------------------------------------------------

const attribute = (node: Element, name: string): string => node.getAttribute(name) ?? ""

const fenced = (pre: Element): string => {
  const code = pre.textContent ?? ""
  const language = /^language-(\S+)/.exec(pre.firstElementChild?.getAttribute("class") ?? "")?.[1] ?? ""
  const longest = Math.max(2, ...Array.from(code.matchAll(/`{3,}/g), ([ticks]) => ticks.length))
  const fence = "`".repeat(longest + 1)
  return `${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}`
}

const isLink = (node: Element): boolean => node.nodeName === "A" && attribute(node, "href") !== ""

const link = (content: string, href: string): string => {
  const text = content.replace(/\s*\n\s*/g, " ").trim()
  return text === "" ? "" : `[${text}](${destination(href)})`
}

const image = (src: string, alt: string): string => (src === "" ? "" : `![${escape(alt)}](${destination(src)})`)

const destination = (address: string): string =>
  address.replace(/[()\\]/g, "\\$&").replace(/[\s<>]/g, encodeURIComponent)

/** A rule that numbers items as it meets them: looking for each one's place would be quadratic. */
const listItems = (): Turndown.Rule => {
  const numbers = new WeakMap<Element, number>()
  const markerOf = (list: Element | null): string => {
    if (list?.nodeName !== "OL") return "- "
    const start = Number(attribute(list, "start") || 1)
    const number = numbers.get(list) ?? (Number.isSafeInteger(start) ? start : 1)
    numbers.set(list, number + 1)
    return `${number}. `
  }
  return {
    filter: "li",
    replacement: (content, node) => {
      const marker = markerOf(node.parentElement)
      const text = content
        .replace(/^\n+/, "")
        .trimEnd()
        .replace(/\n(?!\n)/g, `\n${" ".repeat(marker.length)}`)
      return `${marker}${text}${node.nextSibling === null ? "" : "\n"}`
    },
  }
}

const box = (node: Element): string => (attribute(node, "data-task") === "done" ? "[x]" : "[ ]")
