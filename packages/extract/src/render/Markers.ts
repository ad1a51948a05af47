/**
 * Markers of list items. Each item states its own number, so that an item can be read by itself. Letters and Roman
 * numerals are what a text refers to ("clause (b)"); they follow a bullet, which keeps the list a list.
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
  if (number < 0) return `- ${number}. `
  if (type === "" || number === 0) return `${number}. `
  const sign = type.toLowerCase() === "a" ? lettersOf(number) : romanOf(number)
  return `- ${type === type.toUpperCase() ? sign.toUpperCase() : sign}. `
}

const lettersOf = (number: number): string =>
  number === 0 ? "" : lettersOf(Math.floor((number - 1) / 26)) + String.fromCodePoint(97 + ((number - 1) % 26))

const romanOf = (number: number): string => {
  let rest = number % 4_000
  let roman = ""
  for (const [index, value] of values.entries()) for (; rest >= value; rest -= value) roman += numerals[index] ?? ""
  return roman
}
const values = [1_000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
const numerals = "m cm d cd c xc l xl x ix v iv i".split(" ")
