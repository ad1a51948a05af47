/**
 * Items of lists in Markdown. Markdown counts in decimals and upwards from one number; here each item says its own, so that
 * one can be read by itself. Letters and Roman numerals are what a text refers to ("clause (b)"), so they
 * stand at the start of an item with a bullet, which keeps the list a list.
 */
import type Turndown from "turndown"
import type { NamedRule } from "./MarkdownRules.ts"

/** A rule that numbers items as it meets them: looking for each one's place would be quadratic. */
export const listRule = (): NamedRule => {
  const numbers = new WeakMap<Element, number>()
  const markerOf = (item: Element): string => {
    const list = item.parentElement
    if (list?.nodeName !== "OL") return "- "
    const own = Number.parseInt(item.getAttribute("value") ?? "", 10)
    const number = Number.isNaN(own) ? (numbers.get(list) ?? 0) + 1 : own
    numbers.set(list, number)
    return marker(number, list.getAttribute("type") ?? "")
  }
  const rule: Turndown.Rule = {
    filter: "li",
    replacement: (content, node) => {
      const marker = markerOf(node)
      const text = content
        .replace(/^\n+/, "")
        .trimEnd()
        .replace(/\n(?!\n)/g, `\n${" ".repeat(marker.startsWith("- ") ? 2 : marker.length)}`)
      return `${marker}${text}${node.nextSibling === null ? "" : "\n"}`
    },
  }
  return ["listItem", rule]
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

/** How a list that isn't counted in digits writes a number. */
const signs: ReadonlyMap<string, (number: number) => string> = new Map([
  ["a", lettersOf],
  ["i", romanOf],
])
