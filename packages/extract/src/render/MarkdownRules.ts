/** How the elements of cleaned content are written in Markdown, where that differs from Turndown's own rules. */
import type Turndown from "turndown"
import { listRule } from "./MarkdownList.ts"
import { tableRules } from "./MarkdownTable.ts"
import { mathIn } from "./MathMarkdown.ts"
import { scriptIn } from "./Scripts.ts"

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
  [
    "code",
    {
      filter: (node) => node.nodeName === "CODE" && node.parentNode?.nodeName !== "PRE",
      replacement: (content) => (content === "" ? "" : spanned(content)),
    },
  ],
  ["link", { filter: (node) => isLink(node), replacement: (content, node) => link(content, attribute(node, "href")) }],
  ["image", { filter: "img", replacement: (_, node) => image(attribute(node, "src"), attribute(node, "alt")) }],
  listRule(),
  ["strikethrough", { filter: "del", replacement: (content) => (content.trim() === "" ? "" : `~~${content}~~`) }],
  ["task", { filter: (node) => attribute(node, "data-task") !== "", replacement: (_, node) => box(node) }],
  ["formula", { filter: (node) => attribute(node, "data-math") !== "", replacement: (_, node) => math(node) }],
  ["sub", { filter: "sub", replacement: (content, node) => scriptIn(content, textBefore(node), "sub") }],
  ["sup", { filter: "sup", replacement: (content, node) => scriptIn(content, textBefore(node), "sup") }],
  [
    "reference",
    {
      filter: (node) => attribute(node, "data-ref") !== "",
      replacement: (_, node) => `[^${attribute(node, "data-ref")}]`,
    },
  ],
  [
    "note",
    {
      filter: (node) => attribute(node, "data-note") !== "",
      replacement: (content, node) => note(content, attribute(node, "data-note")),
    },
  ],
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
  const fence = fenceAround(code)
  return `${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}`
}

/** Signs from which on a fence is made of the sign that the code has fewer of in a row: an answer is no multiple of its page. */
const longFence = 32

/** Longer than any row of the same sign in the code (CommonMark 0.31, section 4.5). */
const fenceAround = (code: string): string => {
  const ticks = longestRun(code, /`{3,}/g)
  const tildes = ticks < longFence ? ticks : longestRun(code, /~{3,}/g)
  return tildes < ticks ? "~".repeat(tildes + 1) : "`".repeat(ticks + 1)
}

const longestRun = (code: string, runs: RegExp): number => {
  let longest = 2
  for (const [run] of code.matchAll(runs)) longest = Math.max(longest, run.length)
  return longest
}

/** Code within a line, between rows of so many backticks as don't occur in it (CommonMark 0.31, section 6.1). */
const spanned = (content: string): string => {
  const code = content.replace(/\r?\n|\r/g, " ")
  const runs = new Set(Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  let length = 1
  while (runs.has(length)) length++
  const delimiter = "`".repeat(length)
  const space = /^`|^ .*?[^ ].* $|`$/.test(code) ? " " : ""
  return `${delimiter}${space}${code}${space}${delimiter}`
}

const isLink = (node: Element): boolean => node.nodeName === "A" && attribute(node, "href") !== ""

const link = (content: string, href: string): string => {
  const text = content.replace(/\s*\n\s*/g, " ").trim()
  return text === "" ? "" : `[${text}](${destination(href)})`
}

const image = (src: string, alt: string): string => (src === "" ? "" : `![${escape(alt)}](${destination(src)})`)

const destination = (address: string): string =>
  address.replace(/[()\\]/g, "\\$&").replace(/[\s<>]/g, encodeURIComponent)

const math = (node: Element): string => mathIn(node.textContent ?? "", attribute(node, "data-math") === "display")

const textBefore = (node: Element): string => node.previousSibling?.textContent?.slice(-1) ?? ""

/** A note's first words are its mark, as `Notes.ts` set it; what follows a first paragraph is indented (Pandoc, GitHub). */
const note = (content: string, label: string): string => {
  const text = content.trim().replace(/^\\\[[^\]\\]*\\\]\s*/, "")
  return `\n\n[^${label}]: ${text.replace(/\n(?!\n)/g, "\n    ")}\n\n`
}

const box = (node: Element): string => (attribute(node, "data-task") === "done" ? "[x]" : "[ ]")
