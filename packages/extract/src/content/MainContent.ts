/**
 * Finds the main content of a document: Readability's answer where it is believable, else the
 * page's own `main` or `article`, else its body.
 *
 * Readability is made for articles. It returns nothing, or next to nothing, for a few pages in every
 * hundred, and it may throw; all of that is normal. A rescue that fires too early costs articles
 * more than it gains elsewhere, so what calls itself an article is believed sooner.
 */
import { Readability } from "@mozilla/readability"
import * as Result from "effect/Result"
import { effortOf } from "../tree/Effort.ts"
import { limits } from "../tree/Limits.ts"
import { copyOf, isElement, mapTexts, weightOf, weightsOf } from "../tree/Dom.ts"
import { nearest, select } from "../tree/Select.ts"
import { fillGaps } from "./Gaps.ts"
import { withhold } from "./SourceSets.ts"
import { arrived, departingAgain } from "../tree/References.ts"

/** What was found, and by which way. */
export interface MainContent {
  readonly element: Element
  readonly by: "readability" | "main" | "body"
  /** What Readability found, believed or not. */
  readonly readable: Element | undefined
}

/** Finds the main content of a numbered document (`Numbers.ts`), which itself is left as it is. */
export const mainContentOf = (document: Document): MainContent => {
  const main = mainOf(document)
  const readable = readableOf(document)
  const fallback =
    main === undefined ? ({ element: document.body, by: "body" } as const) : ({ element: main, by: "main" } as const)
  if (readable === undefined) return { ...fallback, readable }
  const enough = believable[isArticle(document) ? "article" : "other"][fallback.by]
  return weightOf(readable) < weightOf(fallback.element) * enough
    ? { ...fallback, readable }
    : { element: readable, by: "readability", readable }
}

/** The largest `main`, or the only `article`, if it holds a fair part of the text. */
export const mainOf = (document: Document): Element | undefined => {
  const weights = weightsOf(document.body)
  const total = weights.get(document.body) ?? 0
  const mains = select(document.body, "main, [role=main]")
  const articles = select(document.body, "article").filter(
    (element) => nearest(element.parentElement, "article") == null,
  )
  const candidates = mains.length > 0 ? mains : articles.length === 1 ? articles : []
  let best: Element | undefined
  let weight = total * 0.1
  for (const candidate of candidates) {
    const own = weights.get(candidate) ?? 0
    if (own > weight) {
      best = candidate
      weight = own
    }
  }
  return best
}

// --- private --------------------------------------------------------------------------

/**
 * The share of the fallback's text from which on Readability is believed. A page that declares an
 * article may well have much around it; elsewhere a small share means that most was missed.
 */
const believable = {
  article: { main: 0.1, body: 0.05 },
  other: { main: 0.6, body: 0.1 },
} as const

const readableOf = (document: Document): Element | undefined => {
  const content = Result.getOrUndefined(Result.try(() => askedOf(document)))
  if (content === undefined) return undefined
  fillGaps(content, document)
  return content
}

/** Readability writes its copy out and parses it again for each of its attempts. */
const askedOf = (document: Document): Element | undefined => {
  const copy = copyOf(document)
  if (copy === undefined) return undefined
  mapTexts(copy.body, departingAgain)
  const giveBack = withhold(copy)
  const found = new Readability<Node>(copy, {
    keepClasses: true,
    charThreshold: effortOf(document.body).cost > limits.repeated ? 1 : 500,
    serializer: (node) => node,
  }).parse()?.content
  if (found == null || !isElement(found)) return undefined
  mapTexts(found, arrived)
  giveBack(found)
  return found
}

const isArticle = (document: Document): boolean =>
  select(document.head, "meta[property='og:type']").some(
    (meta) => meta.getAttribute("content")?.trim() === "article",
  ) ||
  document.querySelector("head meta[property^='article:']") !== null ||
  select(document, "script[type='application/ld+json']").some((script) =>
    /"@type"\s*:\s*(?:\[\s*)?"(?:News|Blog|Tech|Scholarly)?(?:Article|Posting)"/.test(script.textContent ?? ""),
  )
