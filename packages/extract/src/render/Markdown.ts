/**
 * Cleaned content as Markdown: ATX headings, fenced code with its language, GFM tables and task
 * lists, absolute links. A `<` in text is escaped: no raw HTML reaches a reader outside code.
 *
 * Turndown walks over a copy of the content; how each element is written stands in `MarkdownRules.ts`.
 */
import { UntrustedText } from "@porthole/core"
import Turndown from "turndown"
import { isMark } from "../overflow/Marks.ts"
import type { Part } from "../overflow/Overflow.ts"
import { escape } from "./CommonMark.ts"
import { rulesOfConversion } from "./MarkdownRules.ts"

/** Renders cleaned content, with the parts of an overflow that are marked in it. */
export const markdownOf = (content: Element, parts: ReadonlyArray<Part>): string => {
  // A text is escaped by what it begins with, so one text must not be two.
  content.normalize()
  const service = new Turndown({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    emDelimiter: "*",
    hr: "---",
  })
  service.escape = escape
  for (const [name, rule] of rulesOfConversion()) service.addRule(name, rule)
  service.addRule("overflow", {
    filter: (node) => isMark(node),
    replacement: (_, node) => `\n\n${place}${node.getAttribute("data-overflow")}${place}\n\n`,
  })
  const markdown = isHtml(content) ? service.turndown(content) : ""
  const left = new Map(parts.entries())
  return UntrustedText.stripInvisible(markdown)
    .replace(/(?<![ \t])[ \t]+$/gm, (end) => (end === "  " ? end : ""))
    .replace(places, (_, number) => {
      const part = left.get(Number(number))
      // A page can write such a place itself, so each is filled once.
      left.delete(Number(number))
      return UntrustedText.stripInvisible(part?.markdown ?? "")
    })
}

// --- private --------------------------------------------------------------------------

/** Where a part of an overflow belongs: what is Markdown already isn't worked over again. */
const place = "\ufdd4"
const places = /\ufdd4(\d+)\ufdd4/g

/** Content is made by this package, of an HTML document. */
const isHtml = (element: Element): element is HTMLElement => element.nodeType === 1
