/**
 * Dates as search backends write them: ISO 8601 with hyphens, also with a space for its `T`, or a date whose month is a
 * word and whose year has four digits, as in RFC 5322. A date without a zone counts as UTC. Ambiguous dates (`5`,
 * `03/04/2025`) are ignored.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/** The date as ISO 8601 in UTC; `undefined` if it can't be read. */
export const publishedAt = (text: string): string | undefined => {
  if (text.length > 64) return undefined
  const trimmed = text.trim()
  const iso = isoDate.exec(trimmed)
  if (iso !== null) {
    const day = isoOf(`${iso[1]}T00:00:00.000Z`)
    // A day beyond the end of its month would roll over into the next.
    return day?.startsWith(`${iso[1]}T`) === true ? isoOf(`${iso[1]}T${timeOf(iso)}${zoneOf(iso[5])}`) : undefined
  }
  const inWords = worded.exec(trimmed)
  if (inWords === null) return undefined
  const [, zone] = inWords
  return isoOf(zone === undefined ? `${trimmed} GMT` : trimmed.replace(utc, " GMT"))
}

// --- private --------------------------------------------------------------------------

/** Go also writes the zone's name after its offset. */
const isoDate =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))?\s*(Z|[+-]\d{2}(?::?\d{2})?)?(?:(?<=[+-]\d{4}) (?:[+-]\d{2,4}|[A-Z]{3,5}))?)?$/i
const worded =
  /^(?:[a-z]{3,9}\.?,? +)?(?:\d{1,2} +[a-z]{3,9}|[a-z]{3,9}\.? +\d{1,2}),? +\d{4}(?:,? +\d{1,2}:\d{2}(?::\d{2})?)?( *(?:Z|UTC?|GMT|[+-]\d{2}:?\d{2}))?$/i
const utc = /(?<! ) *(?:Z|UTC?)$/i
const fourDigitYear = /^\d{4}-/

/** A parsed date as ISO 8601 in UTC; `undefined` if it can't be parsed, or if its year doesn't have four digits. */
const isoOf = (text: string): string | undefined =>
  Option.getOrUndefined(
    Option.filter(Option.map(DateTime.make(text), DateTime.formatIso), (iso) => fourDigitYear.test(iso)),
  )

const timeOf = (iso: RegExpExecArray): string =>
  `${iso[2] ?? "00:00"}${iso[3] ?? ":00"}.${(iso[4] ?? "0").slice(0, 3).padEnd(3, "0")}`

const zoneOf = (zone: string | undefined): string => {
  if (zone === undefined || zone.toUpperCase() === "Z") return "Z"
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0")
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`
}
