/** The features of a block's own text. */
import type { Block } from "./Block.ts"
import { ratio } from "./Counts.ts"

/** A feature's name, and the function that computes it from a subject. */
export type Feature<Subject extends ReadonlyArray<unknown>> = readonly [
  name: string,
  of: (...subject: Subject) => number,
]

/** 1 or 0. */
export const flag = (is: boolean): number => (is ? 1 : 0)

/** The logarithm of a count, a whole number; 0 for none. */
export const log = (count: number): number => logs[count] ?? Math.log1p(count)

/** The logarithm of a distance, with the sign of the distance. */
export const signed = (distance: number): number => Math.sign(distance) * log(Math.abs(distance))

/** The features. */
export const textFeatures: ReadonlyArray<Feature<[Block]>> = [
  ["words", ({ words }) => log(words)],
  ["linked", ({ linked, words }) => ratio(linked, words)],
  ["sentence share", ({ sentences, words }) => ratio(sentences, words)],
  ["heading", ({ holder }) => (holder.heading === 0 ? 0 : 7 - holder.heading)],
  ["item or cell", ({ holder: { name } }) => flag(name === "li") + 2 * flag(name === "td" || name === "th")],
  ["sentences", ({ sentences }) => Math.min(sentences, 10)],
  ["commas", ({ commas, words }) => ratio(commas, words)],
  ["prices", ({ prices }) => Math.min(prices, 3)],
  ["numbers", ({ numbers, words }) => ratio(numbers, words)],
  ["capitals", ({ capitals, words }) => ratio(capitals, words)],
  ["word length", ({ text, words }) => Math.min(20, ratio(text.length, words))],
  ["links", ({ links }) => Math.min(links, 10)],
  ["emphasised", ({ emphasised, words }) => ratio(emphasised, words)],
  ["controls", ({ controls }) => Math.min(controls, 5)],
  ["images", ({ images }) => Math.min(images, 5)],
  ["last sign", ({ text }) => lastSign(text)],
  ["first sign", ({ text }) => firstSign(text)],
  [
    "in capitals",
    ({ text }) => flag(!/[a-z]/.test(text) && text === text.toUpperCase() && text !== text.toLowerCase()),
  ],
  ["copyright", ({ text }) => flag(text.includes("©") || (text.includes("(") && /\(c\)\s?\d{4}/i.test(text)))],
  ["date", ({ text }) => flag(/\d/.test(text) && date.test(text))],
  // Counts two signs that the block is only a part of a line: its holder has other blocks; it has several nodes.
  ["part of a line", ({ holder, nodes }) => flag(holder.blocks > 1) + flag(nodes.length > 1)],
]

// --- private --------------------------------------------------------------------------

const logs = Float64Array.from({ length: 1_000 }, (_, count) => Math.log1p(count))

const date =
  /\b\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}\b|\b(?:19|20)\d\d[-/.年]\s?\d{1,2}|\b\d{1,2}\.?\s(?:\p{L}{2,10}\.?,?\s)(?:de\s)?(?:19|20)\d\d\b|\p{L}{3,10}\.?\s\d{1,2},?\s(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b/u

const lastSign = (text: string): number => {
  if (isAsciiLetter(text.charCodeAt(text.length - 1))) return 0
  const last = text.slice(-2)
  const end = /[.!?。！？…]["'”’»)\]]?$/.test(last)
  return end ? 1 : /[:：]$/.test(last) ? 2 : /["'”’»)\]]$/.test(last) ? 3 : /[\u203a\u2192>»…+]$/.test(last) ? 4 : 0
}

const firstSign = (text: string): number =>
  isAsciiLetter(text.charCodeAt(0)) ? (text.charCodeAt(0) >= 0x61 ? 2 : 0) : otherFirstSign(text)

/** Whether a UTF-16 unit is a letter from A to Z, as most ends of texts are. */
const isAsciiLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)

const otherFirstSign = (text: string): number =>
  /^["'“„«‘]/.test(text) ? 1 : /^\p{Ll}/u.test(text) ? 2 : /^\p{N}/u.test(text) ? 3 : /^\p{L}/u.test(text) ? 0 : 4
