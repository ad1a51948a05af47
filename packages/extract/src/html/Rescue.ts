/**
 * Takes a page's text from its JSON-LD if its HTML lacks it, as in pages that scripts fill. Visitors don't see a page's
 * data, so it may contain injected text: it is used only if there is hardly any content, and it is bounded, parsed,
 * stripped of hidden parts and cleaned like any page.
 */
import { removeHidden } from "@porthole/visibility"
import { beginningOf } from "@porthole/visibility/dom"
import { clean } from "../clean/Clean.ts"
import { isObject, structuredDataOf } from "../metadata/StructuredData.ts"
import { limits } from "../tree/Limits.ts"
import { parse } from "../tree/Parse.ts"

/** The text that replaces the content. */
export interface Rescued {
  readonly content: Element
  readonly invisible: number
  readonly hidden: number
}

/** Finds the text of a page whose own content is `content`. */
export const rescue = (document: Document, base: string, content: Element): Rescued | undefined => {
  if (beginningOf(content, 2 * minContentLength).length >= minContentLength) return undefined
  const answers = answersIn(document)
  const text = answers || describedText(document)
  if (answers === "" && text.replace(/<[^<>]*>|\s+/g, " ").trim().length < minLength) return undefined
  const isHtml = /<(?:p|div|h[1-6]|ul|ol|section|article|table|blockquote|figure|br)\b[^<>]*>/i.test(text)
  const html = isHtml ? `<div>${text}</div>` : paragraphs(text)
  const parsed = parse(html.slice(0, limits.data), base)
  const { count: hidden } = removeHidden(parsed.document)
  return { content: clean(parsed.document.body, base), invisible: parsed.invisible, hidden }
}

// --- private --------------------------------------------------------------------------

/** In characters: less content is poor, and less data isn't used. */
const minContentLength = 200
const minLength = 500

/** The longest text that describes an item. */
const describedText = (document: Document): string =>
  structuredDataOf(document)
    .flatMap(({ value }) => [value["articleBody"], value["text"], value["description"]])
    .filter((text) => typeof text === "string")
    .reduce((longest, text) => (text.length > longest.length ? unescapedOnce(text) : longest), "")

/** Questions with their answers, which a page lists without any other text. */
const answersIn = (document: Document): string =>
  structuredDataOf(document)
    .flatMap(({ types, value: { acceptedAnswer, name } }) => {
      const answer = isObject(acceptedAnswer) ? acceptedAnswer["text"] : undefined
      const isAnswered = types.includes("Question") && typeof name === "string" && typeof answer === "string"
      return isAnswered ? [`<h3>${name.replaceAll("<", "&lt;")}</h3><p>${unescapedOnce(answer)}</p>`] : []
    })
    .join("")

/** Some sites escape the HTML in their data. */
const unescapedOnce = (text: string): string =>
  /&lt;(?:p|div|br|h\d|ul)\b/i.test(text)
    ? text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&")
    : text

/** Makes a paragraph of each line. Tags become text; character references stay, and the parser decodes them. */
const paragraphs = (text: string): string =>
  text.replace(/^.*$/gm, (line) => (line.trim() === "" ? "" : `<p>${line.trim().replaceAll("<", "&lt;")}</p>`))
