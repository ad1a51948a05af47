/** Numbers as letters and Roman numerals, by the formats' names in Word (ISO/IEC 29500-1, section 17.18.59). */

/** A number in a format; one that isn't known is decimal. */
export const formatted = (value: number, format: string): string => {
  if (format === "lowerLetter") return letters(value)
  if (format === "upperLetter") return letters(value).toUpperCase()
  if (format === "lowerRoman") return roman(value)
  if (format === "upperRoman") return roman(value).toUpperCase()
  return format === "decimalZero" ? String(value).padStart(2, "0") : String(value)
}

// --- private --------------------------------------------------------------------------

/** The letters go on with `aa`, `bb`. */
const letters = (value: number): string =>
  value < 1 || value > 780 ? String(value) : String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))

const roman = (value: number): string => {
  if (value < 1 || value > 3_999) return String(value)
  let [left, text] = [value, ""]
  for (const [size, sign] of romanSigns) for (; left >= size; left -= size) text += sign
  return text
}

const romanSigns = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
] as const
