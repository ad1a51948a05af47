/**
 * Markers of list items. Markdown counts in decimals and upwards from one number; here each item states its own number,
 * so that an item can be read by itself. Letters and Roman numerals are what a text refers to ("clause (b)"); they
 * stand at the start of an item with a bullet, which keeps the list a list.
 */

/** Returns the marker of each item of a list; items are given in order. */
export const markersOf = (list: Element): ((item: Element) => string) => {
  if (list.localName !== "ol") return () => "- "
  const type = list.getAttribute("type") ?? ""
  let number = 0
  return (item) => {
    const own = Number.parseInt(item.getAttribute("value") ?? "", 10)
    number = Number.isNaN(own) ? number + 1 : own
    return marker(number, type)
  }
}

// --- private --------------------------------------------------------------------------

const marker = (number: number, type: string): string => {
  const sign = number > 0 ? signs.get(type.toLowerCase())?.(number) : undefined
  if (sign !== undefined) return `- ${type === type.toUpperCase() ? sign.toUpperCase() : sign}. `
  return number < 0 ? `- ${number}. ` : `${number}. `
}

const lettersOf = (number: number): string => {
  let letters = ""
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCodePoint(97 + ((rest - 1) % 26)) + letters
  }
  return letters
}

const romanOf = (number: number): string => {
  let rest = number % 4_000
  let roman = ""
  for (const [sign, value] of numerals) {
    for (; rest >= value; rest -= value) roman += sign
  }
  return roman
}
const numerals = Object.entries({
  m: 1000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
  ix: 9,
  v: 5,
  iv: 4,
  i: 1,
})

/** The numerals of a list that isn't counted in digits. */
const signs: ReadonlyMap<string, (number: number) => string> = new Map([
  ["a", lettersOf],
  ["i", romanOf],
])
