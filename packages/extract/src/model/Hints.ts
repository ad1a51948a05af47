/**
 * Hints in an element's name, classes, id, role and `itemprop`. The words are those that developers use for parts of
 * pages; they name no site.
 */
import { memoized } from "@porthole/visibility/dom"
import groups from "./hints.json" with { type: "json" }

/** The names of the groups; the index of each is its bit. */
export const hintNames: ReadonlyArray<string> = Object.keys(groups)

/** The indexes of groups whose elements are never part of a text, wherever they stand. */
export const apartBits: ReadonlyArray<number> = "share newsletter advert overlay related latest comment navigation"
  .split(" ")
  .map((name) => hintNames.indexOf(name))

/** The element of each group that something is, or lies in. */
interface Hinted {
  readonly hinted: ReadonlyArray<object | undefined>
}

/** Whether something is, or lies in, such an element. */
export const isApart = ({ hinted }: Hinted): boolean => apartBits.some((bit) => hinted[bit] !== undefined)

/** Whether two things lie in the same such elements: a page may have all of its text in one. */
export const areTogether = (one: Hinted, other: Hinted): boolean =>
  apartBits.every((bit) => one.hinted[bit] === other.hinted[bit])

/** The groups of an element's names, as bits. */
export const hintsOf = (element: Element, name: string): number => {
  let hints = bits.get(name) ?? 0
  for (const attribute of attributes) {
    const value = element.getAttribute(attribute)
    if (value !== null && value !== "") hints |= readName(value).hints
  }
  return hints
}

/** For each word of some groups, separated by spaces, the bit of its group. */
export const bitsOf = (groups: Readonly<Record<string, string>>): ReadonlyMap<string, number> =>
  new Map(
    Object.values(groups).flatMap((words, at) => words.split(" ").map((word): [string, number] => [word, 2 ** at])),
  )

/** The words in a class, an id or the like, in lower case; at most 400 characters are read. */
export const wordsInName = (name: string): ReadonlyArray<string> => readName(name).words

// --- private --------------------------------------------------------------------------

const attributes = ["class", "id", "role", "itemprop"]

/** Maximum characters of an attribute. */
const maxLength = 400

/** A name's words, and the groups that they belong to, as bits. */
const readName = memoized(5_000, (name) => {
  const parts = name.slice(0, maxLength).match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  const words: ReadonlyArray<string> = parts.map((word) => word.toLowerCase())
  return { words, hints: words.reduce((hints, word) => hints | (bits.get(word) ?? 0), 0) }
})

const bits = bitsOf(groups)
