/**
 * Data islands: the state that a page's scripts begin with, as JSON in a script element of its own or as the plain
 * value of a global variable. Only what is JSON as it stands is one: nothing is run to find out.
 */
import type { Attribute } from "../budget/Tokenizer.ts"

/** The JSON of a script element that holds nothing else. */
export const islandIn = (attributes: ReadonlyArray<Attribute>, content: string): string | undefined => {
  const type = attributes.find(({ name }) => name.toLowerCase() === "type")?.value.trim() ?? ""
  if (/^application\/json\b/i.test(type)) return content
  if (type !== "" && !/^(?:text|application)\/javascript$/i.test(type)) return undefined
  const value = assignment.exec(content)
  if (value === null) return undefined
  const end = Math.max(content.lastIndexOf("}"), content.lastIndexOf("]"))
  const isAll = /^[\s;]*$/.test(content.slice(end + 1, end + 100))
  return isAll ? content.slice(value[0].length, end + 1) : undefined
}

// --- private --------------------------------------------------------------------------

const assignment =
  /^\s*(?:(?:window|self|globalThis)(?:\.[\w$]{1,80}|\[(?:"[\w$]{1,80}"|'[\w$]{1,80}')\])|(?:var|let|const)\s+[\w$]{1,80})\s*=\s*(?=[{[])/
