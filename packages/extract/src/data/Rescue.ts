/**
 * The text of a page whose HTML doesn't hold it, out of the data that came with the page: what its JSON-LD says that
 * the article is, or the state that its scripts would make the page of (a data island).
 *
 * Nobody who looks at a page sees its data, so data is a place to hide things in. It is used only where there is hardly
 * any content and much more of it in the data, where there is some content only if the data says it, too; a data island
 * besides only where there are scripts that could show it.
 * What is taken goes the way of any page: bounded, parsed, rid of what is hidden, cleaned.
 */
import * as Result from "effect/Result"
import { limits } from "../tree/Limits.ts"
import { clean } from "../clean/Clean.ts"
import { select } from "../tree/Select.ts"
import { removeHidden } from "../hidden/Hidden.ts"
import { structuredDataOf } from "../metadata/StructuredData.ts"
import { parse } from "../tree/Parse.ts"
import { isHtml, lengthOf, type Pieces, proseIn } from "./Prose.ts"

/** What was found instead of the content, and where. */
export interface Rescued {
  readonly content: Element
  readonly by: "json-ld" | "data-island"
  readonly invisible: number
  readonly hidden: number
}

/** Looks for the text of a page whose own content is `own`, as plain text. */
export const rescue = (document: Document, base: string, own: string): Rescued | undefined => {
  const { length } = own
  if (length >= enough) return undefined
  for (const [by, find] of sources) {
    const pieces = find(document)
    const found = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)
    const isMore = by === "json-ld" && length < found * share && isBeginningOf(own, pieces)
    if (found >= least && (length < poor || isMore)) return { ...contentOf(pieces, base), by }
  }
  return undefined
}

// --- private --------------------------------------------------------------------------

/** Characters of content that is poor, and from which on data is never looked at. */
const poor = 200
const enough = 5_000

/** Characters that data must hold at least, and the share of them from which on the content is good enough. */
const least = 500
const share = 0.25

/** Whether most of the words that are seen are in the data, too: else it isn't the same text. */
const isBeginningOf = (own: string, pieces: Pieces): boolean => {
  const words = own.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const there = new Set(
    pieces
      .join(" ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )
  return words.filter((word) => there.has(word)).length * 2 > words.length
}

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
  if (document.querySelector("head script[src]") === null) return []
  let best: Pieces = []
  let weight = 0
  for (const script of select(document, "head script[type='application/json']")) {
    const pieces = proseIn(Result.getOrUndefined(Result.try((): unknown => JSON.parse(script.textContent ?? ""))))
    const own = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)
    if (own > weight) {
      best = pieces
      weight = own
    }
  }
  return best
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

/** HTML that was escaped to be put into data. */
const unescapedOnce = (text: string): string =>
  /&lt;(?:p|div|br|h\d|ul)\b/i.test(text)
    ? text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&")
    : text

/** Text as paragraphs; whatever looks like a tag in it is text, but references are read. */
const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => `<p>${line.replaceAll("<", "&lt;")}</p>`)
    .join("")
