/** The attributes of a tag, as they are written in the source. */
import { decodeHTMLAttribute } from "entities"
import { limits } from "../budget/Limits.ts"
import type { Attribute } from "../budget/Tokenizer.ts"

/** The value of an attribute by its lower-case name, its character references read. */
export type Attributes = (name: string) => string | undefined

/** Reads attributes within the limits: a value is cut, a URL that is too long is none. */
export const valuesOf =
  (own: ReadonlyArray<Attribute>): Attributes =>
  (name) => {
    if (own.length === 0) return undefined
    const value = own.find((attribute) => attribute.name === name || attribute.name.toLowerCase() === name)?.value
    if (value === undefined || (name === "href" && value.length > limits.address)) return undefined
    const bounded = name === "href" ? value : value.slice(0, limits.attribute)
    return bounded.includes("&") ? decodeHTMLAttribute(bounded) : bounded
  }
