/**
 * Cleaned content as Markdown: ATX headings, fenced code with its language, GFM tables and task
 * lists, absolute links. A `<` in text is escaped: no raw HTML reaches a reader outside code.
 *
 * Turndown parses the serialised content with a parser of its own; how each element is written
 * stands in `MarkdownRules.ts`.
 */
import { UntrustedText } from "@porthole/core"
import Turndown from "turndown"
import { escape, rulesOfConversion } from "./MarkdownRules.ts"

/** Renders serialised cleaned content. */
export const markdownOf = (html: string): string => {
  const service = new Turndown({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    emDelimiter: "*",
    hr: "---",
  })
  service.escape = escape
  for (const [name, rule] of rulesOfConversion()) service.addRule(name, rule)
  return UntrustedText.stripInvisible(service.turndown(html)).replace(/[ \t]+$/gm, (end) => (end === "  " ? end : ""))
}
