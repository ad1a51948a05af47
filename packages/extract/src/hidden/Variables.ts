/** Custom properties, and the values that `var()` takes from them (CSS Custom Properties Level 1). */
import { type Declaration, isWide } from "./Declaration.ts"

/** The custom properties that an element has or inherits. */
export type Variables = ReadonlyMap<string, string>

/** The variables within an element that declares some of its own. */
export const variablesWithin = (outer: Variables, declarations: ReadonlyArray<Declaration>): Variables => {
  const own = declarations.filter(({ property }) => property.startsWith("--"))
  if (own.length === 0) return outer
  const values = new Map(outer)
  for (const { property, value } of own) {
    if (value === "initial") values.delete(property)
    else if (!isWide(value)) values.set(property, value)
  }
  return values
}

/** A value with its `var()` replaced; `undefined` if one has neither a value nor a fallback. */
export const substituted = (value: string, variables: Variables, depth = 0): string | undefined => {
  const start = value.search(/var\(/i)
  if (start === -1) return value
  if (depth > deepest || value.length > longest) return undefined
  let end = start + 4
  for (let open = 1; end < value.length; end++) {
    if (value[end] === "(") open++
    else if (value[end] === ")" && --open === 0) break
  }
  const [, name = "", fallback] = /^\s*(--[^\s,]+)\s*(?:,([^]*))?$/.exec(value.slice(start + 4, end)) ?? []
  const options = [variables.get(name), fallback].map((one) =>
    one === undefined ? undefined : substituted(one, variables, depth + 1),
  )
  const inner = options.find((one) => one !== undefined)
  if (inner === undefined) return undefined
  return substituted(`${value.slice(0, start)}${inner}${value.slice(end + 1)}`, variables, depth + 1)
}

// --- private --------------------------------------------------------------------------

const deepest = 8
const longest = 1_000
