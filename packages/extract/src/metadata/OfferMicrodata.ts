/**
 * The offers that a page declares by microdata: elements with `itemprop="offers"` within a product. They become objects
 * like those of JSON-LD, with typed values only.
 */
import { childrenOf, isText, nearest } from "@porthole/visibility/dom"
import { declaringIn, hasProperty } from "./Microdata.ts"
import type { Item } from "./StructuredData.ts"

/** The products of a document with their offers. */
export const productsOf = (document: Document): ReadonlyArray<Item> => {
  const declaring = declaringIn(document).slice(0, maxElements)
  const offers = new Map<Element, Record<string, unknown>>()
  const products = new Map<Element, Array<unknown>>()
  for (const element of declaring.filter((one) => hasProperty(one, "offers"))) {
    const product = nearest(element.parentElement, "[itemtype]")
    if (product === null || !isProduct.test(product.getAttribute("itemtype") ?? "")) continue
    const offer = {}
    offers.set(element, offer)
    const known = products.get(product)
    if (known === undefined) products.set(product, [offer])
    else known.push(offer)
  }
  if (offers.size === 0) return []
  for (const element of declaring) {
    const name = properties.find((one) => hasProperty(element, one))
    const offer = name === undefined ? undefined : offers.get(nearest(element.parentElement, "[itemtype]") ?? element)
    if (name !== undefined && offer !== undefined) offer[name] ??= valueOf(element, name)
  }
  return [...products.values()].map((own) => ({ types: ["Product"], value: { offers: own } }))
}

// --- private --------------------------------------------------------------------------

/** Maximum number of declaring elements that are looked at. */
const maxElements = 2_000

const isProduct = /schema\.org\/Product$/
const properties = ["price", "lowPrice", "highPrice", "priceCurrency", "availability"]

/** A declared value; a price that is only shown is the one number of its own text. */
const valueOf = (element: Element, name: string): string | undefined => {
  const declared = element.getAttribute("content") ?? element.getAttribute("href")
  if (declared !== null) return declared
  const own = childrenOf(element).filter(isText)
  const text = own
    .map(({ data }) => data)
    .join("")
    .trim()
  if (text.length > maxLength) return undefined
  return /price$/i.test(name) ? numberIn(text) : text
}

const maxLength = 30

/** A number whose last group of three digits may be decimals or thousands is none. */
const numberIn = (text: string): string | undefined => {
  const [number = "", ...others] = text.match(/\d[\d.,\s]*/g) ?? []
  const joined = number.replace(/\s/g, "")
  return others.length > 0 || /^\d+[.,]\d{3}$/.test(joined) ? undefined : joined
}
