/** The signs of fonts whose letters are signs, as Unicode. */

/** A sign by its font and its hexadecimal code; empty if it isn't known. */
export const symbolOf = (font: string, code: string): string => {
  const at = Number.parseInt(code, 16) & 0xff
  if (/^symbol$/i.test(font)) return greek.get(String.fromCharCode(at)) ?? symbols.get(at) ?? ""
  return /^wingdings$/i.test(font) ? (wingdings.get(at) ?? "") : ""
}

// --- private --------------------------------------------------------------------------

/** Adobe's Symbol has Greek letters at the places of Latin ones. */
const greek = new Map(
  Array.from("ABCDEFGHIKLMNOPQRSTUWXYZabcdefghiklmnopqrstuwxyz", (letter, at): readonly [string, string] => [
    letter,
    Array.from("ΑΒΧΔΕΦΓΗΙΚΛΜΝΟΠΘΡΣΤΥΩΞΨΖαβχδεφγηικλμνοπθρστυωξψζ")[at] ?? "",
  ]),
)

const symbols = new Map([
  [0xa3, "≤"],
  [0xa5, "∞"],
  [0xac, "←"],
  [0xad, "↑"],
  [0xae, "→"],
  [0xaf, "↓"],
  [0xb0, "°"],
  [0xb1, "±"],
  [0xb3, "≥"],
  [0xb4, "×"],
  [0xb7, "•"],
  [0xb8, "÷"],
  [0xb9, "≠"],
  [0xbb, "≈"],
  [0xd6, "√"],
  [0xe5, "∑"],
])

const wingdings = new Map([
  [0x6f, "☐"],
  [0xa8, "☐"],
  [0xdf, "←"],
  [0xe0, "→"],
  [0xe8, "➔"],
  [0xfb, "✗"],
  [0xfc, "✓"],
  [0xfd, "☒"],
  [0xfe, "☑"],
])
