/**
 * Takes a page's text from its data if its HTML lacks it: from JSON-LD, or from a data island, the state that the page's
 * scripts start with.
 *
 * Visitors don't see a page's data, so it may hold injected text. It is used only if there is hardly any content and much
 * more in the data; if there is some content, only if the data repeats it; and a data island only if scripts could show
 * it. The text is bounded, parsed, stripped of hidden parts and cleaned like any page.
 */
import * as Result from "effect/Result"
import { limits } from "../tree/Limits.ts"
import { clean } from "../clean/Clean.ts"
import { first, select } from "../tree/Select.ts"
import { removeHidden } from "../hidden/Hidden.ts"
import { structuredDataOf } from "../metadata/StructuredData.ts"
import { parse } from "../tree/Parse.ts"
import { isHtml, lengthOf, type Pieces, proseIn } from "./Prose.ts"

/** The text that replaces the content, and its source. */
export interface Rescued {
  readonly content: Element
  readonly by: "json-ld" | "data-island"
  readonly invisible: number
  readonly hidden: number
}

/** Looks for the text of a page whose content is `own`, as plain text. */
export const rescue = (document: Document, base: string, own: string): Rescued | undefined => {
  const { length } = own
  if (length >= enough) return undefined
  for (const [by, find] of sources) {
    const pieces = find(document)
    const found = weightOf(pieces)
    const isMore = by === "json-ld" && length < found * share && isBeginningOf(own, pieces)
    if (found >= least && (length < poor || isMore)) return { ...contentOf(pieces, base), by }
  }
  return undefined
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
const isBeginningOf = (own: string, pieces: Pieces): boolean => {
  const [words, there] = [wordsIn(own), new Set(wordsIn(pieces.join(" ")))]
  return words.filter((word) => there.has(word)).length * 2 > words.length
}

const weightOf = (pieces: Pieces): number => pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)

const describedText = (document: Document): Pieces => {
  let longest = ""
  for (const { value } of structuredDataOf(document)) {
    for (const name of ["articleBody", "text", "description"]) {
      const text = value[name]
      if (typeof text === "string" && text.length > longest.length) longest = unescapedOnce(text)
    }
  }
  return longest === "" ? [] : [longest]
}

const islandText = (document: Document): Pieces => {
  if (first(document.head, "script[src]") === null) return []
  return select(document.head, "script[type='application/json']")
    .map((script) => proseIn(Result.getOrUndefined(Result.try((): unknown => JSON.parse(script.textContent ?? "")))))
    .reduce((best, pieces) => (weightOf(pieces) > weightOf(best) ? pieces : best), [])
}

const sources: ReadonlyArray<readonly [Rescued["by"], (document: Document) => Pieces]> = [
  ["json-ld", describedText],
  ["data-island", islandText],
]

const contentOf = (pieces: Pieces, base: string): Omit<Rescued, "by"> => {
  const html = pieces.map((piece) => (isHtml(piece) ? `<div>${piece}</div>` : paragraphs(piece))).join("\n")
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
