/** The ingredients and steps that a page declares: of a recipe, or of a guide to something. */
import { Words } from "@porthole/core"
import { childrenOf, isElement, isText } from "@porthole/visibility/dom"
import { tagOf } from "../tree/Tags.ts"
import { hasProperty } from "./Microdata.ts"
import { isObject, type Item } from "./StructuredData.ts"

/**
 * Such texts of a document's items, and of its elements with microdata, as {@link lettersOf} gives them: at most 500,
 * of three characters or more.
 */
export const stepsOf = (items: ReadonlyArray<Item>, declaring: ReadonlyArray<Element>): ReadonlySet<string> => {
  const texts = items
    .filter(({ types }) => types.some((type) => type === "Recipe" || type === "HowTo"))
    .flatMap(({ value }) => properties.flatMap((name) => textsIn(value[name], 0)))
  const steps = [...texts, ...shownIn(declaring)].slice(0, maxSteps).map(lettersOf)
  return new Set(steps.filter((text) => text.length >= minLength))
}

/** The letters and digits of a text: pages declare a text with other marks, spaces and fractions than they show it. */
export const lettersOf = (text: string): string =>
  Words.normalised(text, "NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, "")

// --- private --------------------------------------------------------------------------

/** The lines of the elements that declare ingredients and steps. */
const shownIn = (declaring: ReadonlyArray<Element>): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let last: Element | undefined
  for (const element of declaring) {
    if (!microdata.some((name) => hasProperty(element, name)) || last?.contains(element) === true) continue
    last = element
    readLines(element, lines)
    if (lines.length >= maxSteps) break
  }
  return lines
}

/** Adds the text of an element: a line for each block in it. */
const readLines = (element: Element, lines: Array<string>): void => {
  let line = ""
  const end = (): void => {
    if (line.trim() !== "") lines.push(line)
    line = ""
  }
  const read = (parent: Element): void => {
    for (const child of childrenOf(parent)) {
      if (isText(child)) line += child.data
      if (!isElement(child)) continue
      const isLine = tagOf(child.localName).isBlock
      if (isLine) end()
      read(child)
      if (isLine) end()
    }
  }
  read(element)
  end()
}

const microdata = ["recipeIngredient", "recipeInstructions", "ingredients"] as const
const properties = ["recipeIngredient", "ingredients", "recipeInstructions", "supply", "tool", "step"] as const
const inner = ["itemListElement", "text", "name"] as const

const maxSteps = 500
const maxDepth = 5
/** In letters and digits: shorter texts are common in other places, too. */
const minLength = 3

/** The texts of a property: of each line, without tags and references to characters. */
const textsIn = (value: unknown, depth: number): ReadonlyArray<string> => {
  if (typeof value === "string")
    return value
      .replaceAll(inline, "")
      .split(/\n|<[^<>]*>/)
      .map((line) => line.replaceAll(/&#?\w+;/g, " "))
  if (depth > maxDepth) return []
  if (Array.isArray(value)) return value.slice(0, maxSteps).flatMap((each) => textsIn(each, depth + 1))
  return isObject(value) ? inner.flatMap((name) => textsIn(value[name], depth + 1)) : []
}

/** Tags within a line. */
const inline = /<\/?(?:a|b|em|i|span|strong|sub|sup)\b[^<>]*>/gi
