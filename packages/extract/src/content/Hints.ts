/**
 * Hints in an element's name, classes, id, role and `itemprop`. The words are those that developers use for parts of
 * pages; they name no site.
 */
import groups from "./hints.json" with { type: "json" }

/** The names of the groups; the index of each is its bit. */
export const hintNames: ReadonlyArray<string> = Object.keys(groups)

/** The groups of an element's names, as bits. */
export const hintsOf = (element: Element, name: string): number => {
  let hints = bits.get(name) ?? 0
  for (const attribute of attributes) {
    const value = element.getAttribute(attribute)
    if (value !== null && value !== "") hints |= readName(value).hints
  }
  return hints
}

/** The words in a class, an id or the like, in lower case; at most 400 characters are read. */
export const wordsInName = (name: string): ReadonlyArray<string> => readName(name).words

// --- private --------------------------------------------------------------------------

const attributes = ["class", "id", "role", "itemprop"]

/** Maximum characters of an attribute, and maximum number of cached values, because most repeat. */
const maxLength = 400
const maxKept = 5_000
const kept = new Map<string, Name>()

/** A name's words, and the groups that they belong to, as bits. */
interface Name {
  readonly words: ReadonlyArray<string>
  readonly hints: number
}

const readName = (name: string): Name => {
  const known = kept.get(name)
  if (known !== undefined) return known
  const parts = name.slice(0, maxLength).match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  const words = parts.map((word) => word.toLowerCase())
  let hints = 0
  for (const word of words) hints |= bits.get(word) ?? 0
  if (kept.size >= maxKept) kept.clear()
  kept.set(name, { words, hints })
  return { words, hints }
}

const bits: ReadonlyMap<string, number> = new Map(
  Object.values(groups).flatMap((words, at) => words.split(" ").map((word): [string, number] => [word, 2 ** at])),
)
