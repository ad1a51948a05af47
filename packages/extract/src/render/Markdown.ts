/**
 * Cleaned content as Markdown: ATX headings, fenced code with its language, GFM tables and task
 * lists, absolute links. A `<` in text is escaped: no raw HTML reaches a reader outside code.
 *
 * Turndown parses the serialised content with a parser of its own; how each element is written
 * stands in `MarkdownRules.ts`.
 */
import { UntrustedText } from "@porthole/core"
import Turndown from "turndown"
import { mapTexts } from "../Dom.ts"
import { escape, rulesOfConversion } from "./MarkdownRules.ts"
import { arrived, departingAgain } from "../parse/References.ts"

/** Renders cleaned content. */
export const markdownOf = (content: Element): string => {
  const written = content.ownerDocument.createElement("div")
  written.append(content.cloneNode(true))
  mapTexts(written, departingAgain)
  const service = new Turndown({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    emDelimiter: "*",
    hr: "---",
  })
  service.escape = (text) => escape(arrived(text))
  for (const [name, rule] of rulesOfConversion()) service.addRule(name, rule)
  const markdown = arrived(service.turndown(written.innerHTML))
  return UntrustedText.stripInvisible(markdown).replace(/[ \t]+$/gm, (end) => (end === "  " ? end : ""))
}
