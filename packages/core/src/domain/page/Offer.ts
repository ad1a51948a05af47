/**
 * The offers that a page's metadata declares. Visitors don't see metadata, so a page can say anything there: only
 * numbers and words of closed lists are read, never a text.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The availabilities of schema.org (`ItemAvailability`). */
export const Availability = Schema.Literals([
  "BackOrder",
  "Discontinued",
  "InStock",
  "InStoreOnly",
  "LimitedAvailability",
  "MadeToOrder",
  "OnlineOnly",
  "OutOfStock",
  "PreOrder",
  "PreSale",
  "Reserved",
  "SoldOut",
])
export type Availability = typeof Availability.Type

/** Maximum price. */
export const maxPrice = 1e11

const Price = Schema.Finite.check(Schema.isBetween({ minimum: 0.0001, maximum: maxPrice }))

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"))

/** Whether a text is a currency's code (ISO 4217). */
export const isCurrency = (text: string): boolean => currencies.has(text)

/** One offer, as the metadata declares it. */
export const Offer = Schema.Struct({
  /** The price, in units of the currency; the lowest one of a range. */
  price: Price,
  /** The highest price of a range. */
  high_price: Schema.optionalKey(Price),
  /** The currency's code (ISO 4217). */
  currency: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[A-Z]{3}$/),
      Schema.makeFilter(isCurrency, { expected: "a code of ISO 4217" }),
    ),
  ),
  availability: Schema.optionalKey(Availability),
})
export type Offer = typeof Offer.Type

/** Maximum number of a page's offers. */
export const maxOffers = 10

/** The valid ones of a row's offers, the first {@link maxOffers}; other fields of theirs are dropped. */
export const read = (value: unknown): ReadonlyArray<Offer> =>
  Array.isArray(value) ? value.slice(0, maxOffers).flatMap((each: unknown) => Option.toArray(decode(each))) : []

/** A sentence about a page's offers, for the model. */
export const sentence = (offers: ReadonlyArray<Offer>): string =>
  `The page's metadata declares offers that aren't in its text: ${offers.map(offerText).join(", ")}.`

// --- private --------------------------------------------------------------------------

const decode = Schema.decodeUnknownOption(Offer)

const offerText = ({ availability, currency, high_price, price }: Offer): string => {
  const range = high_price === undefined ? amountText(price) : `${amountText(price)} to ${amountText(high_price)}`
  const words = [range, currency, availability === undefined ? undefined : `(${availability})`]
  return words.filter((word) => word !== undefined).join(" ")
}

/** A price as people write it: 12.50, or 12 without a fraction. */
const amountText = (price: number): string => {
  const text = String(price)
  return /\.\d$/.test(text) ? `${text}0` : text
}
