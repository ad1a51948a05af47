/**
 * The offers that a page declares in its JSON-LD, or else by microdata: schema.org's `Offer`, `AggregateOffer` and the
 * variants of a product. Visitors don't see them, so only typed values are read: numbers, codes of currencies, and
 * availabilities. What they offer is a text, so the offers of one thing are read, and none of a list of things.
 */
import { Offer } from "@porthole/core"
import { moneyIn } from "./Amounts.ts"
import { productsOf } from "./OfferMicrodata.ts"
import { isObject, type Item, structuredDataOf } from "./StructuredData.ts"

/** The offers of the one thing that a document describes; none if it describes several. Ranges stand for many. */
export const offersOf = (document: Document): ReadonlyArray<Offer.Offer> => {
  const declared = offersAmong(structuredDataOf(document))
  const offers = declared.length > 0 ? declared : offersAmong(productsOf(document))
  const distinct = new Map(offers.map((offer) => [JSON.stringify(offer), offer]))
  return distinct.size <= Offer.maxOffers ? [...distinct.values()] : rangesOf([...distinct.values()])
}

/** The items to which others may refer, by their identifiers. */
export type Named = ReadonlyMap<unknown, Value>

/** The items that have identifiers. */
export const namedIn = (items: ReadonlyArray<Item>): Named => new Map(items.map(({ value }) => [value["@id"], value]))

/** The offers of an item and of its variants. */
export const offersIn = (item: Value, named: Named): ReadonlyArray<Offer.Offer> => {
  const visit: Visit = { named, left: maxVisits }
  const variants = objectsIn(item["hasVariant"], visit)
  return [item, ...variants].flatMap(({ offers }) => gather(offers, visit, 0))
}

/** Those of the offers whose prices a text doesn't show; none if it shows one, and others are in other currencies. */
export const withoutShown = (offers: ReadonlyArray<Offer.Offer>, text: string): ReadonlyArray<Offer.Offer> => {
  if (offers.length === 0) return offers
  const shown = moneyIn(text)
  const left = offers.filter(({ price }) => !shown.has(price))
  return left.length < offers.length && new Set(offers.map(({ currency }) => currency)).size > 1 ? [] : left
}

// --- private --------------------------------------------------------------------------

const offersAmong = (items: ReadonlyArray<Item>): ReadonlyArray<Offer.Offer> => {
  const named = namedIn(items)
  return subjectsIn(items).flatMap(({ value }) => offersIn(value, named))
}

type Value = Item["value"]

/** One walk through the data, and the number of objects that it may still look at. */
interface Visit {
  readonly named: Named
  left: number
}

const maxVisits = 300
const maxDepth = 3

/**
 * The items with offers that are the same thing: by their name, and with the variants of that group; or by the group
 * whose variants all are. Several without a name may be different things.
 */
const subjectsIn = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const offered = items.filter(({ value }) => value["offers"] !== undefined || value["hasVariant"] !== undefined)
  const whole = offered.filter(({ value }) => groupOf(value) === undefined)
  if (whole.length === 0) return new Set(offered.map(({ value }) => groupOf(value))).size === 1 ? offered : []
  const names = new Set(whole.map(({ value }) => value["name"]))
  if (names.size > 1 || (names.has(undefined) && whole.length > 1)) return []
  const groups = new Set(whole.flatMap(({ value }) => [value["@id"], value["productGroupID"], value["name"]]))
  return offered.filter(({ value }) => groupOf(value) === undefined || groups.has(groupOf(value)))
}

/** The group of products to which a variant belongs. */
const groupOf = ({ inProductGroupWithID, isVariantOf }: Value): unknown =>
  isObject(isVariantOf)
    ? (isVariantOf["@id"] ?? isVariantOf["productGroupID"] ?? isVariantOf["name"])
    : inProductGroupWithID

/** The objects of a value or a list, each reference replaced by the item that it names. */
const objectsIn = (value: unknown, visit: Visit): ReadonlyArray<Value> => {
  const objects: Array<Value> = []
  for (const each of Array.isArray(value) ? value.slice(0, maxVisits) : [value]) {
    if (!isObject(each) || visit.left-- <= 0) continue
    const id = each["@id"]
    const isReference = id !== undefined && Object.keys(each).length <= 2
    objects.push((isReference ? visit.named.get(id) : undefined) ?? each)
  }
  return objects
}

const gather = (value: unknown, visit: Visit, depth: number): ReadonlyArray<Offer.Offer> =>
  objectsIn(value, visit).flatMap((offer) => {
    const inner = depth < maxDepth ? gather(offer["offers"], visit, depth + 1) : []
    return inner.length > 0 ? inner : priced(offer, visit)
  })

/** An offer by its own price, its lowest price, or its first specified price. */
const priced = (offer: Value, visit: Visit): ReadonlyArray<Offer.Offer> => {
  const specified = [offer, ...objectsIn(offer["priceSpecification"], visit).filter(isPrice)]
  const found = specified.find((each) => lowestOf(each) !== undefined)
  const price = found === undefined ? undefined : lowestOf(found)
  if (found === undefined || price === undefined) return []
  const high = priceOf(found["highPrice"])
  const currency = currencyOf(found["priceCurrency"] ?? offer["priceCurrency"])
  const availability = availabilityOf(offer["availability"])
  return [
    {
      price,
      ...(high === undefined || high <= price ? {} : { high_price: high }),
      ...(currency === undefined ? {} : { currency }),
      ...(availability === undefined ? {} : { availability }),
    },
  ]
}

const lowestOf = ({ lowPrice, price }: Value): number | undefined => priceOf(price ?? lowPrice)

/** Whether a specification is the price to pay: neither a former one nor that of a unit such as 100 g. */
const isPrice = ({ priceType, referenceQuantity }: Value): boolean =>
  referenceQuantity === undefined &&
  !(typeof priceType === "string" && /List|Strikethrough|MSRP|SRP|RRP/i.test(priceType))

/** schema.org's decimal separator is a point; a comma counts where it can only be one, or only groups digits. */
const priceOf = (value: unknown): number | undefined => {
  const text = typeof value === "string" ? value.slice(0, maxPriceLength + 1).trim() : ""
  const price = typeof value === "number" ? value : text.length > maxPriceLength ? NaN : Number(decimalOf(text))
  const rounded = Math.round(price * 1e4) / 1e4
  return rounded > 0 && rounded <= Offer.maxPrice ? rounded : undefined
}

const maxPriceLength = 20

const decimalOf = (text: string): string => {
  if (/^\d+(?:\.\d+)?$/.test(text)) return text
  if (/^\d+,\d\d?$/.test(text)) return text.replace(",", ".")
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(text)) return text.replaceAll(",", "")
  return /^\d{1,3}(?:\.\d{3})+,\d+$/.test(text) ? text.replaceAll(".", "").replace(",", ".") : "NaN"
}

const currencyOf = (value: unknown): string | undefined => {
  const code = typeof value === "string" && value.length === 3 ? value.toUpperCase() : ""
  return Offer.isCurrency(code) ? code : undefined
}

/** An availability by its name, or by its address. */
const availabilityOf = (value: unknown): Offer.Availability | undefined => {
  if (typeof value !== "string" || value.length > 100) return undefined
  const name = value.slice(Math.max(value.lastIndexOf("/"), value.lastIndexOf("#"), value.lastIndexOf(":")) + 1)
  return Offer.Availability.literals.find((one) => one.toLowerCase() === name.trim().toLowerCase())
}

/** One range for each currency. */
const rangesOf = (offers: ReadonlyArray<Offer.Offer>): ReadonlyArray<Offer.Offer> =>
  [...new Set(offers.map(({ currency }) => currency))].slice(0, Offer.maxOffers).map((currency) =>
    rangeOf(
      offers.filter((offer) => offer.currency === currency),
      currency,
    ),
  )

const rangeOf = (offers: ReadonlyArray<Offer.Offer>, currency: string | undefined): Offer.Offer => {
  const price = Math.min(...offers.map((offer) => offer.price))
  const high = Math.max(...offers.map((offer) => offer.high_price ?? offer.price))
  return { price, ...(high > price ? { high_price: high } : {}), ...(currency === undefined ? {} : { currency }) }
}
