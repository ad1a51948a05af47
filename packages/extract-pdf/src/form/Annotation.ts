/** The text of an annotation, as a viewer shows it. */
import * as Predicate from "effect/Predicate"
import { folded } from "../layout/PresentationForms.ts"

/** An annotation as pdf.js reports it; every property may be missing or invalid. */
export interface Annotation {
  readonly [name: string]: unknown
}

/** The visible text of a form field or of free text; `undefined` for empty fields and for passwords. */
export const textOf = (annotation: Annotation): string | undefined => {
  const { fieldType, fieldValue, subtype } = annotation
  if (subtype === "FreeText") return freeTextOf(annotation)
  if (subtype !== "Widget" || annotation["password"] === true) return undefined
  if (fieldType === "Tx") return stringOf(fieldValue)
  if (fieldType === "Ch") return chosenOf(annotation)
  const isTicked =
    (annotation["checkBox"] === true && fieldValue === annotation["exportValue"]) ||
    (annotation["radioButton"] === true && fieldValue === annotation["buttonValue"])
  return isTicked && typeof fieldValue === "string" && fieldValue !== "Off" ? "☒" : undefined
}

/**
 * The font size that an annotation declares; 0 if it declares none, if its text is fitted to its box, or if an
 * appearance stream may enlarge the text.
 */
export const declaredSizeOf = ({ defaultAppearanceData, hasAppearance, subtype }: Annotation): number => {
  const size = Number(propertyOf(defaultAppearanceData, "fontSize")) || 0
  // Appearance streams enlarge fonts of one point.
  return subtype === "FreeText" && hasAppearance === true && size <= 1 ? 0 : size
}

// --- private --------------------------------------------------------------------------

const propertyOf = (value: unknown, name: string): unknown =>
  Predicate.hasProperty(value, name) ? value[name] : undefined

/** The text that the appearance stream draws. `/Contents` may claim another text. */
const freeTextOf = ({ textContent }: Annotation): string | undefined =>
  Array.isArray(textContent) ? stringOf(folded(textContent.join("\n"))) : undefined

/** The labels of the chosen options. */
const chosenOf = ({ fieldValue, options }: Annotation): string | undefined => {
  const values = new Set<unknown>(Array.isArray(fieldValue) ? fieldValue : [fieldValue])
  const labels = (Array.isArray(options) ? options : []).flatMap((option: unknown) => {
    const label = stringOf(propertyOf(option, "displayValue"))
    return label !== undefined && values.delete(propertyOf(option, "exportValue")) ? [label] : []
  })
  const others = Array.from(values).flatMap((value) => stringOf(value) ?? [])
  return stringOf([...labels, ...others].join(", "))
}

const stringOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined
