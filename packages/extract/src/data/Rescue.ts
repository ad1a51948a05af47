/**
 * Takes a page's text from its JSON-LD if its HTML lacks it.
 *
 * Visitors don't see a page's data, so it may hold injected text. It is used only if there is hardly any content and
 * much more in the data; if there is some content, only if the data repeats it. The text is bounded, parsed, stripped
 * of hidden parts and cleaned like any page.
 */
import { limits } from "../tree/Limits.ts"
import { clean } from "../clean/Clean.ts"
import { removeHidden } from "../hidden/Hidden.ts"
import { structuredDataOf } from "../metadata/StructuredData.ts"
import { parse } from "../tree/Parse.ts"

/** The text that replaces the content. */
export interface Rescued {
  readonly content: Element
  readonly invisible: number
  readonly hidden: number
}

/** Looks for the text of a page whose content is `own`, as plain text. */
export const rescue = (document: Document, base: string, own: string): Rescued | undefined => {
  if (own.length >= enough) return undefined
  const text = describedText(document)
  const found = text
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim().length
  if (found < least) return undefined
  const isMore = own.length < found * share && isBeginningOf(own, text)
  return own.length < poor || isMore ? contentOf(text, base) : undefined
}

// --- private --------------------------------------------------------------------------

/** In characters: content below `poor` is poor, and from `enough` on data isn't used. */
const poor = 200
const enough = 5_000

/** Data needs `least` characters; content with more than this share of them is good enough. */
const least = 500
const share = 0.25

const wordsIn = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether most of the content's words are in the data, so that both are the same text. */
const isBeginningOf = (own: string, text: string): boolean => {
  const [words, there] = [wordsIn(own), new Set(wordsIn(text))]
  return words.filter((word) => there.has(word)).length * 2 > words.length
}

const described = ["articleBody", "text", "description"]

/** The longest text that describes an item. */
const describedText = (document: Document): string =>
  structuredDataOf(document)
    .flatMap(({ value }) => described.map((name) => value[name]))
    .filter((text) => typeof text === "string")
    .reduce((longest, text) => (text.length > longest.length ? unescapedOnce(text) : longest), "")

const contentOf = (text: string, base: string): Rescued => {
  const isHtml = /<(?:p|div|h[1-6]|ul|ol|section|article|table|blockquote|figure|br)\b[^<>]*>/i.test(text)
  const html = isHtml ? `<div>${text}</div>` : paragraphs(text)
  const { document, invisible } = parse(html.slice(0, limits.data), base)
  const hidden = removeHidden(document)
  return { content: clean(document.body, base), invisible, hidden }
}

/** Some sites escape the HTML in their data. */
const unescapedOnce = (text: string): string =>
  /&lt;(?:p|div|br|h\d|ul)\b/i.test(text)
    ? text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&")
    : text

/** A paragraph per line. Tags are text, but character references are decoded. */
const paragraphs = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line.trim() === "" ? "" : `<p>${line.trim().replaceAll("<", "&lt;")}</p>`))
    .join("")
