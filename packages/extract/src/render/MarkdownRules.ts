/** How the elements of cleaned content are written in Markdown, where that differs from Turndown's own rules. */
import type Turndown from "turndown"
import { escape, destination, fenced, link, spanned } from "./CommonMark.ts"
import { listRule } from "./MarkdownList.ts"
import { tableRules } from "./MarkdownTable.ts"
import { mathIn } from "./MathMarkdown.ts"
import { scriptIn } from "./Scripts.ts"

/** A rule and the name it is known by. */
export type NamedRule = readonly [name: string, rule: Turndown.Rule]

/** The rules of one conversion. */
export const rulesOfConversion = (): ReadonlyArray<NamedRule> => [
  ["codeBlock", { filter: "pre", replacement: (_, node) => `\n\n${codeIn(node)}\n\n` }],
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

const codeIn = (pre: Element): string =>
  fenced(pre.textContent ?? "", /^language-(\S+)/.exec(pre.firstElementChild?.getAttribute("class") ?? "")?.[1])

const isLink = (node: Element): boolean => node.nodeName === "A" && attribute(node, "href") !== ""

const image = (src: string, alt: string): string => (src === "" ? "" : `![${escape(alt)}](${destination(src)})`)

const math = (node: Element): string => mathIn(node.textContent ?? "", attribute(node, "data-math") === "display")

const textBefore = (node: Element): string => node.previousSibling?.textContent?.slice(-1) ?? ""

/** A note's first words are its mark, as `Notes.ts` set it; what follows a first paragraph is indented (Pandoc, GitHub). */
const note = (content: string, label: string): string => {
  const text = content.trim().replace(/^\\\[[^\]\\]*\\\]\s*/, "")
  return `\n\n[^${label}]: ${text.replace(/\n(?!\n)/g, "\n    ")}\n\n`
}

const box = (node: Element): string => (attribute(node, "data-task") === "done" ? "[x]" : "[ ]")
