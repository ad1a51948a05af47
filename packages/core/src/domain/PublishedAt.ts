/**
 * Reads the dates that search backends give: ISO 8601 in any of its spellings, `YYYY-MM-DD
 * HH:MM:SS`, or the form of RFC 5322. A date without a zone is read as UTC.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/** The date as ISO 8601 in UTC; `undefined` when it can't be read. */
export const toIso = (text: string): string | undefined => {
  if (text.length > 64) return undefined
  const trimmed = text.trim()
  const iso = isoDate.exec(trimmed)
  const readable =
    iso === null ? (zoned.test(trimmed) ? trimmed : `${trimmed} GMT`) : `${iso[1]}T${timeOf(iso)}${zoneOf(iso[5])}`
  return Option.match(DateTime.make(readable), {
    onNone: () => undefined,
    onSome: (date) => {
      const written = DateTime.formatIso(date)
      return fourDigitYear.test(written) ? written : undefined
    },
  })
}

// --- private --------------------------------------------------------------------------

const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
const zoned = /(?:Z|GMT|[+-]\d{2}:?\d{2})$/i
const fourDigitYear = /^\d{4}-/

const timeOf = (iso: RegExpExecArray): string =>
  `${iso[2] ?? "00:00"}${iso[3] ?? ":00"}.${(iso[4] ?? "0").slice(0, 3).padEnd(3, "0")}`

const zoneOf = (zone: string | undefined): string => {
  if (zone === undefined || zone.toUpperCase() === "Z") return "Z"
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0")
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`
}
