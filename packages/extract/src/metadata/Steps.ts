/** The ingredients and steps that a page declares: of a recipe, or of a guide to something. */
import { isObject, type Item } from "./StructuredData.ts"

/** Such texts of a document's items, as {@link lettersOf} gives them: at most 500, of three characters or more. */
export const stepsOf = (items: ReadonlyArray<Item>): ReadonlySet<string> => {
  const texts = items
    .filter(({ types }) => types.some((type) => type === "Recipe" || type === "HowTo"))
    .flatMap(({ value }) => properties.flatMap((name) => textsIn(value[name], 0)))
  const steps = texts.slice(0, maxSteps).map(lettersOf)
  return new Set(steps.filter((text) => text.length >= minLength))
}

/** The letters and digits of a text: pages declare a text with other marks, spaces and fractions than they show it. */
export const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{Nd}]+/gu, "")

// --- private --------------------------------------------------------------------------

const properties = ["recipeIngredient", "ingredients", "recipeInstructions", "supply", "tool", "step"] as const
const inner = ["itemListElement", "text", "name"] as const

const maxSteps = 500
const maxDepth = 5
/** In letters and digits: shorter texts are common in other places, too. */
const minLength = 3

/** The texts of a property: of each line, without tags and references to characters. */
const textsIn = (value: unknown, depth: number): ReadonlyArray<string> => {
  if (typeof value === "string") return value.split(/\n|<[^<>]*>/).map((line) => line.replaceAll(/&#?\w+;/g, " "))
  if (depth > maxDepth) return []
  if (Array.isArray(value)) return value.slice(0, maxSteps).flatMap((each) => textsIn(each, depth + 1))
  return isObject(value) ? inner.flatMap((name) => textsIn(value[name], depth + 1)) : []
}
