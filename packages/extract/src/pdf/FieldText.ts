/** What an annotation of a PDF's page says to those who look at the page. */
import * as Predicate from "effect/Predicate"

/** What pdf.js tells of an annotation; nothing of it is known for sure. */
export interface Annotation {
  readonly [name: string]: unknown
}

/** What is seen of what was filled in; `undefined` for what nobody filled in, and for passwords. */
export const textOf = (annotation: Annotation): string | undefined => {
  const { fieldType, fieldValue, subtype } = annotation
  if (subtype === "FreeText") return writtenOver(annotation)
  if (subtype !== "Widget" || annotation["password"] === true) return undefined
  if (fieldType === "Tx") return stringOf(fieldValue)
  if (fieldType === "Ch") return chosen(annotation)
  const isTicked =
    (annotation["checkBox"] === true && fieldValue === annotation["exportValue"]) ||
    (annotation["radioButton"] === true && fieldValue === annotation["buttonValue"])
  return isTicked && typeof fieldValue === "string" && fieldValue !== "Off" ? "☒" : undefined
}

/** A property of what may have none. */
export const propertyOf = (value: unknown, name: string): unknown =>
  Predicate.hasProperty(value, name) ? value[name] : undefined

// --- private --------------------------------------------------------------------------

/** What is drawn of text over the page, a line a line; what it claims to be is something else. */
const writtenOver = ({ textContent }: Annotation): string | undefined =>
  Array.isArray(textContent)
    ? stringOf(textContent.join("\n").replace(drawnForm, (form) => form.normalize("NFKC")))
    : undefined

/** Letters as they are drawn within a word (Unicode, Alphabetic and Arabic Presentation Forms). */
const drawnForm = /[\ufb00-\ufb06\ufb50-\ufdf9\ufe70-\ufefc]/g

/** What is shown of the options that were chosen. */
const chosen = ({ fieldValue, options }: Annotation): string | undefined => {
  const values = new Set<unknown>(Array.isArray(fieldValue) ? fieldValue : [fieldValue])
  const shown = (Array.isArray(options) ? options : []).flatMap((option: unknown) => {
    const text = stringOf(propertyOf(option, "displayValue"))
    return text !== undefined && values.delete(propertyOf(option, "exportValue")) ? [text] : []
  })
  const others = Array.from(values).flatMap((value) => stringOf(value) ?? [])
  return stringOf([...shown, ...others].join(", "))
}

const stringOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined
