/// <reference lib="dom" preserve="true" />
/** The types, descriptions and prices that a page declares in its metadata. */
import type { Offer } from "@porthole/core"
import { select } from "@porthole/visibility/dom"
import { limits } from "../tree/Limits.ts"
import { declaringIn } from "./Microdata.ts"
import { namedIn, offersIn } from "./Offers.ts"
import { stepsOf } from "./Steps.ts"
import { structuredDataOf } from "./StructuredData.ts"

/** A page's metadata; visitors don't see it, so it isn't content. */
export interface Declared {
  /** In lower case: those of its structured data, and `og:` with the value of `og:type` up to its first dot. */
  readonly types: ReadonlySet<string>
  /** All of its descriptions. */
  readonly description: string
  /** The prices of the products that the page is about, none of those that have one for each of several currencies. */
  readonly prices: ReadonlySet<number>
  /** The ingredients and steps of its recipes and guides, as {@link stepsOf} gives them. */
  readonly steps: ReadonlySet<string>
}

/** No metadata. */
export const nothingDeclared: Declared = {
  types: new Set(),
  description: "",
  prices: new Set(),
  steps: new Set(),
}

/** Reads a document's metadata. `offers` are those of the one thing that it describes, see `Offers.ts`. */
export const declaredIn = (document: Document, offers: ReadonlyArray<Offer.Offer> = []): Declared => {
  const types = new Set<string>()
  const descriptions: Array<string> = []
  const prices = new Set(pricesOf(offers))
  for (const meta of metasOf(document)) {
    const name = (meta.getAttribute("property") ?? meta.getAttribute("name") ?? "").trim().toLowerCase()
    const content = meta.getAttribute("content") ?? ""
    if (name === "og:type") types.add(`og:${content.trim().toLowerCase().split(".", 1)[0] ?? ""}`)
    else if (name.endsWith(":price:amount")) prices.add(Number(content))
    else if (descriptionNames.has(name)) descriptions.push(content)
  }
  const items = structuredDataOf(document)
  const named = namedIn(items)
  for (const { types: own, value } of items) {
    for (const type of own) types.add(type.toLowerCase())
    if (own.includes("Product")) for (const price of pricesOf(offersIn(value, named))) prices.add(price)
    for (const key of descriptionKeys) if (typeof value[key] === "string") descriptions.push(value[key])
  }
  const steps = stepsOf(items, declaringIn(document))
  return { types, description: descriptions.join("\n").slice(0, limits.data), prices, steps }
}

// --- private --------------------------------------------------------------------------

/** The `meta` elements: those of microdata stay where they are, the others are in the head. */
const metasOf = (document: Document): ReadonlyArray<Element> => [
  ...select(document.head, "meta[content]"),
  ...declaringIn(document).filter((element) => element.localName === "meta" && element.hasAttribute("content")),
]

/** The prices of offers in one currency. Which of several a page shows as its own isn't declared. */
const pricesOf = (offers: ReadonlyArray<Offer.Offer>): ReadonlyArray<number> =>
  new Set(offers.map(({ currency }) => currency)).size > 1 ? [] : offers.map(({ price }) => price)

const descriptionNames: ReadonlySet<string> = new Set(["description", "og:description", "twitter:description"])
const descriptionKeys = ["description", "articleBody", "text"]
