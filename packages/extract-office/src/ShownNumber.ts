/** Shows numbers and texts by the formats of Excel (ISO/IEC 29500-1, section 18.8.31). */
import { format } from "numfmt"

/** A number as shown. */
export const shownNumber = (value: number, pattern: string, isFrom1904 = false): string => {
  if (/^general$/i.test(pattern) || pattern === "") return String(Number(value.toPrecision(15)))
  // Days between the two first days of Excel's calendars.
  const day = isFrom1904 && isDate(pattern) ? value + 1_462 : value
  return format(pattern, day, { throws: false, invalid: String(value), locale: "en" }).trim()
}

/** A text as shown: the fourth section of a pattern is for texts, and hides them if it is empty. */
export const shownText = (text: string, pattern: string): string =>
  pattern.includes(";") ? format(pattern, text, { throws: false, invalid: text, locale: "en" }) : text

// --- private --------------------------------------------------------------------------

const isDate = (pattern: string): boolean => /[dmyhs]/i.test(pattern.replace(/"[^"]{0,99}"|\[[^[\]]*\]|\\./g, ""))
