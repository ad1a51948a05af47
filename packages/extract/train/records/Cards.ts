/**
 * The records of listings, collections and product pages: items of schema.org's microdata, siblings of the same
 * structure, and the product that JSON-LD describes. A record counts if a person marked its title as main content.
 */
import { holds, indexOf, isBefore, lineOf, type Order, orderOf, type Part, type Record, textIn } from "./Record.ts"
import { spoken, unseenBy, wordsIn, wordsOf } from "./Record.ts"

/** A list of records, and how it was found. */
export interface Cards {
  readonly by: string
  readonly records: ReadonlyArray<Record>
  /** The number of further records, which the page hides until a script or a click shows them. */
  readonly hidden: number
}

/** Finds the lists of records in a page's main content, which is `expected`. */
export const cardsIn = (document: Document, expected: string): ReadonlyArray<Cards> => {
  const content = wordsOf(expected)
  const order = orderOf(document)
  const groups = [
    ...byItems(document),
    ...byLikeness(document).toSorted((a, b) => b.elements.length - a.elements.length),
  ]
  const chosen: Array<Element> = []
  const found = groups.flatMap(({ by, elements }) => {
    if (elements.some((one) => chosen.some((other) => other.contains(one) || one.contains(other)))) return []
    const all = withOwnParts(elements.flatMap((element) => recordOf(element, order) ?? []))
    const records = all.filter(({ anchor }) => holds(content, anchor))
    if (records.length < Math.max(fewest, all.length / 2) || records.every(({ parts }) => parts.length === 0)) return []
    chosen.push(...elements)
    const withParts = records.filter(({ parts }) => parts.length > 0)
    const seen = withParts.filter(({ isHidden }) => !isHidden)
    return [{ by, records: seen, hidden: withParts.length - seen.length }]
  })
  const product = productOf(document)
  if (product === undefined) return found
  const { isHidden } = product
  return [...found, { by: "JSON-LD", records: isHidden ? [] : [product], hidden: isHidden ? 1 : 0 }]
}

// --- private --------------------------------------------------------------------------

const fewest = 3

interface Group {
  readonly by: string
  readonly elements: ReadonlyArray<Element>
}

const itemTypes = ["Product", "JobPosting", "Event", "Recipe", "Book", "Movie", "Place", "LocalBusiness", "Hotel"]

const byItems = (document: Document): ReadonlyArray<Group> =>
  itemTypes.flatMap((type) => {
    const items = document.querySelectorAll(`[itemtype$='schema.org/${type}']`)
    return items.length < fewest ? [] : [{ by: "microdata", elements: Array.from(items) }]
  })

const surroundings = "nav,header,footer,aside,[role=navigation],[hidden],[aria-hidden=true]"

/** Siblings with the same name and first class. */
const byLikeness = (document: Document): ReadonlyArray<Group> =>
  Array.from(document.body.querySelectorAll("*")).flatMap((parent) => {
    const like = new Map<string, Array<Element>>()
    for (const child of parent.children) {
      if (!cardNames.has(child.localName)) continue
      const key = `${child.localName}.${child.getAttribute("class")?.trim().split(/\s+/)[0] ?? ""}`
      like.set(key, [...(like.get(key) ?? []), child])
    }
    const groups = [...like.values()].filter((elements) => elements.length >= fewest + 1)
    if (groups.length === 0 || parent.closest(surroundings) !== null) return []
    return groups.map((elements) => ({ by: "likeness", elements }))
  })

const cardNames: ReadonlySet<string> = new Set("div li article section a".split(" "))

interface Card extends Record {
  readonly isHidden: boolean
}

const recordOf = (element: Element, order: Order): Card | undefined => {
  const title = titleIn(element)
  if (title === undefined || element.querySelectorAll("h1,h2,h3,h4").length > 2) return undefined
  const anchor = wordsIn(title)
  const source = wordsIn(element)
  if (!holdsLetter(anchor) || anchor.length > 30 || source.length > 200 || holdsOffers(element)) return undefined
  const parts = new Map<string, Part>()
  for (const found of [element, ...element.querySelectorAll("*")]) {
    const kind = kindOf(found)
    if (kind === undefined || parts.has(kind) || title.contains(found) || found.contains(title)) continue
    if (!isSeen(found, element)) continue
    const text = textIn(found)
    const words = wordsOf(kind === "price" ? amountIn(text) : text)
    if (kind === "date" ? !/\d/.test(text) : kind !== "price" && !holdsLetter(words)) continue
    if (words.length === 0 || words.length > longestPart || holds(anchor, words)) continue
    parts.set(kind, { kind, words, isBefore: isBefore(order, found, title) })
  }
  return { anchor, parts: [...parts.values()], source, isHidden: element.closest(unseenBy) !== null }
}

/** Whether an element holds a list of links to several pages, each with a price: then it is a section of the page. */
const holdsOffers = (element: Element): boolean =>
  Array.from(element.querySelectorAll("*")).some((parent) => {
    const offers = Array.from(parent.children).filter((child) => money.test(lineOf(child)))
    const links = offers.flatMap((child) => child.closest("a") ?? child.querySelector("a") ?? [])
    return new Set(links.map(pathOf)).size >= fewest
  })

/**
 * Records without the authors, companies and places that all records of a list share: those tell no record from
 * another.
 */
const withOwnParts = (records: ReadonlyArray<Card>): ReadonlyArray<Card> =>
  records.map((record) => ({
    ...record,
    parts: record.parts.filter(
      ({ kind, words }) =>
        kind === "price" ||
        kind === "date" ||
        records.some((other) => other.parts.some((part) => part.kind === kind && !isSame(part.words, words))),
    ),
  }))

const isSame = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) => one.join(" ") === other.join(" ")

const holdsLetter = (words: ReadonlyArray<string>): boolean => words.some((word) => /\p{L}/u.test(word))

/** Whether a part is visible where its record is; a part may be hidden together with its record. */
const isSeen = (found: Element, record: Element): boolean => {
  const by = found.closest(hidden)
  return by === null || (by.contains(record) && by.matches(unseenBy))
}

/** The text of the element that is marked as title, else the longest text of the links with the first link's target. */
const titleIn = (element: Element): Element | undefined => {
  const isTitle = (found: Element) => lineOf(found) !== "" && isSeen(found, element)
  const titles = ["[itemprop~=name],[itemprop~=title]", "h1,h2,h3,h4,h5,h6", "[class*=title],[class*=name]"]
  const title = titles.flatMap((selector) => Array.from(element.querySelectorAll(selector))).find(isTitle)
  if (title !== undefined) return title
  const links = Array.from(element.querySelectorAll("a"))
  return links
    .filter((link) => isTitle(link) && pathOf(link) === pathOf(links[0]))
    .toSorted((a, b) => lineOf(b).length - lineOf(a).length)[0]
}

const pathOf = (link: Element | undefined): string => link?.getAttribute("href")?.replace(/[?#].*/, "") ?? ""

const longestPart = 12
const amount = /\d[\d.,]*/
const money = /(?<=\p{Sc}\s?)\d[\d.,]*|\d[\d.,]*(?=\s?\p{Sc})/u
/** The amount of a price; a reduction in per cent is no price. */
const amountIn = (text: string): string =>
  (money.exec(text) ?? (text.includes("%") ? null : amount.exec(text)))?.[0] ?? ""

const hidden = `[aria-hidden=true],${spoken},button,select,${unseenBy}`

const kinds: ReadonlyArray<readonly [kind: string, names: RegExp]> = [
  ["price", /^(?:price|salary|amount|cost)$/],
  ["company", /^(?:company|employer|brand|vendor|organi[sz]ation|publisher)$/i],
  ["place", /^(?:location|place|city|address|venue|region|joblocation)$/i],
  ["date", /^(?:date|time|posted|published|dateposted|startdate)$/i],
  ["author", /^(?:author|byline|artist|creator)$/],
]

/** The kind of part that an element's names state, or a price if the element holds nothing else. */
const kindOf = (element: Element): string | undefined => {
  if (element.localName === "time") return "date"
  if (element.children.length === 0 && /^(?:\p{Sc}\s?[\d.,]+|[\d.,]+\s?\p{Sc})$/u.test(lineOf(element))) return "price"
  const names = `${element.getAttribute("class") ?? ""} ${element.getAttribute("itemprop") ?? ""}`
  const words = names
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
  return kinds.find(([, is]) => words.some((word) => is.test(word)))?.[0]
}

/** The one product of a page, with a price that occurs in its text. */
const productOf = (document: Document): Card | undefined => {
  const products = Array.from(document.querySelectorAll("script[type='application/ld+json']")).flatMap((script) =>
    (script.textContent ?? "").includes("Product") ? itemsOf(read(script.textContent ?? "")) : [],
  )
  const [product, ...others] = products.filter((item) => ["Product", "ProductGroup"].includes(String(item["@type"])))
  const title = document.querySelector("h1")
  if (product === undefined || others.length > 0 || title === null) return undefined
  const price = priceOf(product["offers"])
  const source = wordsOf(textIn(document.body))
  // The price's first spelling on the page, the longest of those that begin there: "799" may precede "799.00".
  const [words] = (price === undefined ? [] : writings(price))
    .filter((one) => holds(source, one))
    .toSorted((a, b) => indexOf(source, a, 0) - indexOf(source, b, 0))
  const anchor = wordsIn(title)
  if (words === undefined || anchor.length === 0) return undefined
  const isHidden = title.closest(unseenBy) !== null
  return { anchor, parts: [{ kind: "price", words, isBefore: false }], source, isHidden }
}

type Json = { readonly [name: string]: unknown }

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const itemsOf = (value: unknown): ReadonlyArray<Json> =>
  Array.isArray(value) ? value.flatMap(itemsOf) : isJson(value) ? [value, ...itemsOf(value["@graph"])] : []

const priceOf = (offers: unknown): number | undefined => {
  const offer: unknown = Array.isArray(offers) ? offers[0] : offers
  if (!isJson(offer)) return undefined
  const price = Number(offer["price"] ?? offer["lowPrice"])
  return price > 0 ? price : undefined
}

/** The possible spellings of a price, as words. */
const writings = (price: number): ReadonlyArray<ReadonlyArray<string>> => {
  const [whole = "", cents = "00"] = price.toFixed(2).split(".")
  const grouped = wordsOf(whole.replace(/\B(?=(\d{3})+$)/g, " "))
  const ways = [
    [whole, cents],
    [...grouped, cents],
  ]
  return cents === "00" ? [...ways, [whole], grouped] : ways
}
