/** The attributes of a tag, as they are written in the source. */
import { decodeHTMLAttribute } from "entities"
import { limits } from "../tree/Limits.ts"
import type { Attribute } from "../budget/Tokenizer.ts"
import { boundedStyle } from "../hidden/Cascade.ts"
import type { Attributed } from "../hidden/Place.ts"

/** The value of an attribute by its lower-case name, its character references read. */
export type Attributes = (name: string) => string | undefined

/** Reads attributes within the limits: a value is cut, a URL that is too long is none. */
export const valuesOf =
  (own: ReadonlyArray<Attribute>): Attributes =>
  (name) => {
    if (own.length === 0) return undefined
    const value = own.find((attribute) => attribute.name === name || attribute.name.toLowerCase() === name)?.value
    if (value === undefined || (name === "href" && value.length > limits.address)) return undefined
    if (name === "style" && value.length > limits.attribute) return boundedStyle(value)
    const bounded = name === "href" ? value : value.slice(0, limits.attribute)
    return bounded.includes("&") ? decodeHTMLAttribute(bounded) : bounded
  }

/** A start tag, as selectors ask for its attributes. */
export class Tag implements Attributed {
  private readonly valueOf: Attributes
  private readonly own: ReadonlyArray<Attribute>

  constructor(own: ReadonlyArray<Attribute>) {
    this.own = own
    this.valueOf = valuesOf(own)
  }

  getAttribute = (name: string): string | null => this.valueOf(name) ?? null

  get attributes(): ReadonlyArray<Attribute> {
    return this.own.slice(0, limits.attributes).map(({ name }) => {
      const lower = name.toLowerCase()
      return { name: lower, value: this.valueOf(lower) ?? "" }
    })
  }
}
